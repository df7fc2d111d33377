package io.hawser.node.holder;

import io.hawser.mounts.MountEntry;
import io.hawser.mounts.MountTable;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/**
 * Why a mount point is busy.
 *
 * @param below mount points below it, which must be unmounted first
 * @param holders processes that use it
 * @param unseen what the agent lacks to see every process; empty: nothing
 */
public record Holding(List<Path> below, List<Holder> holders, String unseen) {
    private static final int NAMED = 5;

    public Holding {
        below = List.copyOf(below);
        holders = List.copyOf(holders);
    }

    public static Holding of(Path mountPoint, MountTable table, List<Holder> holders, String unseen) {
        return new Holding(
                table.below(mountPoint).stream()
                        .map(MountEntry::mountPoint)
                        .filter(path -> !path.equals(mountPoint))
                        .distinct()
                        .toList(),
                holders,
                unseen);
    }

    /** For people; names a few and counts the rest. */
    public String sentence() {
        List<String> parts = new ArrayList<>();
        if (!below.isEmpty()) {
            parts.add("mounted below it: " + some(below));
        }
        if (!holders.isEmpty()) {
            parts.add("held: " + some(holders));
        }
        if (parts.isEmpty()) {
            parts.add("no process is seen to hold it");
        }
        if (!unseen.isEmpty()) {
            parts.add("not every process is seen: " + unseen);
        }
        return String.join("; ", parts);
    }

    private static String some(List<?> all) {
        String named = all.stream().limit(NAMED).map(String::valueOf).collect(Collectors.joining(", "));
        return all.size() > NAMED ? named + ", and " + (all.size() - NAMED) + " more" : named;
    }
}
