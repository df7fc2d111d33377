package io.hawser.deallocator.deletion.work;

import io.hawser.bus.topic.HawserTopic;
import io.hawser.deallocator.deletion.Deletion;
import io.hawser.deallocator.deletion.NextStep;
import io.hawser.deallocator.deletion.ResourceId;
import io.hawser.deallocator.kafka.Announcements;
import io.hawser.deallocator.kafka.Kinds;
import io.hawser.deallocator.kafka.ResourceKind;
import io.hawser.deallocator.wiring.DeletionConfig;
import io.hawser.ledger.Revisions;
import io.hawser.ledger.catchup.Barrier;
import io.hawser.ledger.catchup.work.CatchUp;
import io.hawser.ledger.catchup.work.StartGate;
import io.hawser.ledger.due.DueChange;
import io.hawser.ledger.due.work.CaughtUpWork;
import io.hawser.ledger.tx.db.LedgerTransaction;
import io.smallrye.mutiny.Uni;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jboss.logging.Logger;

/**
 * Takes due deletions one step further. The watermarks are read between two transactions, so that no row is locked
 * while Kafka answers. The second transaction decides again.
 */
@ApplicationScoped
public class DeletionWork {
    private static final Logger LOG = Logger.getLogger(DeletionWork.class);
    /** A holder's end wakes only the rows that it has locked, and this one may be younger than those. */
    private static final Duration LOOK_AGAIN = Duration.ofMinutes(1);

    /** @param seen by name: the last change before the watermarks were asked for */
    private record Noted(Barrier watermarks, Map<String, Instant> seen) {
        boolean isReachable(String earlier) {
            return Barrier.parse(earlier).reachedBy(watermarks.ends());
        }

        Deletion.Asked by(ResourceId id, Deletion.Asked asked) {
            Instant last = seen.get(id.name());
            return last == null ? asked : asked.noted(watermarks.toText(), last);
        }
    }

    private final CatchUp catchUp;
    private final StartGate gate;
    private final DeletionConfig config;
    private final Announcements announcements;
    private final Set<HawserTopic> read;

    public DeletionWork(StartGate gate, CatchUp catchUp, DeletionConfig config, Announcements announcements) {
        this.gate = gate;
        this.catchUp = catchUp;
        this.config = config;
        this.announcements = announcements;
        this.read = Stream.concat(
                        Stream.of(HawserTopic.TASKS, HawserTopic.SERVICES),
                        Kinds.HAWSERS.all().stream().map(ResourceKind::topic))
                .collect(Collectors.toUnmodifiableSet());
    }

    /** Works on all of these names. Completes when each is decided or due again. */
    Uni<Void> work(Subject subject, Collection<String> names) {
        return gate.whenOpen(tx -> decide(tx, subject, names, Optional.empty()))
                .chain(quiet -> quiet.isEmpty()
                        ? Uni.createFrom().voidItem()
                        : catchUp.barrier(read)
                                .map(barrier -> Optional.of(new Noted(barrier, quiet)))
                                .chain(noted -> gate.whenOpen(tx -> decide(tx, subject, quiet.keySet(), noted)))
                                .replaceWithVoid());
    }

    /**
     * The positions are read first: everything below them is stored before the holders are read, also a record that
     * concerns a service which it does not lock.
     *
     * @return names that wait for watermarks, each with its last change: none are noted, or they are not reached, and
     *     may never be
     */
    private Uni<Map<String, Instant>> decide(
            LedgerTransaction tx, Subject subject, Collection<String> names, Optional<Noted> noted) {
        return catchUp.reached(tx).chain(reached -> subject.lock(tx, names).map(locked -> {
            Map<String, Instant> quiet = new HashMap<>();
            for (Candidate candidate : locked) {
                NextStep next = step(tx, candidate, noted, reached);
                if (next.needsWatermarks(ignored -> false)
                        && candidate.deletion().toDomain() instanceof Deletion.Asked asked) {
                    quiet.put(candidate.id().name(), asked.changed());
                }
            }
            return Map.copyOf(quiet);
        }));
    }

    private NextStep step(LedgerTransaction tx, Candidate candidate, Optional<Noted> noted, Predicate<String> reached) {
        NextStep next = next(candidate, reached);
        if (noted.isPresent()
                && next.needsWatermarks(noted.get()::isReachable)
                && candidate.deletion().toDomain() instanceof Deletion.Asked asked) {
            candidate.deletion().set(noted.get().by(candidate.id(), asked));
            next = next(candidate, reached);
        }
        ResourceId id = candidate.id();
        switch (next) {
            case NextStep.Nothing _, NextStep.Kept _ -> never(tx, id);
            case NextStep.WaitFor ignored -> {
                if (candidate.deletion().toDomain() instanceof Deletion.Asked asked) {
                    candidate.deletion().set(asked.waiting());
                }
                at(tx, id, LOOK_AGAIN);
            }
            case NextStep.NoteWatermarks _, NextStep.CatchUp _ -> CaughtUpWork.lookAgain(tx, id.kind(), id.name());
            case NextStep.Deallocate(Deletion.Asked asked) -> deallocate(tx, candidate, asked);
            case NextStep.WriteAgain(Deletion.Deallocated decided) -> {
                candidate.ending().again(decided);
                later(tx, candidate);
            }
        }
        return next;
    }

    private static NextStep next(Candidate candidate, Predicate<String> reached) {
        return NextStep.of(candidate.deletion().toDomain(), candidate.mayGo(), candidate.holders(), reached);
    }

    private static void never(LedgerTransaction tx, ResourceId id) {
        tx.due(new DueChange.Never(id.kind(), id.name()));
    }

    private static void at(LedgerTransaction tx, ResourceId id, Duration later) {
        tx.due(new DueChange.At(id.kind(), id.name(), "", tx.now().plus(later)));
    }

    private void later(LedgerTransaction tx, Candidate candidate) {
        ResourceId id = candidate.id();
        if (candidate.ending().isWrittenAgain()) {
            at(tx, id, config.writeAgainEvery());
        } else {
            never(tx, id);
        }
    }

    private void deallocate(LedgerTransaction tx, Candidate candidate, Deletion.Asked asked) {
        long revision = Revisions.next(0, tx.now());
        Deletion.Deallocated decided = new Deletion.Deallocated(revision, tx.now());
        candidate.deletion().set(decided);
        candidate.ending().decided(decided);
        announcements.deallocated(tx, candidate.id(), asked.changed());
        later(tx, candidate);
        tx.afterCommit(() -> LOG.infof("deallocated resource=%s revision=%d", candidate.id(), revision));
    }
}
