package io.hawser.volume.claim;

import io.hawser.message.MountFlags;
import io.hawser.v1.Sharing;
import io.hawser.volume.lifecycle.Claim;
import io.hawser.volume.lifecycle.Obstacle;
import io.hawser.volume.lifecycle.Obstacle.Reason;
import java.util.Optional;

/**
 * What a volume allows no task, whether or not others use it. It is looked at before the users are: a task that can
 * never have the volume must not wait for them, because others would wait behind it.
 */
final class MountRequest {
    private MountRequest() {}

    static Optional<Obstacle> refusal(Claim claim, VolumeView volume) {
        if (volume.spec().getSharing() == Sharing.SHARING_READ_ONLY && !claim.readOnly()) {
            return notAllowed("volume " + volume.name() + " is shared read-only and this mount wants to write");
        }
        if (volume.spec().hasBlock() && !claim.flags().isEmpty()) {
            return notAllowed("volume " + volume.name() + " is a block device, which has no mount flags");
        }
        int bytes = MountFlags.bytes(volume.spec().getMount().getMountFlagsList()) + MountFlags.bytes(claim.flags());
        return bytes > MountFlags.MOST_BYTES
                ? notAllowed("the flags of volume " + volume.name() + " and those of this mount have " + bytes
                        + " bytes where " + MountFlags.MOST_BYTES + " is the most")
                : Optional.empty();
    }

    private static Optional<Obstacle> notAllowed(String message) {
        return Admission.refused(Reason.NOT_ALLOWED, message);
    }
}
