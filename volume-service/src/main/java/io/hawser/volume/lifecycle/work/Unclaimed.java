package io.hawser.volume.lifecycle.work;

import io.hawser.ledger.tx.ColumnCodec;
import io.hawser.ledger.tx.db.Statements;
import io.hawser.v1.Task;
import io.hawser.volume.claim.TaskSpec;
import io.hawser.volume.id.Identifier;
import io.hawser.volume.id.NodeName;
import io.hawser.volume.id.TargetId;
import io.smallrye.mutiny.Uni;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/** A mount of a task that may run; the task has no claim for it, or one that waits. */
record Unclaimed(NodeName node, String source, TargetId target) {
    /**
     * A task that is to stop has no claim that waits. If a node reports a mount that no assignment of this database
     * explains, such a task may run with it, and gets a claim with its next decision. A mount of which the task still
     * releases something does not count: that ends only with an assignment.
     *
     * @param reporting nodes that report such a mount
     */
    static Uni<List<Unclaimed>> on(Statements statements, Collection<NodeName> reporting) {
        return reporting.isEmpty()
                ? Uni.createFrom().item(List.of())
                : statements.select("""
                                select message, array(select target from claim where task = t.name)
                                from task t where node = any($1) and not gone
                                """, (Object) Identifier.array(reporting)).map(found -> found.stream()
                        .flatMap(row -> of(
                                new TaskSpec(ColumnCodec.read(Task.parser(), Statements.bytes(row[0])), false),
                                Set.of((String[]) row[1])))
                        .toList());
    }

    private static Stream<Unclaimed> of(TaskSpec spec, Set<String> claimed) {
        return spec.over()
                ? Stream.empty()
                : spec.mounts().stream()
                        .filter(mount -> !claimed.contains(mount.getTarget()))
                        .map(mount ->
                                new Unclaimed(spec.node(), mount.getSource(), TaskSpec.targetId(spec.task(), mount)));
    }
}
