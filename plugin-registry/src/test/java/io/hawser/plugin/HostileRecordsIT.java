package io.hawser.plugin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.hawser.bus.topic.HawserTopic;
import io.hawser.testkit.broker.SharedBroker;
import io.hawser.testkit.hostile.HostileRecords;
import io.hawser.testkit.hostile.HostileRun;
import io.hawser.testkit.quarkus.EmbeddedServices;
import io.hawser.v1.CommandResult;
import io.hawser.v1.Fingerprint;
import io.hawser.v1.RegisterPluginInstance;
import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.QuarkusTestProfile;
import io.quarkus.test.junit.TestProfile;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@QuarkusTest
@TestProfile(HostileRecordsIT.Alone.class)
@QuarkusTestResource(EmbeddedServices.class)
class HostileRecordsIT {
    /** Other settings than any other test's: a broker without topics and an empty database. */
    public static final class Alone implements QuarkusTestProfile {
        @Override
        public Map<String, String> getConfigOverrides() {
            return Map.of("hawser.token", "a-token-against-hostile-records");
        }
    }

    private static final int BLOCKS = 10;

    @Test
    @DisplayName("3,000 hostile records are each told of for their own reason; what is sound behind them is applied")
    void hostileRecordsHoldNobodyUp() throws Exception {
        HostileRecords hostile =
                new HostileRecords(22, "hawser", "hostile-", "plugin-commands", "fingerprints", "nodes");
        try (HostileRun run = new HostileRun(SharedBroker.bootstrapServers(), "hawser");
                Topics topics = new Topics()) {
            // When
            for (int block = 0; block < BLOCKS; block++) {
                run.write(hostile.next(300));
                sound(topics, block);
            }
            // Then
            for (int block = 0; block < BLOCKS; block++) {
                String id = "sound-" + block;
                String found = "found-" + block;
                await(id).atMost(Duration.ofSeconds(60)).untilAsserted(() -> assertThat(
                                topics.read(HawserTopic.COMMAND_RESULTS, id))
                        .isNotEmpty());
                assertThat(CommandResult.parseFrom(topics.read(HawserTopic.COMMAND_RESULTS, id)
                                        .getLast()
                                        .value())
                                .hasAccepted())
                        .isTrue();
                await(found).atMost(Duration.ofSeconds(60)).untilAsserted(() -> assertThat(
                                topics.read(HawserTopic.PLUGINS, found))
                        .isNotEmpty());
            }
            await().atMost(Duration.ofSeconds(30))
                    .untilAsserted(() -> assertThat(run.faults(Set.of("hawser.plugin-commands")))
                            .isEmpty());
        }
    }

    private static void sound(Topics topics, int block) {
        String id = "sound-" + block;
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
                "n1/found-" + block,
                Fingerprint.newBuilder()
                        .setNode("n1")
                        .setPlugin("found-" + block)
                        .setHealthy(true)
                        .setRevision(1)
                        .build());
    }
}
