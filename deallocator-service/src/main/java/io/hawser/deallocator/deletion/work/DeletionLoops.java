package io.hawser.deallocator.deletion.work;

import io.hawser.deallocator.deletion.Resource;
import io.hawser.ledger.LedgerConfig;
import io.hawser.ledger.catchup.StartGate;
import io.hawser.ledger.due.DueLoop;
import io.hawser.ledger.due.DueSignal;
import io.hawser.ledger.tx.Transactions;
import io.quarkus.runtime.ShutdownEvent;
import io.quarkus.runtime.StartupEvent;
import io.vertx.core.Vertx;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import java.util.List;
import java.util.stream.Stream;

/** One loop of due work for each kind of resource. */
@ApplicationScoped
public class DeletionLoops {
    private static final int BATCHES_AT_ONCE = 2;

    private final List<DueLoop> loops;

    public DeletionLoops(
            LedgerConfig config,
            Transactions transactions,
            StartGate gate,
            Vertx vertx,
            DueSignal signal,
            DeletionWork work) {
        loops = Stream.of(Resource.values())
                .map(resource -> new DueLoop(
                                new DueLoop.Settings(
                                        resource.word(), config.due().batch(), BATCHES_AT_ONCE, config.due()),
                                transactions,
                                vertx,
                                signal,
                                names -> work.work(resource, names))
                        .onlyWhile(gate::isOpen))
                .toList();
    }

    void start(@Observes StartupEvent event) {
        loops.forEach(DueLoop::start);
    }

    void stop(@Observes ShutdownEvent event) {
        loops.forEach(DueLoop::stop);
    }
}
