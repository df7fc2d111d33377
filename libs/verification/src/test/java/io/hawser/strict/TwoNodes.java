package io.hawser.strict;

import java.nio.file.Path;

/** A plugin with two nodes, which may be asked at any pace. */
final class TwoNodes {
    private TwoNodes() {}

    static StrictPluginOptions options(Path folder) {
        return StrictPluginOptions.at(folder.resolve("csi.sock"))
                .withNodes("n1", "n2")
                .withLimits(WrongCaller.ANY_PACE);
    }
}
