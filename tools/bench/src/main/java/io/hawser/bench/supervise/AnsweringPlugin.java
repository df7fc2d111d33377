package io.hawser.bench.supervise;

import com.google.protobuf.BoolValue;
import io.grpc.stub.StreamObserver;
import io.hawser.csi.v1.ControllerGetCapabilitiesRequest;
import io.hawser.csi.v1.ControllerGetCapabilitiesResponse;
import io.hawser.csi.v1.ControllerGrpc;
import io.hawser.csi.v1.ControllerServiceCapability;
import io.hawser.csi.v1.GetPluginCapabilitiesRequest;
import io.hawser.csi.v1.GetPluginCapabilitiesResponse;
import io.hawser.csi.v1.GetPluginInfoRequest;
import io.hawser.csi.v1.GetPluginInfoResponse;
import io.hawser.csi.v1.IdentityGrpc;
import io.hawser.csi.v1.PluginCapability;
import io.hawser.csi.v1.ProbeRequest;
import io.hawser.csi.v1.ProbeResponse;

/** A healthy plugin that answers what a supervisor asks, and nothing else. */
record AnsweringPlugin(String name) {
    private static final GetPluginCapabilitiesResponse CAPABILITIES = GetPluginCapabilitiesResponse.newBuilder()
            .addCapabilities(PluginCapability.newBuilder()
                    .setService(PluginCapability.Service.newBuilder()
                            .setType(PluginCapability.Service.Type.CONTROLLER_SERVICE)))
            .build();
    private static final ControllerGetCapabilitiesResponse CONTROLLER_CAPABILITIES =
            ControllerGetCapabilitiesResponse.newBuilder()
                    .addCapabilities(ControllerServiceCapability.newBuilder()
                            .setRpc(ControllerServiceCapability.RPC
                                    .newBuilder()
                                    .setType(ControllerServiceCapability.RPC.Type.CREATE_DELETE_VOLUME)))
                    .build();
    private static final ProbeResponse READY =
            ProbeResponse.newBuilder().setReady(BoolValue.of(true)).build();

    IdentityGrpc.IdentityImplBase identity() {
        return new Identity(name);
    }

    ControllerGrpc.ControllerImplBase controller() {
        return new Controller();
    }

    private static final class Identity extends IdentityGrpc.IdentityImplBase {
        private final GetPluginInfoResponse info;

        Identity(String name) {
            this.info = GetPluginInfoResponse.newBuilder()
                    .setName(name)
                    .setVendorVersion("1")
                    .build();
        }

        @Override
        public void getPluginInfo(GetPluginInfoRequest request, StreamObserver<GetPluginInfoResponse> answer) {
            say(answer, info);
        }

        @Override
        public void getPluginCapabilities(
                GetPluginCapabilitiesRequest request, StreamObserver<GetPluginCapabilitiesResponse> answer) {
            say(answer, CAPABILITIES);
        }

        @Override
        public void probe(ProbeRequest request, StreamObserver<ProbeResponse> answer) {
            say(answer, READY);
        }
    }

    private static final class Controller extends ControllerGrpc.ControllerImplBase {
        @Override
        public void controllerGetCapabilities(
                ControllerGetCapabilitiesRequest request, StreamObserver<ControllerGetCapabilitiesResponse> answer) {
            say(answer, CONTROLLER_CAPABILITIES);
        }
    }

    private static <T> void say(StreamObserver<T> answer, T message) {
        answer.onNext(message);
        answer.onCompleted();
    }
}
