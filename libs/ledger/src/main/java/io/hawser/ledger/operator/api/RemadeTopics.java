package io.hawser.ledger.operator.api;

import io.hawser.bus.topic.HawserTopic;
import io.hawser.bus.topic.TopicNames;
import io.hawser.ledger.catchup.work.Rewind;
import io.hawser.ledger.position.LogPartition;
import io.hawser.ledger.position.db.EarlierLives;
import io.hawser.ledger.position.kafka.Cursors;
import io.hawser.ledger.topic.kafka.TopicWatch;
import io.hawser.ledger.tx.db.DatabaseLife;
import io.hawser.ledger.tx.db.Periodic;
import io.hawser.ledger.tx.db.Transactions;
import io.hawser.ledger.wiring.LedgerConfig;
import io.smallrye.mutiny.Uni;
import io.vertx.core.Vertx;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.inject.Produces;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.eclipse.microprofile.config.inject.ConfigProperty;
import org.jboss.logging.Logger;

/**
 * Topics that this service reads and that were created again. Reads them from their start even if the client has not
 * noticed: a topic deleted and created between two of its checks leaves the cursor in a log that is gone. Also knows
 * which of them are not declared complete.
 */
@ApplicationScoped
public class RemadeTopics {
    private static final Logger LOG = Logger.getLogger(RemadeTopics.class);
    private static final Duration EVERY = Duration.ofSeconds(1);

    private final TopicWatch watch;
    private final Cursors cursors;
    private final Rewind rewind;
    private final DatabaseLife life;
    private final Transactions transactions;
    private final LedgerConfig config;
    private final TopicNames names;
    private final List<String> read;

    @Produces
    final Periodic looks;

    private volatile Set<String> open = Set.of();
    private volatile Compared compared = new Compared(0, Map.of());

    /**
     * What was compared last.
     *
     * @param server the number in {@link DatabaseLife}: a standby may not know yet what was declared complete
     * @param ids by topic
     */
    private record Compared(long server, Map<String, String> ids) {
        Compared {
            ids = Map.copyOf(ids);
        }
    }

    public RemadeTopics(
            TopicWatch watch,
            Cursors cursors,
            Rewind rewind,
            DatabaseLife life,
            Transactions transactions,
            LedgerConfig config,
            TopicNames names,
            Vertx vertx,
            @ConfigProperty(name = "mp.messaging.incoming.intake.topics") List<String> read) {
        this.watch = watch;
        this.cursors = cursors;
        this.rewind = rewind;
        this.life = life;
        this.transactions = transactions;
        this.config = config;
        this.names = names;
        this.looks = new Periodic(
                vertx,
                EVERY,
                () -> rewound().chain(this::compare),
                failure -> LOG.debug("cannot tell which topics were made again, trying again", failure));
        this.read = List.copyOf(read);
    }

    /** Why decisions that depend on every topic of this service wait; empty: they are made. */
    public Optional<String> standstill() {
        return Stream.concat(
                        watch.lost().stream()
                                .filter(read::contains)
                                .sorted()
                                .map(topic -> topic + " is gone: make it again with " + watch.command(topic)),
                        sentences().stream())
                .findFirst();
    }

    /** What waits for which writer, one sentence for each topic. */
    List<String> sentences() {
        return new TreeSet<>(open).stream().map(this::sentence).toList();
    }

    private String sentence(String topic) {
        return topic + " was made again or lost records, and decisions that depend on it wait; "
                + (writtenAgain(topic)
                        ? "its writer writes everything again if it was made again; if records were lost, type:"
                                + " ./hawser accept-topic " + topic
                        : "when its writers have written all present records again, type: ./hawser accept-topic "
                                + topic);
    }

    private boolean writtenAgain(String topic) {
        return names.parse(topic).filter(HawserTopic::isWrittenAgain).isPresent();
    }

    private Uni<Void> rewound() {
        Map<String, String> ids = ids();
        Set<LogPartition> gone = cursors.all().values().stream()
                .map(Cursors.Cursor::log)
                .filter(log ->
                        ids.containsKey(log.topic()) && !ids.get(log.topic()).equals(log.topicId()))
                .collect(Collectors.toUnmodifiableSet());
        if (gone.isEmpty()) {
            return Uni.createFrom().voidItem();
        }
        LOG.warnf("%s were made again, and are read from their start", gone);
        return rewind.toStoredPositions(gone);
    }

    private Uni<Void> compare() {
        Compared now = new Compared(life.number(), ids());
        if (open.isEmpty() && now.equals(compared)) {
            return Uni.createFrom().voidItem();
        }
        return transactions
                .single(statements -> EarlierLives.open(statements, config.service(), now.ids()))
                .invoke(found -> {
                    found.stream()
                            .filter(topic -> !open.contains(topic))
                            .map(this::sentence)
                            .forEach(LOG::error);
                    open = found;
                    compared = now;
                })
                .replaceWithVoid();
    }

    private Map<String, String> ids() {
        Map<String, String> ids = new HashMap<>();
        read.forEach(topic -> watch.present(topic).ifPresent(life -> ids.put(topic, life.id())));
        return ids;
    }
}
