package io.hawser.volume.claim.work;

import io.hawser.ledger.tx.ColumnCodec;
import io.hawser.ledger.tx.db.LedgerTransaction;
import io.hawser.ledger.tx.db.Statements;
import io.hawser.v1.MountReport;
import io.hawser.volume.claim.TaskSpec;
import io.hawser.volume.id.TaskName;
import io.hawser.volume.orphan.UnexplainedMount;
import io.smallrye.mutiny.Uni;
import java.util.Collection;
import java.util.HashSet;
import java.util.Set;

/** Mounts that only a lost life of the database granted, as far as the nodes report them. */
final class LostGrants {
    private LostGrants() {}

    /**
     * The tasks that need no decision before their volumes get one: no node reports a mount of theirs for which they
     * have no claim. The decision about such a mount's volume would take it from the running task. A container only
     * starts on a mount that its node reported, and the reports are read before. So a publication's report counts as it
     * is. A mount without assignment may be any task's if its report is older than the node's last assignment.
     */
    static Uni<Set<String>> none(LedgerTransaction tx, Collection<String> tasks) {
        return tx.statements()
                .select("""
                        select t.name, r.report, r.generation,
                          array(select target_id from claim c
                                where c.task = t.name and c.volume = r.volume and c.node = t.node)
                        from task t join (
                          select volume, node, reported as report, 0::bigint as generation
                          from publication where reported is not null
                          union all select volume, node, report, generation from orphaned_mount) r on r.node = t.node
                        where t.name = any($1)
                        """, (Object) tasks.toArray(String[]::new))
                .map(rows -> {
                    Set<String> none = new HashSet<>(tasks);
                    rows.stream()
                            .filter(row -> isUsing(
                                    new TaskName((String) row[0]),
                                    UnexplainedMount.of(
                                            ColumnCodec.read(MountReport.parser(), Statements.bytes(row[1])),
                                            (Long) row[2]),
                                    Set.of((String[]) row[3])))
                            .forEach(row -> none.remove((String) row[0]));
                    return none;
                });
    }

    /** @param claimed targets of the task's claims on the volume */
    static boolean isUsing(TaskName task, UnexplainedMount mount, Set<String> claimed) {
        return !mount.targetsKnown()
                || mount.targets().stream()
                        .anyMatch(target -> TaskSpec.mayBeTargetOf(task, target) && !claimed.contains(target.value()));
    }
}
