package io.hawser.csi;

import io.hawser.csi.v1.CreateVolumeRequest;
import io.hawser.csi.v1.CreateVolumeResponse;
import io.hawser.csi.v1.DeleteVolumeRequest;
import io.hawser.csi.v1.Volume;

/** What is asked of one volume, and what its creation is answered. */
final class OneVolume {
    static final CreateVolumeRequest CREATE = CreateVolumeRequest.newBuilder()
            .setName("v-1")
            .addVolumeCapabilities(PluginFixture.MOUNT)
            .build();
    static final CreateVolumeResponse CREATED = CreateVolumeResponse.newBuilder()
            .setVolume(Volume.newBuilder().setVolumeId("id-1"))
            .build();
    static final DeleteVolumeRequest DELETE =
            DeleteVolumeRequest.newBuilder().setVolumeId("id-1").build();

    private OneVolume() {}
}
