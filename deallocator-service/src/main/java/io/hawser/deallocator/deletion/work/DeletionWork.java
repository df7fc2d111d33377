package io.hawser.deallocator.deletion.work;

import io.hawser.bus.topic.HawserTopic;
import io.hawser.deallocator.deletion.Deletion;
import io.hawser.deallocator.deletion.NextStep;
import io.hawser.deallocator.deletion.Resource;
import io.hawser.deallocator.kafka.Announcements;
import io.hawser.ledger.Revisions;
import io.hawser.ledger.catchup.CatchUp;
import io.hawser.ledger.catchup.StartGate;
import io.hawser.ledger.due.CaughtUpWork;
import io.hawser.ledger.due.DueChange;
import io.hawser.ledger.tx.LedgerTransaction;
import io.smallrye.mutiny.Uni;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import org.jboss.logging.Logger;

/**
 * Takes due deletions one step further. The watermarks are read between two transactions, so that no row is locked
 * while Kafka answers. The second transaction decides anew.
 */
@ApplicationScoped
public class DeletionWork {
    private static final Logger LOG = Logger.getLogger(DeletionWork.class);
    private static final List<HawserTopic> READ =
            List.of(HawserTopic.TASKS, HawserTopic.SERVICES, HawserTopic.NETWORKS);

    private final Candidates candidates;
    private final CatchUp catchUp;
    private final StartGate gate;
    private final Announcements announcements;

    public DeletionWork(StartGate gate, Candidates candidates, CatchUp catchUp, Announcements announcements) {
        this.gate = gate;
        this.candidates = candidates;
        this.catchUp = catchUp;
        this.announcements = announcements;
    }

    /** Works on all of these names. Completes when each is decided or due again. */
    public Uni<Void> work(Resource resource, Collection<String> names) {
        return gate.whenOpen(tx -> decide(tx, resource, names, Optional.empty()))
                .chain(quiet -> quiet.isEmpty()
                        ? Uni.createFrom().voidItem()
                        : catchUp.barrier(READ)
                                .chain(barrier ->
                                        gate.whenOpen(tx -> decide(tx, resource, quiet, Optional.of(barrier.toText()))))
                                .replaceWithVoid());
    }

    /** @return names whose watermarks are still to be noted */
    private Uni<List<String>> decide(
            LedgerTransaction tx, Resource resource, Collection<String> names, Optional<String> noted) {
        return candidates.lock(tx, resource, names).chain(locked -> catchUp.reached(tx)
                .map(reached -> {
                    List<String> quiet = new ArrayList<>();
                    for (Candidate candidate : locked) {
                        if (step(tx, resource, candidate, noted, reached)) {
                            quiet.add(candidate.name());
                        }
                    }
                    return List.copyOf(quiet);
                }));
    }

    private boolean step(
            LedgerTransaction tx,
            Resource resource,
            Candidate candidate,
            Optional<String> noted,
            Predicate<String> reached) {
        NextStep next = NextStep.of(candidate.deletion().toDomain(), candidate.holders(), reached);
        if (next instanceof NextStep.NoteWatermarks && noted.isPresent()) {
            candidate.deletion().set(new Deletion.Asked(noted));
            next = NextStep.of(candidate.deletion().toDomain(), candidate.holders(), reached);
        }
        switch (next) {
            case NextStep.Nothing() -> never(tx, resource, candidate);
            case NextStep.WaitFor ignored -> {
                candidate.deletion().set(new Deletion.Asked(Optional.empty()));
                never(tx, resource, candidate);
            }
            case NextStep.NoteWatermarks() -> lookAgain(tx, resource, candidate);
            case NextStep.CatchUp ignored -> lookAgain(tx, resource, candidate);
            case NextStep.Deallocate(Deletion.Asked asked) -> deallocate(tx, resource, candidate, asked);
        }
        return next instanceof NextStep.NoteWatermarks;
    }

    private static void lookAgain(LedgerTransaction tx, Resource resource, Candidate candidate) {
        CaughtUpWork.lookAgain(tx, resource.word(), candidate.name());
    }

    private static void never(LedgerTransaction tx, Resource resource, Candidate candidate) {
        tx.due(new DueChange.Never(resource.word(), candidate.name()));
    }

    private void deallocate(LedgerTransaction tx, Resource resource, Candidate candidate, Deletion.Asked asked) {
        long revision = Revisions.next(0, tx.now());
        candidate.deletion().set(asked.deallocate(revision));
        announcements.deallocation(tx, resource, candidate.name(), revision);
        announcements.deallocated(tx, resource, candidate.name());
        candidate.whenDeallocated().run();
        never(tx, resource, candidate);
        LOG.infof("deallocated resource=%s revision=%d", resource.key(candidate.name()), revision);
    }
}
