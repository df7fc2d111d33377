package io.hawser.volume.spec;

import io.hawser.message.Fault;
import io.hawser.message.MountFlags;
import io.hawser.v1.MountAccess;
import java.util.Optional;

/** Checks how a volume is mounted. */
final class MountRules {
    private MountRules() {}

    static Optional<Fault> check(MountAccess mount) {
        return SpecRules.tooLong("spec.mount.fs_type", mount.getFsType())
                .or(() -> SpecRules.tooLong("spec.mount.volume_mount_group", mount.getVolumeMountGroup()))
                .or(() -> MountFlags.check("spec.mount.mount_flags", mount.getMountFlagsList()));
    }
}
