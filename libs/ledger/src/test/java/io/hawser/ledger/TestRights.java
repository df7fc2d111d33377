package io.hawser.ledger;

import io.hawser.bus.right.NeededRights;
import io.hawser.bus.topic.HawserTopic;
import io.hawser.bus.topic.TopicNames;
import io.hawser.ledger.outbox.Shards;
import io.hawser.ledger.wiring.LedgerConfig;
import jakarta.enterprise.context.Dependent;
import jakarta.enterprise.inject.Produces;
import jakarta.inject.Singleton;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.eclipse.microprofile.config.inject.ConfigProperty;

/** The catalogue of topics does not have the service of these tests. */
@Dependent
class TestRights {
    @Produces
    @Singleton
    NeededRights neededRights(
            LedgerConfig config,
            TopicNames names,
            @ConfigProperty(name = "mp.messaging.incoming.intake.topics") List<String> read) {
        return NeededRights.ofService(
                config.service(),
                names,
                read.stream().map(name -> names.parse(name).orElseThrow()).collect(Collectors.toSet()),
                Set.of(HawserTopic.VOLUMES, HawserTopic.TASK_VOLUMES, HawserTopic.ASSIGNMENTS, HawserTopic.EVENTS),
                Shards.transactionalIds(config.topicPrefix(), config.service()));
    }
}
