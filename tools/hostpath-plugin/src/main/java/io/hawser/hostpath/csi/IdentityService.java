package io.hawser.hostpath.csi;

import com.google.protobuf.BoolValue;
import io.grpc.stub.StreamObserver;
import io.hawser.csi.v1.GetPluginCapabilitiesRequest;
import io.hawser.csi.v1.GetPluginCapabilitiesResponse;
import io.hawser.csi.v1.GetPluginInfoRequest;
import io.hawser.csi.v1.GetPluginInfoResponse;
import io.hawser.csi.v1.IdentityGrpc;
import io.hawser.csi.v1.PluginCapability;
import io.hawser.csi.v1.PluginCapability.Service;
import io.hawser.csi.v1.PluginCapability.VolumeExpansion;
import io.hawser.csi.v1.ProbeRequest;
import io.hawser.csi.v1.ProbeResponse;
import io.hawser.hostpath.volume.Refusal.Reason;
import io.hawser.hostpath.volume.RefusedException;
import java.nio.file.Files;
import java.nio.file.Path;

public final class IdentityService extends IdentityGrpc.IdentityImplBase {
    private final String name;
    private final Path records;

    public IdentityService(PluginSettings settings, Path stateFolder) {
        this.name = settings.driverName();
        this.records = stateFolder.resolve("volumes");
    }

    @Override
    public void getPluginInfo(GetPluginInfoRequest request, StreamObserver<GetPluginInfoResponse> observer) {
        Answers.answer(observer, () -> GetPluginInfoResponse.newBuilder()
                .setName(name)
                .setVendorVersion(PluginSettings.version())
                .build());
    }

    @Override
    public void getPluginCapabilities(
            GetPluginCapabilitiesRequest request, StreamObserver<GetPluginCapabilitiesResponse> observer) {
        Answers.answer(observer, () -> GetPluginCapabilitiesResponse.newBuilder()
                .addCapabilities(service(Service.Type.CONTROLLER_SERVICE))
                .addCapabilities(service(Service.Type.VOLUME_ACCESSIBILITY_CONSTRAINTS))
                .addCapabilities(PluginCapability.newBuilder()
                        .setVolumeExpansion(VolumeExpansion.newBuilder().setType(VolumeExpansion.Type.ONLINE)))
                .build());
    }

    @Override
    public void probe(ProbeRequest request, StreamObserver<ProbeResponse> observer) {
        Answers.answer(observer, () -> {
            if (!Files.isWritable(records))
                throw new RefusedException(Reason.FAILED_PRECONDITION, "the state folder is gone or cannot be written");
            return ProbeResponse.newBuilder().setReady(BoolValue.of(true)).build();
        });
    }

    private static PluginCapability service(Service.Type type) {
        return PluginCapability.newBuilder()
                .setService(Service.newBuilder().setType(type))
                .build();
    }
}
