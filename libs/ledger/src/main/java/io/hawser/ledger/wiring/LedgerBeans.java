package io.hawser.ledger.wiring;

import io.hawser.bus.envelope.RecordEncoder;
import io.hawser.bus.right.NeededRights;
import io.hawser.bus.service.HawserService;
import io.hawser.bus.topic.HawserTopic;
import io.hawser.bus.topic.TopicNames;
import io.hawser.ledger.outbox.Shards;
import io.hawser.ledger.position.kafka.Cursors;
import io.hawser.ledger.retention.Remembered;
import io.quarkus.arc.DefaultBean;
import io.smallrye.common.annotation.Identifier;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.context.Dependent;
import jakarta.enterprise.inject.Disposes;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.apache.kafka.clients.admin.Admin;
import org.eclipse.microprofile.config.inject.ConfigProperty;

/** Makes the plain objects of the ledger from configuration. */
@Dependent
class LedgerBeans {
    @Singleton
    TopicNames topicNames(LedgerConfig config) {
        return new TopicNames(config.topicPrefix());
    }

    @Singleton
    RecordEncoder recordEncoder(LedgerConfig config, TopicNames names) {
        return new RecordEncoder(names, "hawser/" + config.service(), config.answers());
    }

    @Singleton
    @DefaultBean
    NeededRights neededRights(
            LedgerConfig config,
            TopicNames names,
            @ConfigProperty(name = "mp.messaging.incoming.intake.topics") List<String> read) {
        return NeededRights.ofService(
                config.service(),
                names,
                read.stream().flatMap(name -> names.parse(name).stream()).collect(Collectors.toSet()),
                HawserTopic.writtenBy(HawserService.named(config.service())),
                Shards.transactionalIds(config.topicPrefix(), config.service()));
    }

    /** Its connection is its own, so an answer does not wait for a consumer's fetch. */
    @ApplicationScoped
    Admin admin(@Identifier("default-kafka-broker") Map<String, Object> kafka) {
        return Admin.create(kafka);
    }

    void close(@Disposes Admin admin) {
        admin.close(Duration.ofSeconds(1));
    }

    @Singleton
    Cursors cursors() {
        return new Cursors();
    }

    /** If a topic keeps records by time, none of a key is left after that time. */
    @Singleton
    Remembered keyPartitions(LedgerConfig config) {
        return new Remembered("ledger_key_partition", "kept_by_time_since", config.commandsKept());
    }
}
