package io.hawser.local.demo;

import io.hawser.cli.look.Look;
import io.hawser.local.layout.LocalLayout;
import io.hawser.local.mount.MountTable;
import java.util.Map;
import java.util.function.LongSupplier;

/** Counts what is left when the play is over. */
public final class Remains {
    private final Stage stage;
    private final LongSupplier unsentElsewhere;

    /** @param unsentElsewhere unsent outbox rows of the services that volume-service does not count */
    public Remains(Stage stage, LongSupplier unsentElsewhere) {
        this.stage = stage;
        this.unsentElsewhere = unsentElsewhere;
    }

    /** Awaits that nothing is left; the processes are counted later, when they were stopped. */
    public LeftOver awaitNothing() {
        return stage.await("nothing to be left", () -> {
            LeftOver found = count();
            return found.none() ? new Look.Ready<>(found) : new Look.NotYet<>(found.sentence());
        });
    }

    /** As it is now; {@code processes} is 0. */
    public LeftOver count() {
        LocalLayout layout = stage.layout();
        int staging = LocalLayout.nodeNames().stream()
                .mapToInt(node -> StagingFolders.below(layout.node(node)).size())
                .sum();
        return new LeftOver(
                MountTable.read().below(layout.nodes()).size(),
                staging,
                PluginVolumes.count(PluginVolumes.socketIn(
                        layout.pluginSockets(LocalLayout.nodeNames().getFirst()))),
                rows(),
                0);
    }

    private long rows() {
        Map<String, Long> counts = stage.volumes().counts();
        return counts.getOrDefault("volumes", 0L)
                + counts.getOrDefault("publications", 0L)
                + counts.getOrDefault("claims", 0L)
                + counts.getOrDefault("outbox", 0L)
                + unsentElsewhere.getAsLong();
    }
}
