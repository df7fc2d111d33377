package io.hawser.node.work;

import io.hawser.node.layout.PluginPaths;
import io.hawser.node.layout.RootLayout;
import io.hawser.node.mount.DesiredState;
import io.hawser.node.mount.Pauses;
import io.hawser.node.mounttable.files.Kernel;
import io.hawser.node.plugin.Plugins;
import io.hawser.node.record.Records;
import java.nio.file.Path;
import java.time.Clock;
import java.util.Optional;
import java.util.function.DoubleSupplier;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * What the work on volumes uses.
 *
 * @param latest the newest assignment by volume name
 * @param heldBack why nothing may be taken down now; empty: it may
 * @param paths how plugins see what is below the root
 * @param groups gives a volume's files to a group
 * @param holders who keeps the mount at a path busy, in a sentence; empty: nothing is known of that. Blocks for a look
 * @param jitter in [0, 1)
 * @param callsPerPlugin number of concurrent calls to one plugin
 */
public record MountEnvironment(
        String node,
        RootLayout layout,
        PluginPaths paths,
        Records records,
        Kernel kernel,
        FileGroups groups,
        Function<Path, String> holders,
        Plugins plugins,
        Function<String, Optional<DesiredState.Read>> latest,
        Supplier<Optional<String>> heldBack,
        Pauses pauses,
        Clock clock,
        DoubleSupplier jitter,
        int callsPerPlugin) {
    public MountEnvironment {
        if (callsPerPlugin < 1) {
            throw new IllegalArgumentException("calls-per-plugin: must be above zero");
        }
    }
}
