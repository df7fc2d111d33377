package io.hawser.volume;

import static io.restassured.RestAssured.given;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.hamcrest.Matchers.hasItem;

import io.hawser.bus.topic.HawserTopic;
import io.hawser.testkit.broker.SharedBroker;
import io.hawser.testkit.hostile.HostileRecords;
import io.hawser.testkit.hostile.HostileRun;
import io.hawser.testkit.quarkus.EmbeddedServices;
import io.hawser.v1.CommandResult;
import io.hawser.v1.Node;
import io.hawser.v1.Task;
import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.QuarkusTestProfile;
import io.quarkus.test.junit.TestProfile;
import io.smallrye.common.annotation.Identifier;
import jakarta.inject.Inject;
import java.io.IOException;
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
    private static final Set<String> READ = Set.of(
            "hawser.nodes",
            "hawser.tasks",
            "hawser.volume-commands",
            "hawser.mounts",
            "hawser.fingerprints",
            "hawser.plugins");

    @Inject
    @Identifier("default-kafka-broker")
    Map<String, Object> kafka;

    @Test
    @DisplayName("4,000 hostile records are each told of for their own reason; what is sound behind them is applied")
    void hostileRecordsHoldNobodyUp() throws IOException {
        HostileRecords hostile = new HostileRecords(
                23,
                "hawser",
                "hostile-",
                READ.stream()
                        .sorted()
                        .map(topic -> topic.substring("hawser.".length()))
                        .toArray(String[]::new));
        try (HostileRun run = new HostileRun(SharedBroker.bootstrapServers(), "hawser");
                Cluster cluster = new Cluster(kafka, "sound", "n1")) {
            cluster.describe();
            // When
            for (int block = 0; block < BLOCKS; block++) {
                run.write(hostile.next(400));
                sound(cluster, block);
            }
            // Then
            for (int block = 0; block < BLOCKS; block++) {
                String name = "sound-" + block;
                cluster.orchestrator.awaitResult(name, CommandResult::hasDone);
                await(name).atMost(Duration.ofSeconds(60)).untilAsserted(() -> {
                    given().get("/v1/tasks/" + name).then().statusCode(200);
                    given().get("/v1/nodes").then().body("node.name", hasItem(name));
                });
            }
            await().atMost(Duration.ofSeconds(30))
                    .untilAsserted(() -> assertThat(run.faults(READ)).isEmpty());
            assertThat(cluster.strict.verdict().violations()).isEmpty();
        }
    }

    private static void sound(Cluster cluster, int block) {
        String name = "sound-" + block;
        cluster.orchestrator.write(
                HawserTopic.NODES,
                name,
                name + "-node",
                Node.newBuilder().setName(name).build());
        cluster.orchestrator.write(
                HawserTopic.TASKS,
                name,
                name + "-task",
                Task.newBuilder().setName(name).build());
        cluster.create(name, name);
    }
}
