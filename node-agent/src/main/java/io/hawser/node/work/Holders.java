package io.hawser.node.work;

import java.nio.file.Path;

/** Says who keeps a mount busy. */
@FunctionalInterface
public interface Holders {

    /** A sentence on who holds what is mounted here; empty: nothing is known of that. Blocks for a look. */
    String of(Path mountPoint);
}
