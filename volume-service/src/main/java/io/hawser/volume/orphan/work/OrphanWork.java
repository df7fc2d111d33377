package io.hawser.volume.orphan.work;

import io.hawser.bus.topic.HawserTopic;
import io.hawser.ledger.catchup.work.CatchUp;
import io.hawser.ledger.due.DueChange;
import io.hawser.ledger.due.work.CaughtUpWork;
import io.hawser.ledger.tx.ColumnCodec;
import io.hawser.ledger.tx.db.LedgerTransaction;
import io.hawser.ledger.tx.db.RowLock;
import io.hawser.v1.MountReport;
import io.hawser.v1.Task;
import io.hawser.volume.claim.TaskSpec;
import io.hawser.volume.claim.db.TaskRow;
import io.hawser.volume.command.db.DeferredRows;
import io.hawser.volume.fence.db.Fences;
import io.hawser.volume.id.NodeName;
import io.hawser.volume.id.NodePlugin;
import io.hawser.volume.id.PluginName;
import io.hawser.volume.id.TaskName;
import io.hawser.volume.lifecycle.DecisionContext;
import io.hawser.volume.lifecycle.Effect;
import io.hawser.volume.lifecycle.Publication;
import io.hawser.volume.lifecycle.db.PublicationRow;
import io.hawser.volume.lifecycle.db.VolumeMapping;
import io.hawser.volume.lifecycle.db.VolumeRow;
import io.hawser.volume.lifecycle.kafka.VolumeRecords;
import io.hawser.volume.node.db.NodePluginRow;
import io.hawser.volume.node.db.NodeRow;
import io.hawser.volume.orphan.OrphanRules;
import io.hawser.volume.orphan.UnexplainedMount;
import io.hawser.volume.orphan.db.OrphanRows;
import io.hawser.volume.orphan.db.OrphanRows.Orphaned;
import io.smallrye.mutiny.Uni;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** The loop over orphaned mounts: catches up, then decides each under its volume's lock. */
@ApplicationScoped
public class OrphanWork implements CaughtUpWork.Subject {
    private static final Duration BEING_CREATED = Duration.ofSeconds(2);
    private static final Duration AGAIN = Duration.ofSeconds(30);

    private final CatchUp catchUp;
    private final VolumeRecords records;

    public OrphanWork(CatchUp catchUp, VolumeRecords records) {
        this.catchUp = catchUp;
        this.records = records;
    }

    @Override
    public CaughtUpWork.WorkDescription description() {
        return new CaughtUpWork.WorkDescription(
                OrphanRows.KIND,
                Set.of(HawserTopic.TASKS, HawserTopic.MOUNTS, HawserTopic.NODES, HawserTopic.VOLUME_COMMANDS),
                false);
    }

    @Override
    public Uni<Optional<CaughtUpWork.Unnoted>> unnoted(LedgerTransaction looking, String key) {
        return OrphanRows.find(looking.statements(), key)
                .map(found -> found.filter(orphaned -> orphaned.barrier().isEmpty())
                        .map(orphaned -> (tx, barrier) -> OrphanRows.note(tx, orphaned, barrier)));
    }

    @Override
    public Uni<Void> decide(LedgerTransaction tx, String key) {
        return OrphanRows.find(tx.statements(), key)
                .chain(found -> found.isEmpty()
                        ? CaughtUpWork.forget(tx, OrphanRows.KIND, key, () -> isAsked(tx, key))
                        : catchUp.reached(tx)
                                .chain(reached ->
                                        found.get().barrier().filter(reached).isPresent()
                                                ? decide(tx, found.get())
                                                : CaughtUpWork.lookAgain(tx, OrphanRows.KIND, key)));
    }

    private static Uni<Boolean> isAsked(LedgerTransaction tx, String key) {
        return OrphanRows.find(tx.statements(), key).map(Optional::isPresent);
    }

    /** Locks in the common order: node, node plugin, volume. The volume's lock guards publications and claims. */
    private Uni<Void> decide(LedgerTransaction tx, Orphaned orphaned) {
        return NodeRow.locked(tx, List.of(orphaned.node()), RowLock.SHARE).chain(nodes -> csiNodeId(tx, orphaned)
                .chain(csiNodeId -> VolumeRow.locked(tx, List.of(orphaned.volume()), RowLock.UPDATE)
                        .chain(volumes -> OrphanRows.find(tx.statements(), orphaned.key())
                                .chain(now -> now.filter(orphaned::isSame).isEmpty()
                                        ? decideAgain(tx, orphaned)
                                        : decide(tx, orphaned, volumes, fence(nodes), csiNodeId)))));
    }

    /** A transaction that had the volume's lock has stored something newer. */
    private static Uni<Void> decideAgain(LedgerTransaction tx, Orphaned orphaned) {
        tx.due(new DueChange.Wake(OrphanRows.KIND, orphaned.key(), tx.now()));
        return Uni.createFrom().voidItem();
    }

    private Uni<Void> decide(
            LedgerTransaction tx,
            Orphaned orphaned,
            List<VolumeRow> volumes,
            OrphanRules.Fence fence,
            String csiNodeId) {
        if (volumes.isEmpty() || !volumes.getFirst().uid.equals(orphaned.uid())) {
            return ofAnotherVolume(tx, orphaned);
        }
        return facts(tx, orphaned, volumes.getFirst(), fence, csiNodeId)
                .chain(facts -> answer(tx, orphaned, facts, volumes.getFirst()));
    }

    /** The mount may belong to the volume that a waiting command creates when this one is gone. */
    private static Uni<Void> ofAnotherVolume(LedgerTransaction tx, Orphaned orphaned) {
        return DeferredRows.isExpected(tx.statements(), orphaned.volume(), orphaned.uid())
                .chain(expected -> {
                    if (!expected) {
                        return OrphanRows.done(tx, orphaned);
                    }
                    tx.due(new DueChange.At(
                            OrphanRows.KIND, orphaned.key(), "", tx.now().plus(BEING_CREATED)));
                    return Uni.createFrom().voidItem();
                });
    }

    private static OrphanRules.Fence fence(List<NodeRow> nodes) {
        if (nodes.stream().anyMatch(Fences::counts)) {
            return OrphanRules.Fence.COUNTS;
        }
        return nodes.stream().anyMatch(Fences::said) ? OrphanRules.Fence.SAID : OrphanRules.Fence.NONE;
    }

    private static Uni<String> csiNodeId(LedgerTransaction tx, Orphaned orphaned) {
        if (!orphaned.csiNodeId().isEmpty()) {
            return Uni.createFrom().item(orphaned.csiNodeId());
        }
        return tx.statements()
                .select(
                        "select plugin from volume where name = $1",
                        orphaned.volume().value())
                .map(found -> found.stream()
                        .map(row -> new NodePlugin(orphaned.node(), new PluginName((String) row[0])))
                        .toList())
                .chain(keys -> NodePluginRow.locked(tx, keys, RowLock.SHARE))
                .map(nodePlugins -> nodePlugins.stream()
                        .findFirst()
                        .map(nodePlugin -> nodePlugin.fingerprint().getCsiNodeId())
                        .orElse(""));
    }

    private static Uni<OrphanRules.Facts> facts(
            LedgerTransaction tx, Orphaned orphaned, VolumeRow volume, OrphanRules.Fence fence, String csiNodeId) {
        UnexplainedMount mount =
                UnexplainedMount.of(ColumnCodec.read(MountReport.parser(), orphaned.report()), orphaned.generation());
        return tx.statements().select("""
                        select exists (select 1 from publication where volume = $1 and node = $2 and generation > 0),
                               exists (select 1 from publication where volume = $1 and node = $2)
                               or exists (select 1 from claim where volume = $1 and node = $2)
                        """, volume.name, orphaned.node().value()).chain(found -> using(
                        tx, orphaned.node(), volume, mount)
                .map(task -> new OrphanRules.Facts(
                        volume.isProvisioned(),
                        (Boolean) found.getFirst()[0],
                        (Boolean) found.getFirst()[1],
                        task,
                        volume.removalForce,
                        fence,
                        volume.pluginName(),
                        csiNodeId)));
    }

    private static Uni<Optional<TaskName>> using(
            LedgerTransaction tx, NodeName node, VolumeRow volume, UnexplainedMount unexplained) {
        return tx.select(TaskRow.class, "where r.node = $1", node.value()).map(tasks -> tasks.stream()
                .map(row -> new TaskSpec(ColumnCodec.read(Task.parser(), row.message), row.gone))
                .filter(spec -> !spec.over())
                .filter(spec -> spec.mounts().stream()
                        .filter(mount -> TaskSpec.answers(mount.getSource(), volume.id(), volume.group))
                        .anyMatch(mount -> unexplained.mayBeUsedBy(TaskSpec.targetId(spec.task(), mount))))
                .map(TaskSpec::name)
                .min(Comparator.naturalOrder()));
    }

    /** The report's generation may be above that of an assignment made meanwhile, which the node would not accept. */
    private static Uni<Void> heard(LedgerTransaction tx, Orphaned orphaned, OrphanRules.Facts facts, VolumeRow volume) {
        if (!facts.assigned()) {
            return Uni.createFrom().voidItem();
        }
        return tx.select(
                        PublicationRow.class,
                        "where r.volume = $1 and r.node = $2",
                        volume.name,
                        orphaned.node().value())
                .invoke(rows -> {
                    PublicationRow row = rows.getFirst();
                    MountReport report = ColumnCodec.read(MountReport.parser(), orphaned.report());
                    DecisionContext decision = new DecisionContext(tx.now(), 0, volume.generation);
                    VolumeMapping.write(
                            volume.id(),
                            VolumeMapping.publication(row).explaining(report, orphaned.generation(), decision),
                            row);
                })
                .replaceWithVoid();
    }

    /** The message becomes part of the volume's condition. */
    private static Uni<Void> waits(LedgerTransaction tx, Orphaned orphaned, String message) {
        if (message.equals(orphaned.message()) && !orphaned.since().isAfter(tx.now())) {
            return Uni.createFrom().voidItem();
        }
        VolumeRow.wake(tx, orphaned.volume());
        return OrphanRows.waits(tx, orphaned.key(), message);
    }

    private Uni<Void> answer(LedgerTransaction tx, Orphaned orphaned, OrphanRules.Facts facts, VolumeRow volume) {
        return switch (OrphanRules.of(facts)) {
            case OrphanRules.Answer.Resolved() -> {
                VolumeRow.wake(tx, volume.id());
                yield heard(tx, orphaned, facts, volume).chain(() -> OrphanRows.done(tx, orphaned));
            }
            case OrphanRules.Answer.Wait(String message) -> {
                tx.due(new DueChange.At(
                        OrphanRows.KIND, orphaned.key(), "", tx.now().plus(facts.created() ? AGAIN : BEING_CREATED)));
                yield waits(tx, orphaned, message);
            }
            case OrphanRules.Answer.Unmount() -> {
                MountReport report = ColumnCodec.read(MountReport.parser(), orphaned.report());
                volume.generation = new DecisionContext(tx.now(), 0, volume.generation).generationAbove(report);
                Publication publication =
                        Publication.orphaned(orphaned.node(), facts.csiNodeId(), volume.generation, report);
                PublicationRow row = new PublicationRow();
                VolumeMapping.write(volume.id(), publication, row);
                records.effects(
                        tx,
                        VolumeMapping.volume(volume, List.of(row)),
                        node -> false,
                        List.of(
                                new Effect.Assign(publication, true, List.of()),
                                new Effect.RecordEvent(
                                        "OrphanedMount",
                                        orphaned.node(),
                                        "mounted there without an assignment: the node has to unmount it")));
                VolumeRow.wake(tx, volume.id());
                tx.add(row);
                yield OrphanRows.done(tx, orphaned);
            }
        };
    }
}
