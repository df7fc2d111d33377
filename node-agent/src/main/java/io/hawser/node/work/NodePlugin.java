package io.hawser.node.work;

import io.hawser.node.mount.CallEnding;
import io.hawser.node.mount.Wish;
import io.hawser.v1.AssignmentTarget;
import java.nio.file.Path;
import java.util.Optional;

/**
 * The node service of one plugin. Every call blocks until its ending is known or its deadline has passed; none throws.
 */
public interface NodePlugin {
    CallEnding stage(Wish wish, Path staging);

    /** @param staging where the volume is staged; empty: this plugin does not stage */
    CallEnding publish(Wish wish, AssignmentTarget target, Optional<Path> staging, Path path);

    CallEnding unpublish(String volumeId, Path path);

    CallEnding unstage(String volumeId, Path staging);
}
