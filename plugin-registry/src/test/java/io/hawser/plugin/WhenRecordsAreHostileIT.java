package io.hawser.plugin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.hawser.bus.topic.HawserTopic;
import io.hawser.ledger.testkit.HostileRecordsContract;
import io.hawser.ledger.testkit.Topics;
import io.hawser.testkit.quarkus.EmbeddedServices;
import io.hawser.v1.CommandResult;
import io.hawser.v1.Fingerprint;
import io.hawser.v1.RegisterPluginInstance;
import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.junit.jupiter.api.AfterEach;

@QuarkusTest
@TestProfile(SampleRecordsIT.OwnDatabase.class)
@QuarkusTestResource(EmbeddedServices.class)
class WhenRecordsAreHostileIT extends HostileRecordsContract {
    private final Topics topics = new Topics();

    @AfterEach
    void close() {
        topics.close();
    }

    @Override
    protected Set<HawserTopic> answered() {
        return Set.of(HawserTopic.PLUGIN_COMMANDS);
    }

    @Override
    protected void healthy(int number) {
        String id = "sound-" + number;
        String found = "found-" + number;
        topics.say(
                HawserTopic.PLUGIN_COMMANDS,
                id,
                id,
                RegisterPluginInstance.newBuilder()
                        .setPlugin(id)
                        .setInstance("a")
                        .setEndpoint("unix:///nowhere.sock")
                        .build());
        topics.say(
                HawserTopic.FINGERPRINTS,
                "n1/" + found,
                Fingerprint.newBuilder()
                        .setNode("n1")
                        .setPlugin(found)
                        .setHealthy(true)
                        .setRevision(1)
                        .build());
    }

    @Override
    protected void awaitApplied(int number) {
        String id = "sound-" + number;
        String found = "found-" + number;
        await(id).atMost(Duration.ofMinutes(3)).untilAsserted(() -> {
            List<ConsumerRecord<byte[], byte[]>> results = topics.read(HawserTopic.COMMAND_RESULTS, id);
            assertThat(results).isNotEmpty();
            assertThat(CommandResult.parseFrom(results.getLast().value()).hasDone())
                    .isTrue();
        });
        await(found).atMost(Duration.ofMinutes(3)).untilAsserted(() -> assertThat(
                        topics.read(HawserTopic.PLUGINS, found))
                .isNotEmpty());
    }
}
