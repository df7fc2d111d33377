package io.hawser.deallocator.deletion.work;

import io.hawser.deallocator.deletion.db.HolderQueries;
import io.hawser.deallocator.kafka.Announcements;
import io.hawser.deallocator.kafka.Kinds;
import io.hawser.ledger.catchup.work.StartGate;
import io.hawser.ledger.due.work.DueLoop;
import io.hawser.ledger.due.work.DueSettings;
import io.hawser.ledger.due.work.DueSignal;
import io.hawser.ledger.due.work.Portions;
import io.hawser.ledger.tx.db.Transactions;
import io.hawser.ledger.wiring.LedgerConfig;
import io.quarkus.runtime.ShutdownEvent;
import io.quarkus.runtime.StartupEvent;
import io.smallrye.mutiny.Uni;
import io.vertx.core.Vertx;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import java.util.List;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.stream.Stream;

/** One loop of due work for services, and one for each kind of resource. */
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
            DeletionWork work,
            HolderQueries holders,
            Announcements announcements) {
        BiFunction<String, Function<List<String>, Uni<Void>>, DueLoop> loop = (word, worker) -> new DueLoop(
                        new DueSettings(word, config.due().batch(), BATCHES_AT_ONCE, config.due()),
                        transactions,
                        vertx,
                        signal,
                        worker)
                .onlyWhile(gate::isOpen);
        Subject services = new Services(holders, announcements);
        loops = Stream.concat(
                        Stream.of(loop.apply(
                                services.word(),
                                new Portions(transactions, Services.SIZES, names -> work.work(services, names)))),
                        Kinds.HAWSERS.all().stream()
                                .map(kind -> new Resources(kind, holders, announcements))
                                .map(kind -> loop.apply(kind.word(), names -> work.work(kind, names))))
                .toList();
    }

    void start(@Observes StartupEvent event) {
        loops.forEach(DueLoop::start);
    }

    void stop(@Observes ShutdownEvent event) {
        loops.forEach(DueLoop::stop);
    }
}
