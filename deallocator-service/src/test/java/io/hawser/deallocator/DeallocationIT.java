package io.hawser.deallocator;

import static io.hawser.deallocator.DeallocatorTopics.awaitDeallocated;
import static io.hawser.deallocator.DeallocatorTopics.awaitWhy;
import static io.hawser.deallocator.DeallocatorTopics.deallocation;
import static io.hawser.deallocator.DeallocatorTopics.deallocations;
import static io.hawser.deallocator.DeallocatorTopics.network;
import static io.hawser.deallocator.DeallocatorTopics.sample;
import static io.hawser.deallocator.DeallocatorTopics.service;
import static io.hawser.deallocator.DeallocatorTopics.soon;
import static io.hawser.deallocator.DeallocatorTopics.task;
import static io.restassured.RestAssured.given;
import static org.assertj.core.api.Assertions.assertThat;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.greaterThan;

import com.google.protobuf.InvalidProtocolBufferException;
import io.hawser.bus.topic.HawserTopic;
import io.hawser.ledger.testkit.Topics;
import io.hawser.ledger.tx.db.Transactions;
import io.hawser.testkit.quarkus.EmbeddedServices;
import io.hawser.testkit.shared.SharedBroker;
import io.hawser.v1.Deallocation;
import io.hawser.v1.TaskState;
import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.QuarkusTestProfile;
import io.quarkus.test.junit.TestProfile;
import io.restassured.path.json.JsonPath;
import jakarta.inject.Inject;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@QuarkusTest
@TestProfile(DeallocationIT.WithToken.class)
@QuarkusTestResource(EmbeddedServices.class)
public class DeallocationIT {
    public static final class WithToken implements QuarkusTestProfile {
        @Override
        public Map<String, String> getConfigOverrides() {
            return Map.of("hawser.token", "a-token-for-tests", "hawser.deletion.discards-every", "200ms");
        }
    }

    private static Topics topics;

    @Inject
    Transactions transactions;

    @BeforeAll
    static void open() {
        topics = new Topics();
    }

    @AfterAll
    static void close() {
        topics.close();
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 5, 10})
    @Tag("swarmkit-T121")
    @Tag("swarmkit-T122")
    @Tag("swarmkit-T123")
    @Tag("swarmkit-T124")
    @DisplayName("a marked service stays until the last of its tasks is gone, and is deallocated once")
    void staysUntilTheLastTaskIsGone(int tasks) throws InvalidProtocolBufferException {
        // Given
        String service = "count-" + tasks;
        for (int i = 0; i < tasks; i++) {
            task(topics, service + "." + i, service, TaskState.TASK_STATE_RUNNING);
        }
        service(topics, service, true);
        awaitWhy("services", service, "waits for " + tasks + " live task");
        // When
        for (int i = 0; i < tasks - 1; i++) {
            topics.forget(HawserTopic.TASKS, service + "." + i);
        }
        awaitWhy("services", service, "waits for 1 live task: " + service + "." + (tasks - 1));
        assertThat(deallocations(topics, "service/" + service)).isEmpty();
        topics.forget(HawserTopic.TASKS, service + "." + (tasks - 1));
        // Then
        awaitDeallocated(topics, "service/" + service);
        // The committed sample, with this name and revision.
        Deallocation word = deallocation(topics, "service/" + service);
        assertThat(word)
                .isEqualTo(sample("deallocation-service-decided")
                        .setService(service)
                        .setRevision(word.getRevision())
                        .setDecidedAt(word.getDecidedAt())
                        .clearResources()
                        .build());
        assertThat(word.hasDecidedAt()).isTrue();
    }

    @Test
    @Tag("swarmkit-T130")
    @Tag("swarmkit-T131")
    @Tag("swarmkit-X-26")
    @Tag("swarmkit-DB2")
    @DisplayName("tasks that ended hold nothing, though their records stay")
    void endedTasksHoldNothing() {
        // Given
        task(topics, "ended.a", "ended", TaskState.TASK_STATE_RUNNING);
        task(topics, "ended.b", "ended", TaskState.TASK_STATE_RUNNING);
        service(topics, "ended", true);
        awaitWhy("services", "ended", "waits for 2 live tasks");
        // When
        task(topics, "ended.a", "ended", TaskState.TASK_STATE_FAILED);
        task(topics, "ended.a", "ended", TaskState.TASK_STATE_FAILED);
        awaitWhy("services", "ended", "waits for 1 live task: ended.b");
        task(topics, "ended.b", "ended", TaskState.TASK_STATE_COMPLETE);
        // Then
        awaitDeallocated(topics, "service/ended");
    }

    @Test
    @Tag("swarmkit-T133")
    @DisplayName("no changed mark and no new record undoes a deallocation; the tombstone ends it and frees the name")
    void aDeallocationIsFinalUntilTheTombstone() {
        // Given
        service(topics, "final", true);
        awaitDeallocated(topics, "service/final");
        // When
        service(topics, "final", false);
        topics.forget(HawserTopic.SERVICES, "final");
        service(topics, "final", false);
        // Then
        soon().untilAsserted(() -> {
            List<ConsumerRecord<byte[], byte[]>> words = deallocations(topics, "service/final");
            assertThat(words).hasSize(2);
            assertThat(words.getLast().value()).isNull();
        });
        awaitWhy("services", "final", "stays until somebody asks for its deletion");
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    @DisplayName(
            "a tombstone ends the deallocation that a lost database published, whether this one knows of it or not")
    void aTombstoneEndsWhatALostDatabasePublished(boolean known) throws InvalidProtocolBufferException {
        // Given
        String name = "lost-" + known;
        Deallocation word =
                sample("deallocation-service-decided").setService(name).build();
        topics.say(HawserTopic.DEALLOCATIONS, "service/" + name, word);
        topics.say(HawserTopic.DEALLOCATIONS, "network/" + name, word);
        if (known) {
            service(topics, name, false);
            network(topics, name, false);
            awaitWhy("services", name, "stays until somebody asks for its deletion");
            awaitWhy("networks", name, "stays until somebody asks for its deletion");
        }
        // When
        topics.forget(HawserTopic.SERVICES, name);
        topics.forget(HawserTopic.NETWORKS, name);
        // Then
        soon().untilAsserted(() -> {
            assertThat(deallocations(topics, "service/" + name).getLast().value())
                    .isNull();
            assertThat(deallocations(topics, "network/" + name).getLast().value())
                    .isNull();
        });
    }

    @Test
    @DisplayName("a record that a page shows is before the position of its partition")
    void saysHowFarItHasRead() {
        // Given
        service(topics, "read", false);
        awaitWhy("services", "read", "stays until somebody asks for its deletion");
        ConsumerRecord<byte[], byte[]> record =
                topics.read(HawserTopic.SERVICES, "read").getLast();
        // When
        JsonPath page =
                given().get("/v1/positions").then().statusCode(200).extract().jsonPath();
        // Then
        List<Map<String, Object>> positions = page.getList("positions");
        assertThat(positions)
                .filteredOn(position -> record.topic().equals(position.get("topic"))
                        && Integer.valueOf(record.partition()).equals(position.get("partition")))
                .singleElement()
                .satisfies(position -> {
                    assertThat(((Number) position.get("next")).longValue()).isGreaterThan(record.offset());
                    assertThat(position.get("topicId")).isEqualTo(topicId(record.topic()));
                });
    }

    private static String topicId(String topic) throws Exception {
        try (Admin admin = Admin.create(Map.of("bootstrap.servers", SharedBroker.bootstrapServers()))) {
            return admin.describeTopics(List.of(topic))
                    .allTopicNames()
                    .get()
                    .get(topic)
                    .topicId()
                    .toString();
        }
    }

    @Test
    @DisplayName("republish writes the same word again, and only for who has the token")
    void republishSaysTheSameWord() throws InvalidProtocolBufferException {
        // Given
        network(topics, "again", true);
        awaitDeallocated(topics, "network/again");
        // When
        given().post("/v1/republish").then().statusCode(401).body("detail", containsString("HAWSER_TOKEN"));
        given().header("Authorization", "Bearer another-token")
                .post("/v1/republish")
                .then()
                .statusCode(401);
        given().header("Authorization", "Bearer a-token-for-tests")
                .post("/v1/republish")
                .then()
                .statusCode(200)
                .body("records", greaterThan(0));
        // Then
        soon().untilAsserted(() -> {
            List<ConsumerRecord<byte[], byte[]>> words = deallocations(topics, "network/again");
            assertThat(words).hasSize(2);
            assertThat(words.getLast().value()).isEqualTo(words.getFirst().value());
        });
    }

    @Test
    @DisplayName("when all is quiet nothing is due and nothing unsent, and the service says that it is ready")
    void isQuietInTheEnd() {
        // Given
        network(topics, "quiet", true);
        awaitDeallocated(topics, "network/quiet");
        // Then
        soon().untilAsserted(() -> assertThat(rows("ledger_outbox")).isZero());
        // They are written again until the orchestrator deletes its records.
        soon().untilAsserted(() -> assertThat(rows("ledger_due where due < '9999-01-01T00:00:00Z'"))
                .isEqualTo(deallocated("services") + deallocated("networks") + deallocated("volumes")));
        given().get("/q/health/live").then().statusCode(200);
        soon().untilAsserted(() -> given().get("/q/health/ready").then().statusCode(200));
        given().get("/q/health/started").then().statusCode(200);
        given().get("/q/metrics").then().statusCode(200).body(containsString("hawser_deallocations_total"));
        given().get("/v1/services/nobody").then().statusCode(404).body("detail", containsString("no service"));
    }

    private long rows(String from) {
        return (Long) transactions
                .single(statements -> statements.select("select count(*) from " + from))
                .await()
                .atMost(Duration.ofMinutes(2))
                .getFirst()[0];
    }

    private static int deallocated(String kind) {
        return given()
                .queryParam("limit", 1000)
                .get("/v1/" + kind)
                .then()
                .extract()
                .<List<String>>path("items.deletion.state")
                .stream()
                .mapToInt(state -> state.equals("deallocated") ? 1 : 0)
                .sum();
    }
}
