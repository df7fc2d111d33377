package io.hawser.node.mount;

import io.hawser.mounts.MountEntry;
import io.hawser.mounts.MountTable;
import io.hawser.node.layout.RootLayout;
import io.hawser.node.layout.SafeSegment;
import io.hawser.node.layout.VolumeKey;
import java.nio.file.Path;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * Compares a record with the kernel's mount table. The table only makes states uncertain, and the plugin then settles
 * them: a mount may be the wrong one, and some plugins publish without a mount that this process can see.
 */
public final class Recovery {
    private Recovery() {}

    /**
     * The record, with every state uncertain that the mount table does not confirm. Without a plugin, the record is
     * only what the table showed.
     */
    public static MountRecord of(MountRecord record, RootLayout layout, MountTable table, String boot) {
        if (record.plugin().isEmpty()) {
            return adopted(MountRecord.none(record.key(), boot), layout, table);
        }
        boolean rebooted = record.endedByReboot(boot);
        // It keeps its boot until a call is made: nothing of this boot is in it.
        MountRecord checked = record;
        if (rebooted && record.staging() != Staging.NONE) {
            checked = checked.unstagedByReboot();
        } else if (record.staging() == Staging.STAGED
                && changed(record.stagingSeen(), table, layout.staging(record.key()))) {
            checked = checked.staging(Staging.STAGING);
        }
        for (TargetRecord target : record.targets()) {
            Path path = layout.target(record.key(), target.id());
            if (target.stands() && (rebooted || changed(target.seen(), table, path))) {
                checked = checked.with(target.in(TargetState.PUBLISHING));
            }
        }
        return adopted(checked, layout, table);
    }

    /**
     * Whether a record is over: a restart of the node ended its mounts, no call was made for it since, and no
     * assignment will ever order the node to let go of them. Otherwise it would be reported for ever.
     *
     * @param order what the assignments say about it, all of which were read
     * @param heldBack why nothing may be taken down now; empty: it may
     */
    public static boolean isOver(MountRecord record, Order order, Optional<String> heldBack, String boot) {
        return record.endedByReboot(boot)
                && heldBack.isEmpty()
                && order instanceof Order.Keep(var message, boolean orphaned)
                && orphaned;
    }

    /** Adds mounts that no record mentions, as uncertain states. */
    private static MountRecord adopted(MountRecord record, RootLayout layout, MountTable table) {
        MountRecord adopted = record;
        if (record.staging() == Staging.NONE
                && !table.below(layout.staging(record.key())).isEmpty()) {
            adopted = adopted.with(Staging.STAGING, Optional.empty());
        }
        Path targets = layout.targets(record.key());
        for (MountEntry entry : table.below(targets)) {
            Path leaf = targets.relativize(entry.mountPoint());
            String id = leaf.getName(0).toString();
            if (SafeSegment.isSafe(id) && adopted.target(id).isEmpty()) {
                adopted =
                        adopted.with(new TargetRecord(id, "", false, false, TargetState.PUBLISHING, Optional.empty()));
            }
        }
        return adopted;
    }

    /** Every creation of a volume that has a mount. */
    public static Set<VolumeKey> mounted(RootLayout layout, MountTable table) {
        Set<VolumeKey> keys = new TreeSet<>();
        for (MountEntry entry : table.below(layout.volumes())) {
            Path below = layout.volumes().relativize(entry.mountPoint());
            if (below.getNameCount() > 2) {
                String volume = below.getName(0).toString();
                String uid = below.getName(1).toString();
                if (SafeSegment.isSafe(volume) && SafeSegment.isSafe(uid)) {
                    keys.add(new VolumeKey(volume, uid));
                }
            }
        }
        return keys;
    }

    private static boolean changed(Optional<String> seen, MountTable table, Path path) {
        return seen.isPresent() && !seen.equals(table.at(path).map(MountEntry::what));
    }
}
