package io.hawser.volume.claim.work;

import io.hawser.ledger.Revisions;
import io.hawser.ledger.catchup.work.StartGate;
import io.hawser.ledger.due.DueChange;
import io.hawser.ledger.due.work.DueLoop;
import io.hawser.ledger.due.work.DueSettings;
import io.hawser.ledger.due.work.DueSignal;
import io.hawser.ledger.due.work.Portions;
import io.hawser.ledger.due.work.StaleDueRows;
import io.hawser.ledger.tx.db.InOrder;
import io.hawser.ledger.tx.db.LedgerTransaction;
import io.hawser.ledger.tx.db.Transactions;
import io.hawser.ledger.wiring.LedgerConfig;
import io.hawser.v1.TaskVolumes;
import io.hawser.volume.claim.ClaimDecision;
import io.hawser.volume.claim.TaskReport;
import io.hawser.volume.claim.TaskSpec;
import io.hawser.volume.claim.db.TaskRow;
import io.hawser.volume.id.NodeName;
import io.hawser.volume.id.TaskName;
import io.hawser.volume.id.VolumeName;
import io.hawser.volume.kafka.Publishing;
import io.hawser.volume.lifecycle.Claim;
import io.hawser.volume.lifecycle.db.VolumeRow;
import io.hawser.volume.lifecycle.db.VolumesOnNode;
import io.quarkus.runtime.ShutdownEvent;
import io.quarkus.runtime.StartupEvent;
import io.smallrye.mutiny.Uni;
import io.vertx.core.Vertx;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The loop over due tasks: decides about their mounts, stores and publishes the result, and wakes the affected volumes.
 */
@ApplicationScoped
public class TaskWork {
    private static final String SIZES = """
            select name, octet_length(message) + coalesce(octet_length(published), 0) from task where name = any($1)
            """;
    private static final int BATCHES = 2;
    private static final Duration LOOK_AGAIN = Duration.ofSeconds(10);

    private final Transactions transactions;
    private final StartGate gate;
    private final Publishing publishing;
    private final LimitedPlaces limits;
    private final DueLoop loop;
    /** The gate did not wait for them. */
    private final Set<String> late = ConcurrentHashMap.newKeySet();

    public TaskWork(
            Transactions transactions,
            StartGate gate,
            Publishing publishing,
            LimitedPlaces limits,
            LedgerConfig config,
            DueSignal signal,
            Vertx vertx) {
        this.transactions = transactions;
        this.gate = gate;
        this.publishing = publishing;
        this.limits = limits;
        this.loop = new DueLoop(
                        new DueSettings(TaskRow.KIND, config.due().batch(), BATCHES, config.due()),
                        transactions,
                        vertx,
                        signal,
                        new Portions(transactions, SIZES, this::work))
                .onlyWhile(gate::isRead);
    }

    /** After a start or a restore, ended and new tasks are decided before any volume is. */
    void start(@Observes StartupEvent event) {
        gate.decideFirst(TaskRow.KIND, this::dispensable);
        loop.start();
    }

    /** Tasks whose decisions fail: those that may be decided after volumes. */
    private Uni<Set<String>> dispensable(LedgerTransaction tx, Set<String> failing) {
        return LostGrants.none(tx, failing).invoke(late::addAll);
    }

    void stop(@Observes ShutdownEvent event) {
        loop.stop();
    }

    private Uni<Void> work(List<String> tasks) {
        return decide(tasks).chain(gone -> gone.map(names -> StaleDueRows.forget(transactions, TaskRow.KIND, names))
                .orElseGet(() -> work(tasks)));
    }

    /** @return the tasks that do not exist; empty if nothing was decided, because a lock was too weak */
    private Uni<Optional<List<String>>> decide(List<String> tasks) {
        return gate.whenRead(tx -> TaskBatch.load(tx, tasks, limits).chain(batch -> {
            if (!batch.isGuarded()) {
                return Uni.createFrom().item(Optional.empty());
            }
            Set<NodeName> full = new TreeSet<>();
            batch.ready().forEach(row -> one(tx, batch, row).ifPresent(full::add));
            // Claims of this transaction are found only after they are written.
            return (full.isEmpty() ? Uni.createFrom().voidItem() : tx.flush())
                    .chain(() -> InOrder.each(List.copyOf(full), node -> VolumesOnNode.wakeTasks(tx, node)))
                    .replaceWith(Optional.of(
                            tasks.stream().filter(task -> !batch.exists(task)).toList()));
        }));
    }

    /** @return the task's node, if the task takes the last place there */
    private Optional<NodeName> one(LedgerTransaction tx, TaskBatch batch, TaskRow row) {
        ClaimDecision.Input input = batch.input(row);
        ClaimDecision.Outcome outcome = ClaimDecision.of(input, tx.now());
        ClaimIndex.Difference difference = batch.replace(row.id(), outcome.claims());
        Stream.concat(outcome.touched().stream(), outcome.awaited().stream())
                .distinct()
                .forEach(volume -> VolumeRow.wake(tx, volume));
        tx.due(next(row.name, outcome, tx.now()));
        difference.gone().forEach(tx::remove);
        difference.added().forEach(tx::add);
        if (outcome.queueChanged() || !outcome.touched().isEmpty()) {
            wakeOthers(tx, batch, row.id(), input, outcome);
        }
        report(tx, batch, row, input, outcome.claims());
        return outcome.fillsNode() ? Optional.of(input.spec().node()) : Optional.empty();
    }

    private static DueChange next(String task, ClaimDecision.Outcome outcome, Instant now) {
        return outcome.polls()
                ? new DueChange.At(TaskRow.KIND, task, "", now.plus(LOOK_AGAIN))
                : new DueChange.Never(TaskRow.KIND, task);
    }

    private static void wakeOthers(
            LedgerTransaction tx,
            TaskBatch batch,
            TaskName task,
            ClaimDecision.Input input,
            ClaimDecision.Outcome outcome) {
        Set<String> sources = new TreeSet<>();
        Set<VolumeName> before = input.claims().stream()
                .flatMap(claim -> claim.awaits().stream())
                .collect(Collectors.toSet());
        input.volumes().forEach(volume -> {
            boolean concerned = outcome.touched().contains(volume.name())
                    || before.contains(volume.name())
                    || input.spec().mounts().stream()
                            .anyMatch(mount -> TaskSpec.answers(
                                    mount.getSource(),
                                    volume.name(),
                                    volume.spec().getGroup()));
            if (concerned) {
                sources.add(volume.name().value());
                sources.add("group:" + volume.spec().getGroup());
            }
        });
        batch.waitingFor(sources)
                .filter(other -> !other.equals(task))
                .forEach(other -> TaskRow.wake(tx, other.value()));
    }

    private void report(
            LedgerTransaction tx, TaskBatch batch, TaskRow row, ClaimDecision.Input input, List<Claim> claims) {
        TaskSpec spec = input.spec();
        boolean over = spec.over() && claims.isEmpty();
        if (over) {
            // A task may have begun and ended in a lost database: the record that was published then still exists, also
            // if the record of its end names no mounts any more.
            boolean perhapsSaid = !gate.isOpen() || late.contains(row.name);
            // Its orchestrator waits for the tombstone also if the task ended before anything was said of it.
            boolean neverSaid = row.revision == 0;
            if (row.published != null
                    || perhapsSaid
                    || neverSaid && !spec.mounts().isEmpty()) {
                tx.publish(publishing.taskVolumesGone(row.id()));
                row.published = null;
                row.revision = Revisions.next(row.revision, tx.now());
            }
            if (spec.gone()) {
                tx.due(new DueChange.Forget(TaskRow.KIND, row.name));
                tx.remove(row);
            }
            return;
        }
        if (spec.mounts().isEmpty() && claims.isEmpty() && row.published == null) {
            return;
        }
        TaskVolumes report = TaskReport.of(input, claims, batch.isDrained(row.nodeName()));
        byte[] bytes = report.toByteArray();
        if (!Arrays.equals(bytes, row.published)) {
            row.published = bytes;
            row.revision = Revisions.next(row.revision, tx.now());
            tx.publish(publishing.taskVolumes(
                    report.toBuilder().setRevision(row.revision).build(), tx.now()));
        }
    }
}
