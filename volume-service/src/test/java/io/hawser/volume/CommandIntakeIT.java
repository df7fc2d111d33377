package io.hawser.volume;

import static io.restassured.RestAssured.given;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.hawser.bus.topic.HawserTopic;
import io.hawser.bus.topic.TopicNames;
import io.hawser.ledger.tx.db.Transactions;
import io.hawser.testkit.quarkus.EmbeddedServices;
import io.hawser.v1.CommandResult;
import io.hawser.v1.CreateVolume;
import io.hawser.v1.RemoveVolume;
import io.hawser.v1.Task;
import io.hawser.v1.TaskMount;
import io.hawser.volume.testkit.Orchestrator;
import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import io.smallrye.common.annotation.Identifier;
import jakarta.inject.Inject;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** What is remembered of commands, and where they may come by. */
@QuarkusTest
@TestProfile(SmallNumbers.class)
@QuarkusTestResource(EmbeddedServices.class)
@QuarkusTestResource(TwoPartitions.class)
class CommandIntakeIT {
    @Inject
    @Identifier("default-kafka-broker")
    Map<String, Object> kafka;

    @Inject
    Transactions transactions;

    private Orchestrator orchestrator;

    @BeforeEach
    void start() {
        orchestrator = new Orchestrator(kafka, TopicNames.DEFAULT);
    }

    @AfterEach
    void stop() {
        orchestrator.close();
    }

    @Test
    @DisplayName("A command's id is remembered for its time, and may mean something else afterwards")
    void aCommandsIdIsForgottenAfterItsTime() {
        // Given
        orchestrator.write(
                HawserTopic.VOLUME_COMMANDS,
                "forgotten",
                "once",
                CreateVolume.newBuilder().setName("forgotten").build());
        orchestrator.awaitResult("once", CommandResult::hasRejected);
        RemoveVolume other = RemoveVolume.newBuilder().setName("forgotten").build();
        orchestrator.write(HawserTopic.VOLUME_COMMANDS, "forgotten", "once", other);
        CommandResult remembered = orchestrator.awaitResult(
                "once", result -> result.getCommandType().endsWith("RemoveVolume"));

        // When
        transactions
                .run(tx -> tx.execute("update command set received = received - interval '10 days' where id = 'once'"))
                .await()
                .atMost(Duration.ofSeconds(60));
        await().atMost(Duration.ofSeconds(90))
                .untilAsserted(() -> given().get("/v1/commands/once").then().statusCode(404));
        orchestrator.write(HawserTopic.VOLUME_COMMANDS, "forgotten", "once", other);

        // Then
        assertThat(remembered.getRejected().getField()).isEqualTo("id");
        CommandResult asNew =
                orchestrator.awaitResult("once", result -> result.getRevision() > remembered.getRevision());
        assertThat(asNew.getRejected().getField()).isEqualTo("name");
    }

    @Test
    @DisplayName("A task whose key is known from another partition is rejected, naming both")
    void aKeyFromAnotherPartitionIsRejectedNamingBoth() {
        // Given
        orchestrator.writeTo(0, HawserTopic.TASKS, "t", "first", task("n1"));
        orchestrator.awaitTask("t", t -> t.getNode().equals("n1"));

        // When
        orchestrator.writeTo(1, HawserTopic.TASKS, "t", "second", task("n2"));

        // Then
        CommandResult refused = orchestrator.awaitResult("second", CommandResult::hasRejected);
        assertThat(refused.getRejected().getField()).isEqualTo("key");
        assertThat(refused.getRejected().getMessage()).contains("partition 0").contains("partition 1");
        given().get("/v1/tasks/t").then().body("node", org.hamcrest.Matchers.equalTo("n1"));
    }

    private static Task task(String node) {
        return Task.newBuilder()
                .setName("t")
                .setNode(node)
                .addMounts(TaskMount.newBuilder().setSource("nothing").setTarget("/data"))
                .build();
    }
}
