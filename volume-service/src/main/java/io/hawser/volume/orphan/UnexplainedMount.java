package io.hawser.volume.orphan;

import io.hawser.v1.MountReport;
import io.hawser.v1.MountedTarget;
import io.hawser.volume.id.TargetId;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * What a node has of a volume that no assignment explains.
 *
 * @param targetsKnown whether {@code targets} are all that it has
 */
public record UnexplainedMount(boolean targetsKnown, Set<TargetId> targets) {
    public UnexplainedMount {
        targets = Set.copyOf(targets);
    }

    /**
     * An agent that lost its records does not know all targets. A report that stands in for the node's own, and has a
     * generation, says that there may be some.
     */
    public static UnexplainedMount of(MountReport report) {
        boolean ofTheNode = report.getRevision() > 0;
        return new UnexplainedMount(
                ofTheNode ? !report.getOrphaned() : report.getGeneration() == 0,
                report.getTargetsList().stream()
                        .map(MountedTarget::getId)
                        .map(TargetId::new)
                        .collect(Collectors.toSet()));
    }

    /** Whether a task whose mount has this target may use it. */
    public boolean mayBeUsedBy(TargetId target) {
        return !targetsKnown || targets.contains(target);
    }
}
