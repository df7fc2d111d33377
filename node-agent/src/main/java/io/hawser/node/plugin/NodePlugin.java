package io.hawser.node.plugin;

import io.hawser.node.mount.CallOutcome;
import io.hawser.node.mount.DesiredState;
import io.hawser.node.mount.VolumeStats;
import io.hawser.v1.AssignmentTarget;
import java.nio.file.Path;
import java.util.Optional;

/**
 * The node service of one plugin. Every call blocks until its outcome is known or its deadline has passed; none throws.
 */
public interface NodePlugin {
    /** Reads what this plugin's calls for the volume need. It may take long: no call is held meanwhile. */
    CallSecrets secrets(DesiredState desired);

    /** The same plugin, for calls with secrets that were read before. */
    NodePlugin with(CallSecrets read);

    CallOutcome stage(DesiredState desired, Path staging);

    /** @param staging where the volume is staged; empty: this plugin does not stage */
    CallOutcome publish(DesiredState desired, AssignmentTarget target, Optional<Path> staging, Path path);

    /**
     * @param staging as in {@link #publish}
     * @param path a published target
     */
    CallOutcome expand(DesiredState desired, long bytes, Optional<Path> staging, Path path);

    /**
     * What the plugin says of a published volume; empty: nothing, or not within a few seconds.
     *
     * @param staging as in {@link #publish}
     * @param path a published target
     */
    Optional<VolumeStats> stats(String volumeId, Optional<Path> staging, Path path);

    CallOutcome unpublish(String volumeId, Path path);

    CallOutcome unstage(String volumeId, Path staging);
}
