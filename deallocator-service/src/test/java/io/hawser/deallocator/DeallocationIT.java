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
import io.hawser.bus.dead.DeadRecord;
import io.hawser.bus.topic.HawserTopic;
import io.hawser.ledger.testkit.Topics;
import io.hawser.testkit.quarkus.EmbeddedServices;
import io.hawser.testkit.sample.Samples;
import io.hawser.v1.CommandResult;
import io.hawser.v1.DeallocatedResource;
import io.hawser.v1.Deallocation;
import io.hawser.v1.Network;
import io.hawser.v1.ResourceFate;
import io.hawser.v1.Service;
import io.hawser.v1.ServiceVolume;
import io.hawser.v1.Task;
import io.hawser.v1.TaskState;
import io.hawser.v1.Volume;
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
            return Map.of("hawser.token", "a-token-for-tests", "hawser.deletion.discards-every", "200ms");
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
                .isEqualTo(sample("deallocation-service-decided")
                        .setService(service)
                        .setRevision(word.getRevision())
                        .setDecidedAt(word.getDecidedAt())
                        .clearResources()
                        .build());
        assertThat(word.hasDecidedAt()).isTrue();
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
                .isEqualTo(sample("deallocation-network-decided")
                        .setNetwork("n1")
                        .setRevision(word.getRevision())
                        .setDecidedAt(word.getDecidedAt())
                        .build());
        assertThat(deallocation("service/s1").getResourcesList())
                .containsExactly(
                        resource("network", "n1", ResourceFate.RESOURCE_FATE_GOES, "no service holds it any more"),
                        resource("network", "n2", ResourceFate.RESOURCE_FATE_KEPT, "it is not marked for deletion"));
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
    @Tag("swarmkit-DB2")
    @DisplayName("tasks that ended hold nothing, though their records stay")
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
    @Tag("swarmkit-DB4")
    @DisplayName("a marked network goes when the last service that refers to it drops the reference")
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
    @DisplayName("no changed mark and no new record undoes a deallocation; the tombstone ends it and frees the name")
    void aDeallocationIsFinalUntilTheTombstone() {
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
    @Tag("swarmkit-DB7")
    @DisplayName("the service's own volumes are removed by their uid, under an id made of the place of its record; "
            + "what became of them stays visible until they are gone, also without the service")
    void ownVolumesGoWithTheService() {
        // Given
        String uid = "0f1e2d3c4b5a69788796a5b4c3d2e1f0";
        volumeIs("scratch", uid, false);
        volumeIs("data", "another", false);
        // When
        service(
                "vols",
                volume("scratch", VolumePolicy.VOLUME_POLICY_DELETE),
                volume("data", VolumePolicy.VOLUME_POLICY_RETAIN),
                volume("unread", VolumePolicy.VOLUME_POLICY_DELETE));
        awaitDeallocated("service/vols");
        // Then
        assertThat(deallocation("service/vols").getResourcesList())
                .containsExactly(
                        resource("volume", "data", ResourceFate.RESOURCE_FATE_KEPT, "the service says RETAIN"),
                        resource("volume", "scratch", ResourceFate.RESOURCE_FATE_GOES, "no service holds it any more"),
                        resource("volume", "unread", ResourceFate.RESOURCE_FATE_GOES, "no service holds it any more"));
        ConsumerRecord<byte[], byte[]> removal = removalOf("scratch");
        assertThat(removal.value())
                .isEqualTo(Samples.named("remove-volume-with-uid").bytes());
        var marked = topics.read(HawserTopic.SERVICES, "vols").getFirst();
        assertThat(new String(removal.headers().lastHeader("ce_id").value(), StandardCharsets.UTF_8))
                .startsWith("deallocation/vols/")
                .endsWith("-" + marked.partition() + "-" + marked.offset() + "/scratch/0");
        assertThat(topics.read(HawserTopic.VOLUME_COMMANDS, "data")).isEmpty();
        assertThat(removalOf("unread").key()).asString(StandardCharsets.UTF_8).isEqualTo("unread");
        // When
        topics.forget(HawserTopic.SERVICES, "vols");
        // Then
        soon().untilAsserted(() -> given().get("/v1/services/vols").then().statusCode(404));
        given().get("/v1/services/vols/status")
                .then()
                .statusCode(200)
                .body("resources.resource.name", equalTo(List.of("scratch")))
                .body("resources[0].resource.deletion.state", equalTo("deallocated"));
        // When
        volumeIs("scratch", uid, true);
        topics.forget(HawserTopic.VOLUMES, "scratch");
        // Then
        soon().untilAsserted(
                        () -> given().get("/v1/services/vols/status").then().statusCode(404));
        assertThat(topics.read(HawserTopic.VOLUME_COMMANDS, "scratch")).hasSize(1);
    }

    @Test
    @DisplayName("a shared volume goes with the last service that lists it, unless one of them retains it")
    void aSharedVolumeGoesWithTheLastService() {
        // Given
        for (String volume : List.of("shared", "retained")) {
            volumeIs(volume, "uid-" + volume, false);
        }
        task("share2.a", "share2", TaskState.TASK_STATE_RUNNING);
        service(
                "share2",
                volume("shared", VolumePolicy.VOLUME_POLICY_DELETE),
                volume("retained", VolumePolicy.VOLUME_POLICY_DELETE));
        awaitWhy("services", "share2", "waits for 1 live task");
        // When
        service(
                "share1",
                volume("shared", VolumePolicy.VOLUME_POLICY_DELETE),
                volume("retained", VolumePolicy.VOLUME_POLICY_RETAIN));
        awaitDeallocated("service/share1");
        // Then
        awaitWhy("volumes", "shared", "waits for 1 service: share2");
        assertThat(topics.read(HawserTopic.VOLUME_COMMANDS, "shared")).isEmpty();
        // When
        topics.forget(HawserTopic.TASKS, "share2.a");
        // Then
        removalOf("shared");
        awaitWhy("volumes", "retained", "kept: a service that has ended said RETAIN");
        assertThat(topics.read(HawserTopic.VOLUME_COMMANDS, "retained")).isEmpty();
        topics.forget(HawserTopic.VOLUMES, "shared");
    }

    @Test
    @Tag("swarmkit-DB8")
    @DisplayName("a task's record that cannot be read holds its service, or all, until a later one or a person ends it")
    void anUnreadableTaskHoldsItsService() {
        // Given
        task("unread.a", "unread", TaskState.TASK_STATE_RUNNING);
        service("unread", true);
        awaitWhy("services", "unread", "waits for 1 live task");
        topics.raw(HawserTopic.TASKS, "unread.a", "\0\1 garbage");
        awaitWhy("services", "unread", "UnreadableTask hawser.tasks-0@");
        // When
        topics.raw(HawserTopic.TASKS, "nobody.knows", "\0\1 garbage");
        topics.forget(HawserTopic.TASKS, "unread.a");
        // Then
        awaitWhy("services", "unread", "waits for 1 UnreadableTask: hawser.tasks-0@");
        service("unread-too", true);
        awaitWhy("services", "unread-too", "waits for 1 UnreadableTask: hawser.tasks-0@");
        // When
        soon().untilAsserted(() -> assertThat(letters("nobody.knows")).hasSize(1));
        topics.write(DeadRecord.mark(letters("nobody.knows").getFirst(), DeadRecord.Kind.DISCARDED, "not ours"));
        // Then
        awaitDeallocated("service/unread");
        awaitDeallocated("service/unread-too");
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
        soon().untilAsserted(() -> given().get("/v1/ledger")
                .then()
                .body("unsent", equalTo(0))
                // They are written again until the orchestrator deletes its records.
                .body("due", equalTo(deallocated("services") + deallocated("networks") + deallocated("volumes"))));
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

    private static void service(String name, ServiceVolume... volumes) {
        topics.say(
                HawserTopic.SERVICES,
                name,
                Service.newBuilder()
                        .setName(name)
                        .addAllVolumes(List.of(volumes))
                        .setPendingDelete(true)
                        .build());
    }

    private static void volumeIs(String name, String uid, boolean removalRequested) {
        topics.say(
                HawserTopic.VOLUMES,
                name,
                Volume.newBuilder()
                        .setName(name)
                        .setUid(uid)
                        .setRemovalRequested(removalRequested)
                        .build());
    }

    private static ConsumerRecord<byte[], byte[]> removalOf(String volume) {
        soon().untilAsserted(() ->
                assertThat(topics.read(HawserTopic.VOLUME_COMMANDS, volume)).hasSize(1));
        return topics.read(HawserTopic.VOLUME_COMMANDS, volume).getFirst();
    }

    private static List<DeadRecord.Letter> letters(String key) {
        return topics.read("hawser.tasks.dead").stream()
                .map(DeadRecord::read)
                .filter(DeadRecord.Letter.class::isInstance)
                .map(DeadRecord.Letter.class::cast)
                .filter(letter -> letter.key().equals(key))
                .toList();
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

    private static DeallocatedResource resource(String kind, String name, ResourceFate fate, String reason) {
        return DeallocatedResource.newBuilder()
                .setKind(kind)
                .setName(name)
                .setFate(fate)
                .setReason(reason)
                .build();
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
