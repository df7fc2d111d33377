package io.hawser.volume.orphan;

import io.hawser.v1.MountReport;
import io.hawser.v1.MountState;
import io.hawser.volume.id.TargetId;
import io.hawser.volume.node.AgentRecord;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/**
 * What a node has of a volume that no assignment explains.
 *
 * @param targetsKnown whether these targets are all that it has
 * @param targets that it has or shall have
 * @param unmounting targets that it still has, and shall not have
 */
public record UnexplainedMount(boolean targetsKnown, Set<TargetId> targets, Set<TargetId> unmounting) {
    public UnexplainedMount {
        targets = Set.copyOf(targets);
        unmounting = Set.copyOf(unmounting);
    }

    /**
     * An agent that lost its records does not know all targets. A report that stands in for the node's own, and has a
     * generation, says that there may be some; so does one of a generation before the node's last.
     *
     * @param generation the node's last, as far as known
     */
    public static UnexplainedMount of(MountReport report, long generation) {
        boolean ofTheNode = report.getRevision() > 0;
        boolean last = report.getGeneration() >= generation;
        return new UnexplainedMount(
                last && (ofTheNode ? !report.getOrphaned() : report.getGeneration() == 0),
                targets(report, state -> state != MountState.MOUNT_STATE_UNMOUNTING),
                targets(report, state -> state == MountState.MOUNT_STATE_UNMOUNTING));
    }

    /**
     * Until the mount is answered, a publication may begin to explain it; the node's later reports are the
     * publication's then. A target that such a report does not list is gone.
     *
     * @param published report of the publication; empty = none
     */
    public static UnexplainedMount of(MountReport report, long generation, Optional<MountReport> published) {
        UnexplainedMount mount = of(report, generation);
        return published
                .filter(later -> report.getRevision() > 0 && !later.getOrphaned())
                .filter(later -> AgentRecord.supersedes(
                        later.getAgent(), later.getRevision(), report.getAgent(), report.getRevision()))
                .map(later -> mount.leftIn(of(later, 0)))
                .orElse(mount);
    }

    private UnexplainedMount leftIn(UnexplainedMount later) {
        Set<TargetId> inUse = new HashSet<>(targets);
        inUse.retainAll(later.targets);
        Set<TargetId> going = new HashSet<>(targets);
        going.addAll(unmounting);
        going.retainAll(later.unmounting);
        return new UnexplainedMount(targetsKnown, inUse, going);
    }

    private static Set<TargetId> targets(MountReport report, Predicate<MountState> which) {
        return report.getTargetsList().stream()
                .filter(target -> which.test(target.getState()))
                .map(target -> new TargetId(target.getId()))
                .collect(Collectors.toSet());
    }

    /** Whether a task whose mount has this target may use it. */
    public boolean mayBeUsedBy(TargetId target) {
        return !targetsKnown || targets.contains(target);
    }

    /** Whether something may be mounted that these targets do not account for. */
    public boolean exceeds(Set<TargetId> known) {
        return !targetsKnown || !known.containsAll(targets) || !known.containsAll(unmounting);
    }
}
