package io.hawser.volume;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.hamcrest.Matchers.containsString;

import io.hawser.bus.topic.HawserTopic;
import io.hawser.bus.topic.TopicNames;
import io.hawser.testkit.quarkus.EmbeddedServices;
import io.hawser.v1.Assignment;
import io.hawser.v1.CommandResult;
import io.hawser.v1.TaskState;
import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.restassured.RestAssured;
import java.io.IOException;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** A table changes under the running service, as in an upgrade gone wrong, and changes back. */
@QuarkusTest
@QuarkusTestResource(EmbeddedServices.class)
class SchemaDriftIT extends OwnCluster {
    private static final Duration SOON = Duration.ofSeconds(60);

    @BeforeEach
    void start() throws IOException {
        open("n" + run);
        cluster.describe();
    }

    @Test
    @DisplayName("Records wait while a column that their way reads has another name, the service says which, and "
            + "each is answered when it is back")
    void aColumnWithAnotherName() throws SQLException {
        // Given
        String before = "before-" + run;
        cluster.create(before, "create-" + before);
        orchestrator.awaitCreated(before);
        Map<TopicPartition, Long> dead = deadLetters();

        // When
        sql("alter table claim rename column awaits to gone");
        try {
            cluster.create("v" + run, "create-" + run);
            cluster.task("t" + run, "n" + run, before, TaskState.TASK_STATE_PENDING);
            cluster.remove("nobodys-" + run, "remove-" + run);

            // Then
            await().atMost(SOON).untilAsserted(() -> RestAssured.given()
                    .get("/q/health/ready")
                    .then()
                    .statusCode(503)
                    .body(containsString("volume-commands-0"), containsString("42703")));
            await().atMost(SOON).untilAsserted(() -> RestAssured.given()
                    .get("/q/metrics")
                    .then()
                    .body(containsString("hawser_intake_stopped{cause=\"42703\"")));
        } finally {
            sql("alter table claim rename column gone to awaits");
        }
        orchestrator.awaitResult("create-" + run, CommandResult::hasAccepted);
        orchestrator.awaitResult("remove-" + run, CommandResult::hasRejected);
        orchestrator.awaitCreated("v" + run);
        orchestrator.awaitAssigned("n" + run, before);
        await().atMost(SOON)
                .untilAsserted(
                        () -> RestAssured.given().get("/q/health/ready").then().statusCode(200));
        assertThat(deadLetters()).isEqualTo(dead);
    }

    @Test
    @DisplayName("A report waits while its row has a state of a later version, and is applied when it has not")
    void aStateOfALaterVersion() throws SQLException {
        // Given
        String volume = "v" + run;
        String node = "n" + run;
        cluster.create(volume, "create-" + run);
        cluster.task("t" + run, node, volume, TaskState.TASK_STATE_PENDING);
        Assignment assigned = orchestrator.awaitAssigned(node, volume);
        Map<TopicPartition, Long> dead = deadLetters();

        // When
        sql("update publication set state = 'LATER' where volume = '" + volume + "'");
        try {
            cluster.obey(assigned);

            // Then
            await().atMost(SOON).untilAsserted(() -> RestAssured.given()
                    .get("/q/health/ready")
                    .then()
                    .statusCode(503)
                    .body(containsString("hawser.mounts-"), containsString("publication.state")));
        } finally {
            sql("update publication set state = 'PUBLISHED' where volume = '" + volume + "'");
        }
        new Tables(database)
                .awaitCount(1, "select count(*) from publication where volume = ? and reported is not null", volume);
        assertThat(deadLetters()).isEqualTo(dead);
    }

    private void sql(String sql) throws SQLException {
        try (Connection connection = database.getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    /** How long every dead-letter topic is. */
    private Map<TopicPartition, Long> deadLetters() {
        Map<String, Object> settings = new HashMap<>(kafka);
        try (KafkaConsumer<byte[], byte[]> consumer =
                new KafkaConsumer<>(settings, new ByteArrayDeserializer(), new ByteArrayDeserializer())) {
            List<String> topics = Arrays.stream(HawserTopic.values())
                    .map(TopicNames.DEFAULT::deadOf)
                    .toList();
            return consumer.endOffsets(consumer.listTopics().entrySet().stream()
                    .filter(topic -> topics.contains(topic.getKey()))
                    .flatMap(topic -> topic.getValue().stream())
                    .map(partition -> new TopicPartition(partition.topic(), partition.partition()))
                    .toList());
        }
    }
}
