package io.hawser.ledger.start.wiring;

import io.hawser.bus.right.NeededRights;
import io.hawser.bus.topic.HawserTopic;
import io.hawser.bus.topic.TopicCreator;
import io.hawser.ledger.tx.db.Transactions;
import io.hawser.ledger.wiring.LedgerConfig;
import io.quarkus.runtime.StartupEvent;
import io.smallrye.common.annotation.Identifier;
import jakarta.annotation.Priority;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.stream.Collectors;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.common.errors.InvalidReplicationFactorException;
import org.apache.kafka.common.errors.NetworkException;
import org.apache.kafka.common.errors.RetriableException;
import org.jboss.logging.Logger;

/**
 * Creates missing topics before any channel starts, and reports differences from the catalogue. Handles only topics
 * that this service reads or writes. Does not create again a missing topic that others write: an empty one would look
 * as if it had never had records.
 */
@ApplicationScoped
public class TopicsAtStart {
    private static final Logger LOG = Logger.getLogger(TopicsAtStart.class);
    private static final Duration AGAIN_AFTER = Duration.ofSeconds(1);
    private static final int BEFORE_CHANNELS = 1;

    private final NeededRights needed;
    private final Transactions transactions;
    private final TopicCreator.Copies copies;
    private final Map<String, Object> kafka;

    public TopicsAtStart(
            LedgerConfig config,
            NeededRights needed,
            Transactions transactions,
            @Identifier("default-kafka-broker") Map<String, Object> kafka) {
        this.needed = needed;
        this.transactions = transactions;
        this.copies = config.topics().copies();
        this.kafka = kafka;
    }

    void ensure(@Observes @Priority(BEFORE_CHANNELS) StartupEvent event)
            throws InterruptedException, ExecutionException {
        differences().forEach(LOG::warn);
    }

    private List<HawserTopic> mayBeMade() {
        Set<String> known = positions();
        return needed.used().stream()
                .filter(topic -> known.isEmpty() || mayBeMade(topic, known))
                .toList();
    }

    /** A topic of other writers is created only if this service has never read it, not again after it was lost. */
    private boolean mayBeMade(HawserTopic topic, Set<String> known) {
        return !topic.writtenByOrchestrator()
                || (needed.reads().contains(topic)
                        && !known.contains(needed.names().of(topic)));
    }

    private Set<String> positions() {
        return transactions
                .single(statements -> statements.select("select distinct topic from ledger_position"))
                .onFailure()
                .retry()
                .withBackOff(AGAIN_AFTER, AGAIN_AFTER)
                .indefinitely()
                .map(rows -> rows.stream().map(row -> (String) row[0]).collect(Collectors.toUnmodifiableSet()))
                .await()
                .indefinitely();
    }

    /**
     * Waits for the broker's address, the broker, and then for the database: they may start in any order. The start
     * that makes the class archive has none of them, and ends here.
     */
    private List<String> differences() throws InterruptedException, ExecutionException {
        while (true) {
            try (Admin admin = TopicCreator.client(kafka)) {
                admin.describeCluster().clusterId().get();
                return new TopicCreator(admin, needed.names(), copies, String.valueOf(kafka.get("bootstrap.servers")))
                        .ensure(mayBeMade());
            } catch (NetworkException unknown) {
                LOG.warnf("the broker does not answer yet: %s", unknown.getMessage());
            } catch (ExecutionException failed) {
                if (failed.getCause() instanceof InvalidReplicationFactorException early) {
                    LOG.warnf(
                            "the cluster does not have enough brokers (hawser.ledger.topics.replication-factor): %s",
                            early.getMessage());
                } else if (failed.getCause() instanceof RetriableException passes) {
                    LOG.warnf("the broker does not answer yet: %s", passes.getMessage());
                } else {
                    throw failed;
                }
            }
            Thread.sleep(AGAIN_AFTER);
        }
    }
}
