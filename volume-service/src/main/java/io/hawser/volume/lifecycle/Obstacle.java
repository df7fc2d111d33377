package io.hawser.volume.lifecycle;

import java.util.Optional;
import java.util.stream.Stream;

/**
 * Why a task's mount is not there.
 *
 * @param message a sentence for a person
 */
public record Obstacle(Reason reason, String message) {
    /** A code on which an orchestrator can act; docs/operations.md says what ends each. */
    public enum Reason {
        VOLUME_NOT_FOUND("VolumeNotFound"),
        VOLUME_NOT_CREATED("VolumeNotCreated"),
        VOLUME_BEING_REMOVED("VolumeBeingRemoved"),
        VOLUME_NOT_ACTIVE("VolumeNotActive"),
        VOLUME_IN_USE("VolumeInUse"),
        NODE_NOT_FOUND("NodeNotFound"),
        NODE_NOT_READY("NodeNotReady"),
        NODE_UNSCHEDULABLE("NodeUnschedulable"),
        PLUGIN_NOT_FOUND("PluginNotFound"),
        PLUGIN_UNHEALTHY("PluginUnhealthy"),
        NOT_REACHABLE("NotReachable"),
        VOLUME_LIMIT("VolumeLimit"),
        NOT_ALLOWED("NotAllowed"),
        NOT_CONFIRMED("NotConfirmed"),
        STILL_RELEASING("StillReleasing"),
        OTHER_MOUNT_WAITS("OtherMountWaits"),
        ATTACH_FAILED("AttachFailed"),
        MOUNT_FAILED("MountFailed"),
        /** Stored by a release that had no reasons. */
        UNKNOWN("Unknown");

        private final String word;

        Reason(String word) {
            this.word = word;
        }

        /** As published: stable. */
        public String word() {
            return word;
        }

        /** A later release may store others. */
        public static Reason of(String word) {
            return Stream.of(values())
                    .filter(reason -> reason.word.equals(word))
                    .findFirst()
                    .orElse(UNKNOWN);
        }
    }

    /** @return empty if the message is empty */
    public static Optional<Obstacle> of(Reason reason, String message) {
        return message.isEmpty() ? Optional.empty() : Optional.of(new Obstacle(reason, message));
    }
}
