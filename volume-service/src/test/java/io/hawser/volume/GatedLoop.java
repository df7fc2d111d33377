package io.hawser.volume;

import io.hawser.bus.topic.TopicNames;
import io.hawser.ledger.catchup.work.StartGate;
import io.hawser.ledger.due.DueChange;
import io.hawser.ledger.due.Leased;
import io.hawser.ledger.due.work.CaughtUpWork;
import io.hawser.ledger.due.work.DueLeases;
import io.hawser.ledger.due.work.DueSignal;
import io.hawser.ledger.testkit.HeldGate;
import io.hawser.ledger.tx.db.DatabaseLife;
import io.hawser.ledger.tx.db.LedgerTransaction;
import io.hawser.ledger.tx.db.Statements;
import io.hawser.ledger.tx.db.Transactions;
import io.hawser.ledger.wiring.LedgerConfig;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.smallrye.mutiny.Uni;
import io.vertx.core.Vertx;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.function.Function;

/** What a loop over due work stands on, without a database: one key is due, and what the loop does is noted. */
public final class GatedLoop {
    public static final String LOOKED = "looked";
    public static final String DECIDED_IN_THE_GATE = "decided in the gate";
    public static final String DECIDED_OUTSIDE = "decided outside of it";

    private static final String KEY = "due";

    public final DueSignal signal = new DueSignal(new SimpleMeterRegistry());
    public final List<String> noted = new ArrayList<>();
    public final LedgerConfig config = HeldGate.config();
    public final Transactions transactions;
    public final StartGate gate;
    private final Queue<DueLeases.Look> looks = new ArrayDeque<>(List.of(new DueLeases.Look(
            List.of(new Leased(KEY, OffsetDateTime.MIN, OffsetDateTime.MAX, Duration.ZERO)), List.of(""), true)));

    /**
     * @param read whether the topics are read
     * @param found what the loop finds where it reads without a lock
     */
    public GatedLoop(boolean read, Object found) {
        transactions = new Noting(found);
        gate = new FixedGate(read);
    }

    public void start(CaughtUpWork.Subject subject) {
        new CaughtUpWork(transactions, null, gate, config, vertx(), signal).start(null, List.of(subject));
    }

    /** A timer that never fires: a loop looks when it is woken. */
    public static Vertx vertx() {
        return (Vertx) Proxy.newProxyInstance(
                GatedLoop.class.getClassLoader(),
                new Class<?>[] {Vertx.class},
                (proxy, method, arguments) -> method.getReturnType() == long.class ? (Object) 1L : null);
    }

    /** Somebody commits that the key is due. */
    public void wake(String kind) {
        Instant now = Instant.EPOCH;
        signal.committed(List.of(new DueChange.Wake(kind, KEY, now)), now);
    }

    private final class Noting extends Transactions {
        private final Object found;

        Noting(Object found) {
            super(null, null, null, List.of(), config);
            this.found = found;
        }

        @Override
        @SuppressWarnings("unchecked")
        public <T> Uni<T> single(Function<Statements, Uni<T>> statement) {
            noted.add(LOOKED);
            // What follows the look ends the lease, and has no result.
            return Uni.createFrom().item((T) looks.poll());
        }

        @Override
        @SuppressWarnings("unchecked")
        public <T> Uni<T> read(Function<LedgerTransaction, Uni<T>> work) {
            return Uni.createFrom().item((T) found);
        }

        @Override
        public <T> Uni<T> run(Function<LedgerTransaction, Uni<T>> work) {
            noted.add(DECIDED_OUTSIDE);
            return Uni.createFrom().nullItem();
        }
    }

    private final class FixedGate extends StartGate {
        private final boolean read;

        FixedGate(boolean read) {
            super(
                    transactions,
                    new DatabaseLife(),
                    null,
                    null,
                    null,
                    vertx(),
                    TopicNames.DEFAULT,
                    new SimpleMeterRegistry(),
                    config,
                    List.of());
            this.read = read;
        }

        @Override
        public boolean isRead() {
            return read;
        }

        @Override
        public <T> Uni<T> whenRead(Function<LedgerTransaction, Uni<T>> work) {
            noted.add(DECIDED_IN_THE_GATE);
            return Uni.createFrom().nullItem();
        }
    }
}
