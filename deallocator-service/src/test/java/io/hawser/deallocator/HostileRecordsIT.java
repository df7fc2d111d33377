package io.hawser.deallocator;

import static io.restassured.RestAssured.given;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.hamcrest.Matchers.containsString;

import io.hawser.bus.topic.HawserTopic;
import io.hawser.testkit.broker.SharedBroker;
import io.hawser.testkit.hostile.HostileRecords;
import io.hawser.testkit.hostile.HostileRun;
import io.hawser.testkit.quarkus.EmbeddedServices;
import io.hawser.v1.Network;
import io.hawser.v1.Service;
import io.hawser.v1.Task;
import io.hawser.v1.TaskState;
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
    void hostileRecordsHoldNobodyUp() {
        HostileRecords hostile = new HostileRecords(21, "hawser", "hostile-", "tasks", "services", "networks");
        try (HostileRun run = new HostileRun(SharedBroker.bootstrapServers(), "hawser");
                Topics topics = new Topics()) {
            // When
            for (int block = 0; block < BLOCKS; block++) {
                run.write(hostile.next(300));
                sound(topics, block);
            }
            // Then
            for (int block = 0; block < BLOCKS; block++) {
                String held = "held-" + block;
                String network = "network/sound-" + block;
                await(held).atMost(Duration.ofSeconds(60)).untilAsserted(() -> given().get("/v1/services/" + held)
                        .then()
                        .statusCode(200)
                        .body("deletion.why", containsString("waits for 1 live task")));
                await(network).atMost(Duration.ofSeconds(60)).untilAsserted(() -> assertThat(
                                topics.read(HawserTopic.DEALLOCATIONS, network))
                        .hasSize(1));
            }
            await().atMost(Duration.ofSeconds(30))
                    .untilAsserted(() -> assertThat(run.faults(Set.of("hawser.services", "hawser.networks")))
                            .isEmpty());
        }
    }

    private static void sound(Topics topics, int block) {
        topics.say(
                HawserTopic.TASKS,
                "held-" + block + ".t",
                Task.newBuilder()
                        .setName("held-" + block + ".t")
                        .setService("held-" + block)
                        .setObserved(TaskState.TASK_STATE_RUNNING)
                        .build());
        topics.say(
                HawserTopic.SERVICES,
                "held-" + block,
                Service.newBuilder()
                        .setName("held-" + block)
                        .setPendingDelete(true)
                        .build());
        topics.say(
                HawserTopic.NETWORKS,
                "sound-" + block,
                Network.newBuilder()
                        .setName("sound-" + block)
                        .setPendingDelete(true)
                        .build());
    }
}
