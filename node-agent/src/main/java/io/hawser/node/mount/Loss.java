package io.hawser.node.mount;

import io.hawser.mounts.MountEntry;
import io.hawser.mounts.MountTable;
import io.hawser.node.layout.RootLayout;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Mounts of a volume that ended without a call of this agent, and what ended them.
 *
 * @param reason CamelCase word
 * @param message for people
 */
public record Loss(String reason, String message) {
    private static final String NEXT = "; where it is wanted it is mounted again";

    /**
     * What the comparison with the mount table made uncertain.
     *
     * @param before the record
     * @param after what {@link Recovery#of} made of it
     * @param table the one that it was compared with
     * @param boot the machine's present one
     */
    public static List<Loss> between(
            MountRecord before, MountRecord after, RootLayout layout, MountTable table, String boot) {
        Map<String, Path> lost = lost(before, after, layout);
        if (lost.isEmpty()) {
            return List.of();
        }
        if (before.endedByReboot(boot)) {
            return List.of(new Loss(
                    "MountsEndedByReboot",
                    "the node was restarted (boot " + before.boot() + ", now " + boot
                            + "), which ended what was mounted at " + String.join(", ", lost.keySet()) + NEXT));
        }
        List<Loss> losses = new ArrayList<>();
        lost.forEach((name, path) -> losses.add(table.at(path)
                .map(other -> replaced(name, other))
                .orElseGet(() -> new Loss(
                        "MountLost", "what was mounted at " + name + " was unmounted, and not by this agent" + NEXT))));
        return losses;
    }

    private static Loss replaced(String name, MountEntry other) {
        return new Loss(
                "MountReplaced",
                "something else is mounted at " + name + " now, and not by this agent: " + other.fsType() + " "
                        + other.source() + "; the plugin is asked to mount what is wanted");
    }

    private static Map<String, Path> lost(MountRecord before, MountRecord after, RootLayout layout) {
        Map<String, Path> lost = new LinkedHashMap<>();
        if (before.staging() == Staging.STAGED && after.staging() != Staging.STAGED) {
            lost.put("the staging path", layout.staging(before.key()));
        }
        for (TargetRecord target : before.targets()) {
            if (target.stands()
                    && after.target(target.id()).filter(now -> !now.stands()).isPresent()) {
                lost.put("target " + target.id(), layout.target(before.key(), target.id()));
            }
        }
        return lost;
    }
}
