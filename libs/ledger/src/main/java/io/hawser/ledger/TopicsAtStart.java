package io.hawser.ledger;

import io.hawser.bus.topic.HawserTopic;
import io.hawser.bus.topic.TopicCreator;
import io.hawser.bus.topic.TopicNames;
import io.quarkus.runtime.StartupEvent;
import io.smallrye.common.annotation.Identifier;
import jakarta.annotation.Priority;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.admin.Admin;
import org.jboss.logging.Logger;

/** Creates the topics that are missing before any channel starts, and says where one differs from the catalogue. */
@ApplicationScoped
public class TopicsAtStart {
    private static final Logger LOG = Logger.getLogger(TopicsAtStart.class);
    private static final int BEFORE_CHANNELS = 1;

    private final TopicNames names;
    private final Map<String, Object> kafka;

    public TopicsAtStart(TopicNames names, @Identifier("default-kafka-broker") Map<String, Object> kafka) {
        this.names = names;
        this.kafka = kafka;
    }

    void ensure(@Observes @Priority(BEFORE_CHANNELS) StartupEvent event)
            throws InterruptedException, ExecutionException {
        try (Admin admin = Admin.create(kafka)) {
            List<String> differences = new TopicCreator(admin, names).ensure(List.of(HawserTopic.values()));
            differences.forEach(LOG::warn);
        }
    }
}
