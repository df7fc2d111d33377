package io.hawser.ledger.start;

import io.hawser.bus.right.NeededRights;
import io.hawser.bus.topic.TopicCreator;
import io.hawser.ledger.LedgerConfig;
import io.quarkus.runtime.StartupEvent;
import io.smallrye.common.annotation.Identifier;
import jakarta.annotation.Priority;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.common.errors.RetriableException;
import org.jboss.logging.Logger;

/**
 * Creates the topics that are missing before any channel starts, and says where one differs from the catalogue. Those
 * that this service reads or writes: of others it need not even know.
 */
@ApplicationScoped
public class TopicsAtStart {
    private static final Logger LOG = Logger.getLogger(TopicsAtStart.class);
    private static final Duration AGAIN_AFTER = Duration.ofSeconds(1);
    private static final int BEFORE_CHANNELS = 1;

    private final NeededRights needed;
    private final TopicCreator.Copies copies;
    private final Map<String, Object> kafka;

    public TopicsAtStart(
            LedgerConfig config, NeededRights needed, @Identifier("default-kafka-broker") Map<String, Object> kafka) {
        this.needed = needed;
        this.copies = new TopicCreator.Copies(
                config.topics().replicationFactor(), config.topics().minInsyncReplicas());
        this.kafka = kafka;
    }

    void ensure(@Observes @Priority(BEFORE_CHANNELS) StartupEvent event)
            throws InterruptedException, ExecutionException {
        try (Admin admin = Admin.create(kafka)) {
            differences(new TopicCreator(admin, needed.names(), copies)).forEach(LOG::warn);
        }
    }

    /** Waits for the broker, as it waits for the database: they may come up in any order. */
    private List<String> differences(TopicCreator creator) throws InterruptedException, ExecutionException {
        while (true) {
            try {
                return creator.ensure(needed.used());
            } catch (ExecutionException failed) {
                if (!(failed.getCause() instanceof RetriableException)) {
                    throw failed;
                }
                LOG.warnf(
                        "the broker does not answer yet: %s", failed.getCause().getMessage());
            }
            Thread.sleep(AGAIN_AFTER);
        }
    }
}
