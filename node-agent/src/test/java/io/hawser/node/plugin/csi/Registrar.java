package io.hawser.node.plugin.csi;

import io.grpc.BindableService;
import io.grpc.Server;
import io.grpc.Status;
import io.grpc.netty.NettyServerBuilder;
import io.grpc.stub.StreamObserver;
import io.hawser.pluginregistration.v1.InfoRequest;
import io.hawser.pluginregistration.v1.PluginInfo;
import io.hawser.pluginregistration.v1.RegistrationGrpc;
import io.hawser.pluginregistration.v1.RegistrationStatus;
import io.hawser.pluginregistration.v1.RegistrationStatusResponse;
import io.netty.channel.epoll.EpollEventLoopGroup;
import io.netty.channel.epoll.EpollServerDomainSocketChannel;
import io.netty.channel.unix.DomainSocketAddress;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** What registers a driver, as it does with the kubelet. */
public final class Registrar extends RegistrationGrpc.RegistrationImplBase {
    private final PluginInfo info;
    private final List<RegistrationStatus> told = new CopyOnWriteArrayList<>();
    private volatile int deaf;

    public Registrar(String type, String name, String endpoint) {
        info = PluginInfo.newBuilder()
                .setType(type)
                .setName(name)
                .setEndpoint(endpoint)
                .addSupportedVersions("1.0.0")
                .build();
    }

    /** Serves these at the socket: a registrar, and perhaps the driver itself. */
    public static Server serve(Path socket, EpollEventLoopGroup loops, BindableService... services) throws IOException {
        NettyServerBuilder server = NettyServerBuilder.forAddress(new DomainSocketAddress(socket.toFile()))
                .channelType(EpollServerDomainSocketChannel.class)
                .bossEventLoopGroup(loops)
                .workerEventLoopGroup(loops);
        List.of(services).forEach(server::addService);
        return server.build().start();
    }

    /** @param times how many times NotifyRegistrationStatus fails */
    void beDeaf(int times) {
        deaf = times;
    }

    /** What it was told of its registration. */
    public List<RegistrationStatus> told() {
        return List.copyOf(told);
    }

    @Override
    public void getInfo(InfoRequest request, StreamObserver<PluginInfo> answer) {
        answer.onNext(info);
        answer.onCompleted();
    }

    @Override
    public void notifyRegistrationStatus(RegistrationStatus status, StreamObserver<RegistrationStatusResponse> answer) {
        told.add(status);
        if (told.size() <= deaf) {
            answer.onError(Status.UNIMPLEMENTED.asRuntimeException());
            return;
        }
        answer.onNext(RegistrationStatusResponse.getDefaultInstance());
        answer.onCompleted();
    }
}
