package io.hawser.deallocator;

import static io.restassured.RestAssured.given;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.greaterThan;
import static org.hamcrest.Matchers.hasItem;
import static org.hamcrest.Matchers.nullValue;

import com.google.protobuf.InvalidProtocolBufferException;
import io.hawser.bus.topic.HawserTopic;
import io.hawser.ledger.testkit.Topics;
import io.hawser.testkit.quarkus.EmbeddedServices;
import io.hawser.testkit.sample.Samples;
import io.hawser.v1.CommandResult;
import io.hawser.v1.Deallocation;
import io.hawser.v1.Network;
import io.hawser.v1.Service;
import io.hawser.v1.ServiceVolume;
import io.hawser.v1.Task;
import io.hawser.v1.TaskState;
import io.hawser.v1.VolumePolicy;
import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.QuarkusTestProfile;
import io.quarkus.test.junit.TestProfile;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.awaitility.core.ConditionFactory;
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
class DeallocationIT {
    public static final class WithToken implements QuarkusTestProfile {
        @Override
        public Map<String, String> getConfigOverrides() {
            return Map.of("hawser.token", "a-token-for-tests");
        }
    }

    private static Topics topics;

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
            task(service + "." + i, service, TaskState.TASK_STATE_RUNNING);
        }
        service(service, true);
        awaitWhy("services", service, "waits for " + tasks + " live task");
        // When
        for (int i = 0; i < tasks - 1; i++) {
            topics.forget(HawserTopic.TASKS, service + "." + i);
        }
        awaitWhy("services", service, "waits for 1 live task: " + service + "." + (tasks - 1));
        assertThat(deallocations("service/" + service)).isEmpty();
        topics.forget(HawserTopic.TASKS, service + "." + (tasks - 1));
        // Then
        awaitDeallocated("service/" + service);
        // The committed sample, with this name and revision.
        Deallocation word = deallocation("service/" + service);
        assertThat(word)
                .isEqualTo(sample("deallocation-service")
                        .setService(service)
                        .setRevision(word.getRevision())
                        .build());
    }

    @Test
    @Tag("swarmkit-T120")
    @Tag("swarmkit-T125")
    @Tag("swarmkit-T128")
    @DisplayName("marked networks go with their last service; others survive it")
    void markedNetworksGoWithTheirService() {
        // Given
        network("n1", true);
        network("n2", false);
        network("n4", true);
        service("s1", true, "n1", "n2");
        task("s1.a", "s1", TaskState.TASK_STATE_RUNNING);
        awaitWhy("networks", "n1", "waits for 1 service: s1");
        awaitDeallocated("network/n4");
        // When
        topics.forget(HawserTopic.TASKS, "s1.a");
        // Then
        awaitDeallocated("service/s1");
        awaitDeallocated("network/n1");
        Deallocation word = deallocation("network/n1");
        assertThat(word)
                .isEqualTo(sample("deallocation-network")
                        .setNetwork("n1")
                        .setRevision(word.getRevision())
                        .build());
        assertThat(deallocations("network/n2")).isEmpty();
        given().get("/v1/networks/n2")
                .then()
                .body("deletion.message", equalTo("stays until somebody asks for its deletion"));
        String behindFirst = given().queryParam("limit", 1)
                .get("/v1/networks")
                .then()
                .extract()
                .path("continue");
        given().queryParam("limit", 1000)
                .queryParam("continue", behindFirst)
                .get("/v1/networks")
                .then()
                .body("items.name", hasItem("n2"))
                .body("continue", nullValue());
        given().queryParam("limit", 1000).get("/v1/services").then().body("items.name", hasItem("s1"));
        given().queryParam("limit", 0).get("/v1/services").then().statusCode(400);
    }

    @Test
    @Tag("swarmkit-T130")
    @Tag("swarmkit-T131")
    @Tag("swarmkit-X-26")
    @DisplayName("tasks that ended hold nothing, though their records stay (DB2)")
    void endedTasksHoldNothing() {
        // Given
        task("ended.a", "ended", TaskState.TASK_STATE_RUNNING);
        task("ended.b", "ended", TaskState.TASK_STATE_RUNNING);
        service("ended", true);
        awaitWhy("services", "ended", "waits for 2 live tasks");
        // When
        task("ended.a", "ended", TaskState.TASK_STATE_FAILED);
        task("ended.a", "ended", TaskState.TASK_STATE_FAILED);
        awaitWhy("services", "ended", "waits for 1 live task: ended.b");
        task("ended.b", "ended", TaskState.TASK_STATE_COMPLETE);
        // Then
        awaitDeallocated("service/ended");
    }

    @Test
    @Tag("swarmkit-T132")
    @Tag("swarmkit-X-26")
    @DisplayName("a marked network goes when the last service that refers to it drops the reference (DB4)")
    void aDroppedReferenceIsEnough() {
        // Given
        service("drop", false, "drop-net");
        network("drop-net", true);
        awaitWhy("networks", "drop-net", "waits for 1 service: drop");
        // When
        service("drop", false);
        // Then
        awaitDeallocated("network/drop-net");
        assertThat(deallocations("service/drop")).isEmpty();
    }

    @Test
    @Tag("swarmkit-T133")
    @DisplayName("neither a changed mark nor a new record undoes the word; the tombstone ends it and frees the name")
    void theWordIsFinalUntilTheTombstone() {
        // Given
        service("final", true);
        awaitDeallocated("service/final");
        // When
        service("final", false);
        topics.forget(HawserTopic.SERVICES, "final");
        service("final", false);
        // Then
        soon().untilAsserted(() -> {
            List<ConsumerRecord<byte[], byte[]>> words = deallocations("service/final");
            assertThat(words).hasSize(2);
            assertThat(words.getLast().value()).isNull();
        });
        awaitWhy("services", "final", "stays until somebody asks for its deletion");
    }

    @Test
    @DisplayName(
            "the service's own volumes are asked to go, once, with an id made of its record's place; the others stay")
    void ownVolumesGoWithTheService() {
        // Given
        Service service = Service.newBuilder()
                .setName("vols")
                .addVolumes(volume("scratch", VolumePolicy.VOLUME_POLICY_DELETE))
                .addVolumes(volume("data", VolumePolicy.VOLUME_POLICY_RETAIN))
                .setPendingDelete(true)
                .build();
        // When
        topics.say(HawserTopic.SERVICES, "vols", service);
        awaitDeallocated("service/vols");
        // Then
        List<ConsumerRecord<byte[], byte[]>> commands = topics.read(HawserTopic.VOLUME_COMMANDS, "scratch");
        assertThat(commands).hasSize(1);
        assertThat(commands.getFirst().value())
                .isEqualTo(Samples.named("remove-volume-with-service").bytes());
        var marked = topics.read(HawserTopic.SERVICES, "vols").getFirst();
        assertThat(new String(commands.getFirst().headers().lastHeader("ce_id").value(), StandardCharsets.UTF_8))
                .startsWith("deallocation/vols/")
                .endsWith("-" + marked.partition() + "-" + marked.offset() + "/scratch");
        assertThat(topics.read(HawserTopic.VOLUME_COMMANDS, "data")).isEmpty();
    }

    @Test
    @DisplayName("a record that no producer can have meant is answered, one that cannot be read is set aside; "
            + "the next is applied")
    void badRecordsHoldNobodyUp() {
        // When
        topics.raw(HawserTopic.SERVICES, "bad", "\0\1 garbage");
        topics.forget(HawserTopic.SERVICES, "n\0ul");
        topics.raw(HawserTopic.SERVICES, "a/b", """
                {"specversion":"1.0","id":"bad-name","source":"test","type":"hawser.v1.Service","data":{"name":"a/b"}}
                """.strip());
        service("after-bad", true);
        // Then
        awaitDeallocated("service/after-bad");
        soon().untilAsserted(() -> {
            List<ConsumerRecord<byte[], byte[]>> results = topics.read(HawserTopic.COMMAND_RESULTS, "bad-name");
            assertThat(results).hasSize(1);
            assertThat(CommandResult.parseFrom(results.getFirst().value())
                            .getRejected()
                            .getField())
                    .isEqualTo("name");
            assertThat(topics.read("hawser.services.dead")).hasSize(2);
        });
    }

    @Test
    @DisplayName("republish writes the same word again, and only for who has the token")
    void republishSaysTheSameWord() throws InvalidProtocolBufferException {
        // Given
        network("again", true);
        awaitDeallocated("network/again");
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
            List<ConsumerRecord<byte[], byte[]>> words = deallocations("network/again");
            assertThat(words).hasSize(2);
            assertThat(words.getLast().value()).isEqualTo(words.getFirst().value());
        });
    }

    @Test
    @DisplayName("when all is quiet nothing is due and nothing unsent, and the service says that it is ready")
    void isQuietInTheEnd() {
        soon().untilAsserted(() ->
                given().get("/v1/ledger").then().body("unsent", equalTo(0)).body("due", equalTo(0)));
        given().get("/q/health/live").then().statusCode(200);
        soon().untilAsserted(() -> given().get("/q/health/ready").then().statusCode(200));
        given().get("/q/health/started").then().statusCode(200);
        given().get("/q/metrics").then().statusCode(200).body(containsString("hawser_deallocations_total"));
        given().get("/v1/services/nobody").then().statusCode(404).body("detail", containsString("no service"));
    }

    private static void task(String name, String service, TaskState state) {
        topics.say(
                HawserTopic.TASKS,
                name,
                Task.newBuilder()
                        .setName(name)
                        .setService(service)
                        .setObserved(state)
                        .build());
    }

    private static void service(String name, boolean pendingDelete, String... networks) {
        topics.say(
                HawserTopic.SERVICES,
                name,
                Service.newBuilder()
                        .setName(name)
                        .addAllNetworks(List.of(networks))
                        .setPendingDelete(pendingDelete)
                        .build());
    }

    private static void network(String name, boolean pendingDelete) {
        topics.say(
                HawserTopic.NETWORKS,
                name,
                Network.newBuilder()
                        .setName(name)
                        .setPendingDelete(pendingDelete)
                        .build());
    }

    private static ServiceVolume volume(String name, VolumePolicy policy) {
        return ServiceVolume.newBuilder().setName(name).setPolicy(policy).build();
    }

    private static void awaitWhy(String kind, String name, String message) {
        soon().untilAsserted(() ->
                given().get("/v1/" + kind + "/" + name).then().body("deletion.message", containsString(message)));
    }

    private static void awaitDeallocated(String key) {
        soon().untilAsserted(() -> assertThat(deallocations(key)).hasSize(1));
    }

    private static List<ConsumerRecord<byte[], byte[]>> deallocations(String key) {
        return topics.read(HawserTopic.DEALLOCATIONS, key);
    }

    private static Deallocation.Builder sample(String name) {
        try {
            return Deallocation.parseFrom(Samples.named(name).bytes()).toBuilder();
        } catch (InvalidProtocolBufferException e) {
            throw new AssertionError("not a Deallocation", e);
        }
    }

    private static Deallocation deallocation(String key) {
        try {
            return Deallocation.parseFrom(deallocations(key).getFirst().value());
        } catch (InvalidProtocolBufferException e) {
            throw new AssertionError("not a Deallocation", e);
        }
    }

    private static ConditionFactory soon() {
        return await().atMost(Duration.ofSeconds(60)).pollInterval(Duration.ofMillis(100));
    }
}
