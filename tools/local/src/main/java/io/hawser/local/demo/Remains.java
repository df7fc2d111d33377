package io.hawser.local.demo;

import io.hawser.cli.look.Look;
import io.hawser.local.layout.LocalLayout;
import io.hawser.mounts.MountTable;
import java.util.List;
import java.util.Map;
import java.util.function.LongSupplier;
import java.util.stream.Stream;

/** Counts what is left when the play is over. */
public final class Remains {
    /** Each of these has at least one row while a task has its volume. */
    private static final List<String> HELD = List.of("volumes", "publications", "claims");

    private static final String UNSENT = "outbox";

    private final LongSupplier unsentElsewhere;

    /** @param unsentElsewhere unsent outbox rows of the services that volume-service does not count */
    public Remains(LongSupplier unsentElsewhere) {
        this.unsentElsewhere = unsentElsewhere;
    }

    /** Waits until nothing is left. Processes are counted later, after they were stopped. */
    public LeftOver awaitNothing(DemoContext context) {
        return context.await("nothing to be left", () -> {
            LeftOver found = count(context);
            return found.none() ? new Look.Ready<>(found) : new Look.NotYet<>(found.sentence());
        });
    }

    /** While a task has its volume, no count is 0: a count that looks in the wrong place would also be 0 at the end. */
    String seenWhileThere(DemoContext context) {
        return context.await("everything that is counted at the end to be seen while a task has its volume", () -> {
            Map<String, Long> rows = context.volumes().counts();
            LeftOver found = count(context);
            boolean all = HELD.stream().allMatch(key -> row(rows, key) > 0)
                    && found.mounts() > 0
                    && found.stagingDirs() > 0
                    && found.pluginVolumes() > 0;
            String seen = "mounts %d, staging folders %d, volumes in the plugin %d, rows %s"
                    .formatted(found.mounts(), found.stagingDirs(), found.pluginVolumes(), rows);
            return all ? new Look.Ready<>(seen) : new Look.NotYet<>(seen);
        });
    }

    /** The present counts; {@code processes} is 0. */
    public LeftOver count(DemoContext context) {
        LocalLayout layout = context.layout();
        int staging = LocalLayout.nodeNames().stream()
                .mapToInt(node -> StagingFolders.below(layout.node(node)).size())
                .sum();
        return new LeftOver(
                MountTable.read().pointsBelow(layout.nodes()).size(),
                staging,
                PluginVolumes.count(PluginVolumes.socketIn(
                        layout.pluginSockets(LocalLayout.nodeNames().getFirst()))),
                rows(context.volumes().counts()) + unsentElsewhere.getAsLong(),
                0);
    }

    /** @throws StepFailedException if one of the counts is missing */
    static long rows(Map<String, Long> counts) {
        return Stream.concat(HELD.stream(), Stream.of(UNSENT))
                .mapToLong(key -> row(counts, key))
                .sum();
    }

    private static long row(Map<String, Long> counts, String key) {
        Long count = counts.get(key);
        if (count == null) {
            throw new StepFailedException("volume-service does not tell the number of " + key + ", only " + counts);
        }
        return count;
    }
}
