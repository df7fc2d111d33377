package io.hawser.deallocator;

import static io.hawser.deallocator.DeallocatorTopics.awaitDeallocated;
import static io.hawser.deallocator.DeallocatorTopics.awaitWhy;
import static io.hawser.deallocator.DeallocatorTopics.deallocation;
import static io.hawser.deallocator.DeallocatorTopics.removalOf;
import static io.hawser.deallocator.DeallocatorTopics.resource;
import static io.hawser.deallocator.DeallocatorTopics.service;
import static io.hawser.deallocator.DeallocatorTopics.soon;
import static io.hawser.deallocator.DeallocatorTopics.task;
import static io.hawser.deallocator.DeallocatorTopics.volume;
import static io.hawser.deallocator.DeallocatorTopics.volumeIs;
import static io.restassured.RestAssured.given;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;
import static org.hamcrest.Matchers.equalTo;

import io.hawser.bus.envelope.ProducerRecords;
import io.hawser.bus.envelope.RecordEncoder;
import io.hawser.bus.topic.HawserTopic;
import io.hawser.bus.topic.KeyHash;
import io.hawser.bus.topic.TopicNames;
import io.hawser.deallocator.inventory.Fact;
import io.hawser.deallocator.inventory.db.LockedInventory;
import io.hawser.ledger.catchup.work.StartGate;
import io.hawser.ledger.testkit.Topics;
import io.hawser.ledger.tx.db.DatabaseLife;
import io.hawser.ledger.tx.db.Transactions;
import io.hawser.message.Events;
import io.hawser.testkit.quarkus.EmbeddedServices;
import io.hawser.testkit.sample.Samples;
import io.hawser.v1.DeallocatedResource;
import io.hawser.v1.Deallocation;
import io.hawser.v1.ResourceFate;
import io.hawser.v1.Service;
import io.hawser.v1.TaskState;
import io.hawser.v1.VolumePolicy;
import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import jakarta.inject.Inject;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Volumes go with the services that list them. */
@QuarkusTest
@TestProfile(DeallocationIT.WithToken.class)
@QuarkusTestResource(EmbeddedServices.class)
class VolumesIT {
    private static Topics topics;

    @Inject
    Transactions transactions;

    @Inject
    DatabaseLife life;

    @Inject
    StartGate gate;

    @BeforeAll
    static void open() {
        topics = new Topics();
    }

    @AfterAll
    static void close() {
        topics.close();
    }

    @Test
    @Tag("swarmkit-DB7")
    @DisplayName("the service's own volumes are removed by their uid, under an id made of the place of its record; "
            + "what became of them stays visible until they are gone, also without the service")
    void ownVolumesGoWithTheService() {
        // Given
        String uid = "0f1e2d3c4b5a69788796a5b4c3d2e1f0";
        volumeIs(topics, "scratch", uid, false);
        volumeIs(topics, "data", "another", false);
        // When
        service(
                topics,
                "vols",
                volume("scratch", VolumePolicy.VOLUME_POLICY_DELETE),
                volume("data", VolumePolicy.VOLUME_POLICY_RETAIN),
                volume("unread", VolumePolicy.VOLUME_POLICY_DELETE));
        awaitDeallocated(topics, "service/vols");
        // Then
        assertThat(deallocation(topics, "service/vols").getResourcesList())
                .containsExactly(
                        resource("volume", "data", ResourceFate.RESOURCE_FATE_KEPT, "the service says RETAIN"),
                        resource("volume", "scratch", ResourceFate.RESOURCE_FATE_GOES, "no service holds it any more"),
                        resource(
                                "volume",
                                "unread",
                                ResourceFate.RESOURCE_FATE_KEPT,
                                "it does not exist; one that is created later is not deleted with this service"));
        given().get("/v1/services/vols")
                .then()
                .body("ownVolumes", equalTo(List.of("scratch", "unread")))
                .body("keptVolumes", equalTo(List.of("data")));
        ConsumerRecord<byte[], byte[]> removal = removalOf(topics, "scratch");
        assertThat(removal.value())
                .isEqualTo(Samples.named("remove-volume-with-uid").bytes());
        var marked = topics.read(HawserTopic.SERVICES, "vols").getFirst();
        assertThat(new String(removal.headers().lastHeader("ce_id").value(), StandardCharsets.UTF_8))
                .startsWith("deallocation/vols/")
                .containsPattern("-" + marked.partition() + "-" + marked.offset() + "-[0-9a-f]{8}/scratch/0$");
        assertThat(topics.read(HawserTopic.VOLUME_COMMANDS, "data")).isEmpty();
        // When
        volumeIs(topics, "unread", "later", false);
        topics.forget(HawserTopic.SERVICES, "vols");
        // Then
        soon().untilAsserted(() -> given().get("/v1/services/vols").then().statusCode(404));
        given().get("/v1/services/vols/status")
                .then()
                .statusCode(200)
                .body("resources.resource.name", equalTo(List.of("scratch")))
                .body("resources[0].resource.deletion.state", equalTo("deallocated"));
        // When
        volumeIs(topics, "scratch", uid, true);
        topics.forget(HawserTopic.VOLUMES, "scratch");
        // Then
        soon().untilAsserted(
                        () -> given().get("/v1/services/vols/status").then().statusCode(404));
        assertThat(topics.read(HawserTopic.VOLUME_COMMANDS, "scratch")).hasSize(1);
        soon().untilAsserted(
                        () -> assertThat(left("volume/scratch", "service/vols")).isEmpty());
        awaitWhy("volumes", "unread", "stays until somebody asks for its deletion");
        assertThat(topics.read(HawserTopic.VOLUME_COMMANDS, "unread")).isEmpty();
    }

    @Test
    @DisplayName("a removal is written again when the volume's record does not say any more that it is being removed")
    void aRemovalThatIsLost() {
        // Given
        volumeIs(topics, "back", "uid-back", false);
        service(topics, "goes-back", volume("back", VolumePolicy.VOLUME_POLICY_DELETE));
        removalOf(topics, "back");
        volumeIs(topics, "back", "uid-back", true);
        // When
        volumeIs(topics, "back", "uid-back", false);
        // Then
        soon().untilAsserted(() ->
                assertThat(topics.read(HawserTopic.VOLUME_COMMANDS, "back")).hasSize(2));
        topics.forget(HawserTopic.VOLUMES, "back");
    }

    @Test
    @DisplayName("a volume that another service retains stays, although that service's record is refused for a fault")
    void aRefusedRecordRetains() {
        // Given
        volumeIs(topics, "kept-data", "u1", false);
        topics.say(
                HawserTopic.SERVICES,
                "faulty",
                "faulty-record",
                Service.newBuilder()
                        .setName("faulty")
                        .addNetworks("../up")
                        .addVolumes(volume("kept-data", VolumePolicy.VOLUME_POLICY_RETAIN))
                        .build());
        soon().untilAsserted(() -> assertThat(topics.read(HawserTopic.COMMAND_RESULTS, "faulty-record"))
                .hasSize(1));
        // When
        service(topics, "beside-faulty", volume("kept-data", VolumePolicy.VOLUME_POLICY_DELETE));
        awaitDeallocated(topics, "service/beside-faulty");
        // Then
        awaitWhy("volumes", "kept-data", "waits for 1 service: faulty");
        // When
        topics.forget(HawserTopic.SERVICES, "faulty");
        // Then
        awaitWhy("volumes", "kept-data", "kept: a service that has ended said RETAIN");
        assertThat(topics.read(HawserTopic.VOLUME_COMMANDS, "kept-data")).isEmpty();
    }

    @Test
    @DisplayName("a shared volume goes with the last service that lists it, unless one of them retains it")
    void aSharedVolumeGoesWithTheLastService() {
        // Given
        for (String volume : List.of("shared", "retained")) {
            volumeIs(topics, volume, "uid-" + volume, false);
        }
        task(topics, "share2.a", "share2", TaskState.TASK_STATE_RUNNING);
        service(
                topics,
                "share2",
                volume("shared", VolumePolicy.VOLUME_POLICY_DELETE),
                volume("retained", VolumePolicy.VOLUME_POLICY_DELETE));
        awaitWhy("services", "share2", "waits for 1 live task");
        // When
        service(
                topics,
                "share1",
                volume("shared", VolumePolicy.VOLUME_POLICY_DELETE),
                volume("retained", VolumePolicy.VOLUME_POLICY_RETAIN));
        awaitDeallocated(topics, "service/share1");
        // Then
        awaitWhy("volumes", "shared", "waits for 1 service: share2");
        assertThat(topics.read(HawserTopic.VOLUME_COMMANDS, "shared")).isEmpty();
        // When
        topics.forget(HawserTopic.TASKS, "share2.a");
        // Then
        removalOf(topics, "shared");
        awaitWhy("volumes", "retained", "kept: a service that has ended said RETAIN");
        assertThat(topics.read(HawserTopic.VOLUME_COMMANDS, "retained")).isEmpty();
        topics.forget(HawserTopic.VOLUMES, "shared");
    }

    @Test
    @DisplayName("a service that a lost database deallocated is deallocated again, and a volume that got a name of its"
            + " list since then stays")
    void aLostDecision() {
        // Given
        Instant decided = Instant.parse("2026-01-01T00:00:00Z");
        volumeIs(topics, "earlier", "uid-earlier", decided.minusSeconds(3600));
        volumeIs(topics, "later", "uid-later", decided.plusSeconds(1));
        task(topics, "lost.a", "lost", TaskState.TASK_STATE_RUNNING);
        service(
                topics,
                "lost",
                volume("earlier", VolumePolicy.VOLUME_POLICY_DELETE),
                volume("gone", VolumePolicy.VOLUME_POLICY_DELETE),
                volume("later", VolumePolicy.VOLUME_POLICY_DELETE));
        awaitWhy("services", "lost", "waits for 1 live task");
        topics.say(
                HawserTopic.DEALLOCATIONS,
                "service/lost",
                Deallocation.newBuilder()
                        .setService("lost")
                        .setRevision(1)
                        .setDecidedAt(Events.timestamp(decided))
                        .build());
        // When
        life.suspect("a test");
        soon().until(() -> lostDecisions("lost") == 1);
        topics.forget(HawserTopic.TASKS, "lost.a");
        // Then
        removalOf(topics, "earlier");
        // Another relay than the removal's sends it.
        soon().untilAsserted(
                        () -> assertThat(deallocation(topics, "service/lost").getResourcesList())
                                .extracting(DeallocatedResource::getName, DeallocatedResource::getFate)
                                .containsExactly(
                                        tuple("earlier", ResourceFate.RESOURCE_FATE_GOES),
                                        tuple("gone", ResourceFate.RESOURCE_FATE_GOES),
                                        tuple("later", ResourceFate.RESOURCE_FATE_KEPT)));
        assertThat(topics.read(HawserTopic.VOLUME_COMMANDS, "gone")).isEmpty();
        assertThat(topics.read(HawserTopic.VOLUME_COMMANDS, "later")).isEmpty();
        assertThat(deallocation(topics, "service/lost").getDecidedAt())
                .as("the next loss finds the first decision")
                .isEqualTo(Events.timestamp(decided));
    }

    @Test
    @DisplayName("what a lost database decided ends with the service, also if one batch ends it and creates it again")
    void aLostDecisionEndsWithTheService() {
        // Given
        service(topics, "ends", volume("its", VolumePolicy.VOLUME_POLICY_DELETE));
        soon().until(() -> {
            execute("update service set lost_decision = '2026-01-01T00:00:00Z' where name = 'ends'");
            return lostDecisions("ends") == 1;
        });
        Instant written = Instant.parse("2026-01-01T00:00:00Z");
        List<Fact> again = List.of(
                new Fact.ServiceGone("ends", written), new Fact.ServiceIs("ends", Set.of(), false, "origin", written));
        // When
        transactions
                .run(tx -> LockedInventory.lock(tx, again)
                        .invoke(locked -> locked.write(locked.toDomain()))
                        .replaceWithVoid())
                .await()
                .atMost(Duration.ofMinutes(2));
        // Then
        assertThat(lostDecisions("ends")).isZero();
    }

    @Test
    @DisplayName("a service that was created again is not taken for one that a lost database deallocated, although the"
            + " end of its former life is not sent yet")
    void anotherLifeOfTheService() {
        // Given
        task(topics, "again.a", "again", TaskState.TASK_STATE_RUNNING);
        service(topics, "again", volume("kept", VolumePolicy.VOLUME_POLICY_DELETE));
        awaitWhy("services", "again", "waits for 1 live task");
        topics.say(
                HawserTopic.DEALLOCATIONS,
                "service/again",
                Deallocation.newBuilder()
                        .setService("again")
                        .setRevision(1)
                        .setDecidedAt(Events.timestamp(Instant.parse("2026-01-01T00:00:00Z")))
                        .build());
        // No relay sends this shard.
        execute("insert into ledger_outbox (shard, topic, key, headers) values (7, 'hawser.deallocations',"
                + " 'service/again', '{}')");

        // When
        life.suspect("a test");
        soon().until(gate::isOpen);

        // Then
        assertThat(lostDecisions("again")).isZero();
        execute("delete from ledger_outbox where shard = 7");
        topics.forget(HawserTopic.TASKS, "again.a");
    }

    @Test
    @DisplayName("a service that was created again is not taken for one that a lost database deallocated, although the"
            + " topic got partitions since, and its former record stays in the partition where it belonged before")
    void aFormerRecordInAnotherPartition() {
        // Given
        int count = HawserTopic.DEALLOCATIONS.partitions();
        for (String service : List.of("moved", "unwritten")) {
            task(topics, service + ".a", service, TaskState.TASK_STATE_RUNNING);
            service(topics, service, volume("kept", VolumePolicy.VOLUME_POLICY_DELETE));
            awaitWhy("services", service, "waits for 1 live task");
            int own = KeyHash.of("service/" + service, count);
            for (int distance = 1; distance < count; distance++) {
                topics.write(formerly(service, (own + distance) % count));
            }
        }
        topics.forget(HawserTopic.DEALLOCATIONS, "service/moved");

        // When
        life.suspect("a test");
        soon().until(gate::isOpen);

        // Then
        assertThat(lostDecisions("moved")).isZero();
        // Nothing of it was written where it belongs now.
        assertThat(lostDecisions("unwritten")).isOne();
        topics.forget(HawserTopic.TASKS, "moved.a");
        topics.forget(HawserTopic.TASKS, "unwritten.a");
    }

    private static ProducerRecord<byte[], byte[]> formerly(String service, int partition) {
        Deallocation deallocation = Deallocation.newBuilder()
                .setService(service)
                .setRevision(1)
                .setDecidedAt(Events.timestamp(Instant.parse("2026-01-01T00:00:00Z")))
                .build();
        ProducerRecord<byte[], byte[]> record = ProducerRecords.of(
                new RecordEncoder(TopicNames.DEFAULT, "test")
                        .encode(
                                HawserTopic.DEALLOCATIONS,
                                "service/" + service,
                                "former-" + partition,
                                deallocation,
                                Instant.now()),
                topic -> 1);
        return new ProducerRecord<>(record.topic(), partition, record.key(), record.value(), record.headers());
    }

    private void execute(String sql) {
        transactions.run(tx -> tx.execute(sql)).await().atMost(Duration.ofMinutes(2));
    }

    private int lostDecisions(String service) {
        return transactions
                .single(statements -> statements.select(
                        "select 1 from service where name = $1 and lost_decision = '2026-01-01T00:00:00Z'", service))
                .await()
                .atMost(Duration.ofMinutes(2))
                .size();
    }

    /** Those of these that the tables still have. */
    private List<Object> left(String... ids) {
        return transactions
                .single(statements -> statements.select("""
                        select 'due ' || kind || '/' || key from ledger_due where kind || '/' || key = any($1)
                        union all select 'row ' || id from resource where id = any($1)
                        """, (Object) ids))
                .map(rows -> rows.stream().map(row -> row[0]).toList())
                .await()
                .atMost(Duration.ofMinutes(2));
    }
}
