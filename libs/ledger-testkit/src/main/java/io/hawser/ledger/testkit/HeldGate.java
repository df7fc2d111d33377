package io.hawser.ledger.testkit;

import io.hawser.bus.topic.TopicNames;
import io.hawser.ledger.catchup.work.StartGate;
import io.hawser.ledger.position.kafka.Cursors;
import io.hawser.ledger.tx.db.DatabaseLife;
import io.hawser.ledger.tx.db.LedgerTransaction;
import io.hawser.ledger.tx.db.Statements;
import io.hawser.ledger.tx.db.Transactions;
import io.hawser.ledger.wiring.LedgerConfig;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.quarkus.runtime.configuration.DurationConverter;
import io.smallrye.config.SmallRyeConfigBuilder;
import io.smallrye.mutiny.Uni;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;

/** A start gate for tests: all is read, and until {@link #open} what goes first is not decided. */
public final class HeldGate extends StartGate {
    /** Counts what is begun. There is no database: a single statement is never answered. */
    public static final class Begun extends Transactions {
        private final AtomicInteger begun = new AtomicInteger();

        @SuppressWarnings("NullAway") // The methods that use these parameters are overridden.
        private Begun(LedgerConfig config) {
            super(null, null, new DatabaseLife(), List.of(), config);
        }

        @Override
        public <T> Uni<T> run(Function<LedgerTransaction, Uni<T>> work) {
            begun.incrementAndGet();
            return Uni.createFrom().deferred(() -> work.apply(null));
        }

        @Override
        public <T> Uni<T> single(Function<Statements, Uni<T>> statement) {
            begun.incrementAndGet();
            return Uni.createFrom().nothing();
        }

        public int count() {
            return begun.get();
        }
    }

    private final Begun transactions;
    private boolean open;

    @SuppressWarnings("NullAway") // The gate is never started, so it uses none of these parameters.
    private HeldGate(Begun transactions) {
        super(
                transactions,
                new DatabaseLife(),
                null,
                new Cursors(),
                null,
                null,
                TopicNames.DEFAULT,
                new SimpleMeterRegistry(),
                config(),
                List.of());
        this.transactions = transactions;
    }

    public static HeldGate read() {
        return new HeldGate(new Begun(config()));
    }

    public static LedgerConfig config() {
        return defaults(
                LedgerConfig.class,
                Map.of(
                        "hawser.ledger.service", "tested",
                        "hawser.ledger.replica", "0",
                        "hawser.ledger.topic-prefix", TopicNames.DEFAULT.prefix(),
                        "hawser.ledger.answers", "protobuf"));
    }

    /**
     * Settings with their defaults.
     *
     * @param needed those that have no default
     */
    public static <T> T defaults(Class<T> settings, Map<String, String> needed) {
        SmallRyeConfigBuilder builder = new SmallRyeConfigBuilder()
                .withMapping(settings)
                .withConverter(Duration.class, 100, new DurationConverter());
        needed.forEach(builder::withDefaultValue);
        return builder.build().getConfigMapping(settings);
    }

    public void open() {
        open = true;
    }

    public Begun transactions() {
        return transactions;
    }

    @Override
    public boolean isRead() {
        return true;
    }

    @Override
    public boolean isOpen() {
        return open;
    }
}
