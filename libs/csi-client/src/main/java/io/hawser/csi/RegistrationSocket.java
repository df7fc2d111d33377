package io.hawser.csi;

import io.grpc.ManagedChannel;
import io.hawser.pluginregistration.v1.InfoRequest;
import io.hawser.pluginregistration.v1.PluginInfo;
import io.hawser.pluginregistration.v1.RegistrationGrpc;
import io.hawser.pluginregistration.v1.RegistrationStatus;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/**
 * The socket at which a driver that is shipped for the kubelet registers. Methods block; they throw gRPC's
 * StatusRuntimeException.
 */
public final class RegistrationSocket implements AutoCloseable {
    private static final int LONGEST_ANSWER_BYTES = 64 * 1024;

    private final ManagedChannel channel;
    private final Duration deadline;

    RegistrationSocket(ManagedChannel channel, Duration deadline) {
        this.channel = channel;
        this.deadline = deadline;
    }

    public PluginInfo info() {
        return stub().getInfo(InfoRequest.getDefaultInstance());
    }

    /** @param refusal why the plugin is not accepted; empty: it is */
    public void tell(Optional<String> refusal) {
        var ignored = stub().notifyRegistrationStatus(RegistrationStatus.newBuilder()
                .setPluginRegistered(refusal.isEmpty())
                .setError(refusal.orElse(""))
                .build());
    }

    private RegistrationGrpc.RegistrationBlockingStub stub() {
        return RegistrationGrpc.newBlockingStub(channel)
                .withDeadlineAfter(deadline.toNanos(), TimeUnit.NANOSECONDS)
                .withMaxInboundMessageSize(LONGEST_ANSWER_BYTES);
    }

    @Override
    public void close() {
        channel.shutdownNow();
    }
}
