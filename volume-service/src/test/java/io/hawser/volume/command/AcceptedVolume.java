package io.hawser.volume.command;

import io.hawser.v1.MountAccess;
import io.hawser.v1.VolumeSpec;
import io.hawser.volume.id.VolumeName;
import io.hawser.volume.lifecycle.Volume;

/** A volume whose creation was accepted, and nothing more. */
final class AcceptedVolume {
    static final VolumeSpec SPEC = VolumeSpec.newBuilder()
            .setPlugin("p")
            .setMount(MountAccess.getDefaultInstance())
            .build();
    static final Volume VOLUME = Volume.accepted(new VolumeName("v"), "uid", SPEC);

    private AcceptedVolume() {}
}
