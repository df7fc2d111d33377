package io.hawser.csi;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.Message;
import io.hawser.csi.v1.ControllerPublishVolumeRequest;
import io.hawser.csi.v1.CreateVolumeRequest;
import io.hawser.csi.v1.VolumeCapability;
import io.hawser.csi.v1.VolumeCapability.AccessMode.Mode;
import io.hawser.v1.MountAccess;

/** Requests that pass, to be changed into others, and what the rules say of them. */
final class CheckedRequests {
    static final VolumeCapability MOUNT = AccessModes.mount(Mode.SINGLE_NODE_WRITER, MountAccess.getDefaultInstance());

    private CheckedRequests() {}

    static CreateVolumeRequest.Builder create() {
        return CreateVolumeRequest.newBuilder().setName("v-1").addVolumeCapabilities(MOUNT);
    }

    static ControllerPublishVolumeRequest.Builder publish() {
        return ControllerPublishVolumeRequest.newBuilder()
                .setVolumeId("id-1")
                .setNodeId("n-1")
                .setVolumeCapability(MOUNT);
    }

    static <Q extends Message> void breaks(CsiRpc<Q, ?> rpc, Q request, String field) {
        assertThat(rpc.check(request).map(Violation::field)).hasValue(field);
    }

    static <Q extends Message> void passes(CsiRpc<Q, ?> rpc, Q request) {
        assertThat(rpc.check(request)).isEmpty();
    }
}
