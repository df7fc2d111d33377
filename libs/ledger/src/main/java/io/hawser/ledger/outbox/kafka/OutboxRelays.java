package io.hawser.ledger.outbox.kafka;

import io.hawser.bus.envelope.RecordEncoder;
import io.hawser.ledger.catchup.work.CatchUp;
import io.hawser.ledger.catchup.work.OwnRecords;
import io.hawser.ledger.catchup.work.StartGate;
import io.hawser.ledger.fault.work.CommitPoints;
import io.hawser.ledger.outbox.Shards;
import io.hawser.ledger.topic.kafka.TopicWatch;
import io.hawser.ledger.tx.db.DatabaseLife;
import io.hawser.ledger.tx.db.Transactions;
import io.hawser.ledger.wiring.LedgerConfig;
import io.micrometer.core.instrument.MeterRegistry;
import io.quarkus.runtime.ShutdownEvent;
import io.quarkus.runtime.StartupEvent;
import io.smallrye.common.annotation.Identifier;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Collectors;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/**
 * Starts a relay for every shard. Each is initialised at start, so that transactions left open by an earlier process
 * end immediately.
 */
@ApplicationScoped
public class OutboxRelays {
    private final LedgerConfig config;
    private final Transactions transactions;
    private final OutboxSignal signal;
    private final CommitPoints commitPoints;
    private final RecordEncoder encoder;
    private final StartGate gate;
    private final CatchUp catchUp;
    private final DatabaseLife life;
    private final TopicWatch watch;
    private final MeterRegistry metrics;
    private final UnsentRows unsent;
    private final Map<String, Object> kafka;
    private final List<ShardRelay> relays = new CopyOnWriteArrayList<>();
    private final List<SetAside> aside = new CopyOnWriteArrayList<>();
    private final List<Thread> threads = new ArrayList<>();

    public OutboxRelays(
            LedgerConfig config,
            Transactions transactions,
            OutboxSignal signal,
            CommitPoints commitPoints,
            RecordEncoder encoder,
            StartGate gate,
            CatchUp catchUp,
            DatabaseLife life,
            TopicWatch watch,
            MeterRegistry metrics,
            UnsentRows unsent,
            @Identifier("default-kafka-broker") Map<String, Object> kafka) {
        this.config = config;
        this.transactions = transactions;
        this.signal = signal;
        this.commitPoints = commitPoints;
        this.encoder = encoder;
        this.gate = gate;
        this.catchUp = catchUp;
        this.life = life;
        this.watch = watch;
        this.metrics = metrics;
        this.unsent = unsent;
        this.kafka = kafka;
    }

    void start(@Observes StartupEvent event) {
        String incarnation = UUID.randomUUID().toString();
        String owner = config.service() + "-" + config.replica();
        for (int shard = 0; shard < Shards.COUNT; shard++) {
            int number = shard;
            ShardLease lease = new ShardLease(
                    transactions, shard, owner, incarnation, config.outbox().lease());
            SetAside setAside = new SetAside(
                    shard,
                    incarnation,
                    new SetAside.Parts(
                            watch,
                            transactions,
                            encoder.names(),
                            metrics,
                            config.outbox().historyKept(),
                            config.database().patience()));
            aside.add(setAside);
            ShardRelay relay = new ShardRelay(
                    shard,
                    lease,
                    new ShardRelay.Parts(
                            transactions,
                            signal,
                            commitPoints,
                            new Oversized(encoder, metrics),
                            new OvertakenRows(
                                    shard,
                                    new OvertakenRows.Parts(
                                            gate,
                                            catchUp,
                                            life,
                                            transactions,
                                            encoder.names(),
                                            watch,
                                            metrics,
                                            () -> OwnRecords.consumer(kafka),
                                            config.database().patience())),
                            setAside,
                            watch,
                            encoder.names(),
                            life,
                            () -> producer(number),
                            config.outbox().batch(),
                            config.outbox().poll(),
                            config.outbox().interval(),
                            config.outbox().lease().dividedBy(3),
                            config.outbox().transactionTimeout(),
                            config.database().patience(),
                            gate::isOpen));
            relays.add(relay);
            threads.add(Thread.ofPlatform().daemon().name("outbox-" + shard).start(relay));
        }
    }

    void stop(@Observes ShutdownEvent event) throws InterruptedException {
        relays.forEach(ShardRelay::stop);
        for (Thread thread : threads) {
            thread.join(java.time.Duration.ofSeconds(5));
        }
    }

    /** Missing topics that records of this process's shards wait for. */
    public Set<String> waitsFor() {
        return aside.stream().flatMap(shard -> shard.topics().stream()).collect(Collectors.toUnmodifiableSet());
    }

    /** Shards whose records wait although this process tries to send them, and why. */
    public List<String> failing() {
        return relays.stream()
                .flatMap(relay -> relay.failure().stream().flatMap(failure -> unsent.of(relay.shard()).stream()
                        .flatMap(rows -> rows.message(failure, UnsentRows.now()).stream())))
                .toList();
    }

    private Producer<byte[], byte[]> producer(int shard) {
        int timeout = Math.toIntExact(config.outbox().transactionTimeout().toMillis());
        Map<String, Object> settings = new HashMap<>(kafka);
        settings.put(
                ProducerConfig.TRANSACTIONAL_ID_CONFIG,
                Shards.transactionalIds(config.topicPrefix(), config.service()).get(shard));
        settings.put(ProducerConfig.TRANSACTION_TIMEOUT_CONFIG, timeout);
        settings.put(ProducerConfig.ENABLE_IDEMPOTENCE_CONFIG, true);
        settings.put(ProducerConfig.ACKS_CONFIG, "all");
        settings.put(ProducerConfig.DELIVERY_TIMEOUT_MS_CONFIG, timeout);
        settings.put(ProducerConfig.REQUEST_TIMEOUT_MS_CONFIG, timeout / 2);
        settings.put(ProducerConfig.MAX_BLOCK_MS_CONFIG, timeout);
        settings.put(ProducerConfig.LINGER_MS_CONFIG, 0);
        // A producer keeps asking for each topic that it knows; a broker with automatic creation would create a lost
        // one.
        settings.put(ProducerConfig.METADATA_MAX_IDLE_CONFIG, 5_000);
        return new KafkaProducer<>(settings, new ByteArraySerializer(), new ByteArraySerializer());
    }
}
