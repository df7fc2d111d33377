package io.hawser.volume.lifecycle.work;

import io.hawser.ledger.call.CallToken;
import io.hawser.ledger.call.work.CallDeadline;
import io.hawser.ledger.catchup.work.CatchUp;
import io.hawser.ledger.catchup.work.StartGate;
import io.hawser.ledger.due.DueChange;
import io.hawser.ledger.tx.db.InOrder;
import io.hawser.ledger.tx.db.LedgerTransaction;
import io.hawser.ledger.tx.db.RowLock;
import io.hawser.v1.CommandResult;
import io.hawser.volume.claim.db.TaskRow;
import io.hawser.volume.command.db.CommandRow;
import io.hawser.volume.id.VolumeName;
import io.hawser.volume.lifecycle.CallEffects;
import io.hawser.volume.lifecycle.Claim;
import io.hawser.volume.lifecycle.Conditions;
import io.hawser.volume.lifecycle.DecisionContext;
import io.hawser.volume.lifecycle.Effect;
import io.hawser.volume.lifecycle.Operation;
import io.hawser.volume.lifecycle.Policy;
import io.hawser.volume.lifecycle.Reconciliation;
import io.hawser.volume.lifecycle.Volume;
import io.hawser.volume.lifecycle.VolumeInputs;
import io.hawser.volume.lifecycle.VolumeInputs.PluginFacts;
import io.hawser.volume.lifecycle.db.VolumeMapping;
import io.hawser.volume.lifecycle.db.VolumeRow;
import io.hawser.volume.lifecycle.kafka.VolumeRecords;
import io.hawser.volume.wiring.VolumeConfig;
import io.smallrye.mutiny.Uni;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;

/**
 * Decides about a batch of volumes in one transaction. Locks what the decisions read, applies outcomes, and stores the
 * new states, outgoing records, due times and call intents. Returns the calls; {@link VolumeCalls} makes them.
 */
@ApplicationScoped
public class VolumeWork {
    /** Pause before a volume is looked at again whose call runs longer than its token. */
    private static final Duration CALL_RUNS = Duration.ofSeconds(1);

    private final StartGate gate;
    private final CatchUp catchUp;
    private final VolumeRecords records;
    private final Policy policy;
    private final PluginCallLimiter permits;
    private final OwnCalls own;
    private final VolumeConfig config;
    private final Clock clock;

    public VolumeWork(
            StartGate gate,
            CatchUp catchUp,
            VolumeRecords records,
            Policy policy,
            PluginCallLimiter permits,
            OwnCalls own,
            VolumeConfig config,
            Clock clock) {
        this.gate = gate;
        this.catchUp = catchUp;
        this.records = records;
        this.policy = policy;
        this.permits = permits;
        this.own = own;
        this.config = config;
        this.clock = clock;
    }

    /** A call whose intent and token are stored. */
    record PlannedCall(Volume volume, Operation operation, String endpoint, CallToken token, CallDeadline deadline) {
        CallQueue queue() {
            return CallQueue.of(volume.plugin(), operation);
        }
    }

    /** The result of a batch; each decision adds its part. */
    static final class Worked {
        final List<PlannedCall> calls = new ArrayList<>();
        /** Volumes whose removal waits for a barrier that is not noted yet, with their uids. */
        final Map<VolumeName, String> needBarrier = new HashMap<>();
        /** The barriers, by volume, up to which the topics are not yet read. */
        final Map<String, String> unreached = new HashMap<>();
        /** The answers to commands that ended. */
        final List<CommandResult> answers = new ArrayList<>();
        /** What the plugin's rejections say about attachments that no record has. */
        final List<PerhapsAttached.Suspected> suspected = new ArrayList<>();
        /** Volumes that could not be decided now; their outcomes are still to be applied. */
        final List<VolumeName> passed;
        /** Volumes that do not exist. */
        final List<VolumeName> gone;
        /** Where a volume was detached. */
        final Set<FreedPlaces.Place> freed = new HashSet<>();

        Worked(List<VolumeName> passed, List<VolumeName> gone) {
            this.passed = passed;
            this.gone = gone;
        }
    }

    /** Due volumes; skips a volume that another transaction has locked. */
    Uni<Worked> due(Collection<VolumeName> volumes) {
        return work(volumes, Map.of(), RowLock.UPDATE_SKIP_LOCKED);
    }

    /** Volumes whose calls ended; waits for the lock of each. */
    Uni<Worked> ended(Map<VolumeName, Reconciliation.Ended> endings) {
        return work(endings.keySet(), endings, RowLock.UPDATE);
    }

    private Uni<Worked> work(
            Collection<VolumeName> volumes, Map<VolumeName, Reconciliation.Ended> endings, RowLock lock) {
        // Starts before the transaction: the call loses the time that the transaction takes.
        CallDeadline deadline = CallDeadline.start(config.rpcDeadline(), config.clockMargin(), clock, System::nanoTime);
        AtomicReference<PluginCallLimiter.Taking> taking = new AtomicReference<>(permits.taking());
        return gate.whenOpen(tx -> {
                    taking.getAndSet(permits.taking()).giveBack();
                    return work(tx, volumes, endings, lock, deadline, taking.get());
                })
                .onFailure()
                .invoke(() -> taking.get().giveBack());
    }

    private Uni<Worked> work(
            LedgerTransaction tx,
            Collection<VolumeName> volumes,
            Map<VolumeName, Reconciliation.Ended> endings,
            RowLock lock,
            CallDeadline deadline,
            PluginCallLimiter.Taking taking) {
        return VolumeBatch.load(tx, catchUp, volumes, endings.values(), lock)
                .map(batch -> {
                    Worked worked = new Worked(batch.passed(), absent(batch, volumes));
                    batch.ready().forEach(row -> {
                        Optional<Reconciliation.Ended> ended =
                                Optional.ofNullable(endings.get(row.id())).map(ending -> batch.checked(row, ending));
                        if (isOverTooEarly(row, ended, tx.now())) {
                            tx.due(new DueChange.At(
                                    VolumeRow.KIND, row.name, "", tx.now().plus(CALL_RUNS)));
                        } else {
                            one(tx, batch, row, ended, deadline, taking, worked);
                        }
                    });
                    return worked;
                })
                .call(worked -> InOrder.each(worked.suspected, suspected -> suspected.store(tx)))
                .call(worked -> answer(tx, worked.answers));
    }

    /** By the database's clock the call has ended without an ending, but this process has it. */
    private boolean isOverTooEarly(VolumeRow row, Optional<Reconciliation.Ended> ended, Instant now) {
        return row.callUntil != null
                && !now.isBefore(row.callUntil)
                && own.has(row.callId)
                && ended.filter(ending -> ending.callId().equals(row.callId)).isEmpty();
    }

    private Uni<Void> answer(LedgerTransaction tx, List<CommandResult> ended) {
        return ended.isEmpty()
                ? Uni.createFrom().voidItem()
                : CommandRow.revisions(tx, ended)
                        .chain(last -> CommandRow.answered(tx, records.answers(tx, ended, last)));
    }

    private static List<VolumeName> absent(VolumeBatch batch, Collection<VolumeName> volumes) {
        return volumes.stream().filter(volume -> !batch.exists(volume)).toList();
    }

    private void one(
            LedgerTransaction tx,
            VolumeBatch batch,
            VolumeRow row,
            Optional<Reconciliation.Ended> ended,
            CallDeadline deadline,
            PluginCallLimiter.Taking taking,
            Worked worked) {
        Volume before = batch.volume(row);
        List<Claim> holders = batch.claims(row);
        VolumeInputs inputs = batch.facts(row);
        DecisionContext decision =
                new DecisionContext(tx.now(), ThreadLocalRandom.current().nextDouble());
        Reconciliation.Outcome outcome =
                Reconciliation.of(new Reconciliation.Input(before, holders, inputs, ended), policy, decision);
        // A kind of calls that has no permit left does not delay the volume's calls of another kind.
        Optional<Operation> call = outcome.calls().stream()
                .filter(operation -> taking.take(CallQueue.of(before.plugin(), operation), row.queuedSince != null))
                .findFirst();
        row.queuedSince =
                outcome.calls().isEmpty() || call.isPresent() ? null : LongQueued.since(row.queuedSince, tx.now());
        Optional<Volume> after = outcome.volume()
                .map(volume -> call.map(operation -> intend(tx, volume, operation, inputs, deadline, worked))
                        .orElse(volume));
        worked.answers.addAll(records.effects(tx, outcome.volume().orElse(before), inputs::removed, outcome.effects()));
        records.created(row, before, after).ifPresent(worked.answers::add);
        VolumeChanges.publications(tx, batch.publicationRows(before.name()), after, before.name());
        VolumeChanges.wakeOrphaned(tx, before, after, inputs);
        VolumeChanges.claims(tx, batch.claimRows(before.name()), outcome.claims());
        if (VolumeChanges.concernsWaiting(before, outcome.volume(), holders, outcome.claims())
                || inputs.isUndecided(before)) {
            batch.waitingTasks(row).forEach(task -> TaskRow.wake(tx, task));
        }
        store(tx, batch, row, after, outcome, inputs);
        if (outcome.effects().stream().anyMatch(Effect.NoteBarrier.class::isInstance)) {
            worked.needBarrier.put(before.name(), before.uid());
        }
        after.flatMap(Volume::removal)
                .flatMap(Volume.Removal::barrier)
                .filter(noted -> !batch.isReached(noted))
                .ifPresent(noted -> worked.unreached.put(row.name, noted));
        worked.suspected.addAll(PerhapsAttached.suspected(row, after, outcome.effects()));
        worked.freed.addAll(FreedPlaces.of(before, after));
    }

    private static Volume intend(
            LedgerTransaction tx,
            Volume volume,
            Operation operation,
            VolumeInputs inputs,
            CallDeadline deadline,
            Worked worked) {
        CallToken token = CallToken.of(UUID.randomUUID().toString(), tx.now(), deadline.rpc(), deadline.margin());
        PluginFacts plugin = inputs.plugin().orElseThrow();
        Volume intended = CallEffects.intend(volume, operation, token, plugin.capabilities());
        worked.calls.add(new PlannedCall(intended, operation, plugin.endpoint(), token, deadline));
        return intended;
    }

    private void store(
            LedgerTransaction tx,
            VolumeBatch batch,
            VolumeRow row,
            Optional<Volume> after,
            Reconciliation.Outcome outcome,
            VolumeInputs inputs) {
        if (after.isEmpty()) {
            records.gone(tx, row.id());
            tx.due(new DueChange.Forget(VolumeRow.KIND, row.name));
            tx.remove(row);
            return;
        }
        Volume volume = after.get();
        VolumeMapping.write(volume, row);
        row.unservedSince = inputs.served() ? null : LongQueued.since(row.unservedSince, tx.now());
        Conditions.Input said = new Conditions.Input(
                volume,
                outcome.claims(),
                inputs,
                Optional.ofNullable(row.queuedSince),
                Optional.ofNullable(row.unservedSince));
        records.state(tx, row, said, batch.waitingFor(row.id()), batch.suspects(row));
        Optional<Instant> toTell = Conditions.next(said, tx.now());
        row.lookAt = row.queuedSince == null
                ? null
                : LongQueued.lookAt(outcome, toTell, tx.now()).orElse(null);
        tx.due(next(row, volume, outcome, toTell));
    }

    /** A queued volume has no other due time; {@link LongQueued} wakes it. */
    private static DueChange next(
            VolumeRow row, Volume volume, Reconciliation.Outcome outcome, Optional<Instant> toTell) {
        if (row.queuedSince != null) {
            // Of several queues it waits in any, and after each look perhaps in another one.
            List<Operation.Kind> kinds = LongQueued.kinds(outcome);
            CallQueue queue = new CallQueue(
                    volume.plugin(), kinds.get(ThreadLocalRandom.current().nextInt(kinds.size())));
            return new DueChange.At(VolumeRow.KIND, row.name, queue.inTable(), row.queuedSince);
        }
        return Stream.of(volume.call().map(call -> call.token().until()).or(outcome::next), toTell)
                .flatMap(Optional::stream)
                .min(Comparator.naturalOrder())
                .<DueChange>map(when -> new DueChange.At(VolumeRow.KIND, row.name, "", when))
                .orElseGet(() -> new DueChange.Never(VolumeRow.KIND, row.name));
    }
}
