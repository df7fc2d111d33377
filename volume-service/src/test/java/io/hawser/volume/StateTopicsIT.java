package io.hawser.volume;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.hamcrest.Matchers.containsString;

import io.hawser.bus.envelope.TopicComplete;
import io.hawser.bus.topic.HawserTopic;
import io.hawser.bus.topic.KeyHash;
import io.hawser.bus.topic.TopicCreator;
import io.hawser.bus.topic.TopicNames;
import io.hawser.ledger.operator.api.LedgerReadiness;
import io.hawser.ledger.tx.db.DatabaseLife;
import io.hawser.strict.call.Rpc;
import io.hawser.testkit.quarkus.EmbeddedServices;
import io.hawser.v1.AgentIdentity;
import io.hawser.v1.Assignment;
import io.hawser.v1.CommandResult;
import io.hawser.v1.NodeAgent;
import io.hawser.v1.TaskState;
import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.restassured.RestAssured;
import io.restassured.response.Response;
import jakarta.inject.Inject;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewPartitions;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@QuarkusTest
@QuarkusTestResource(EmbeddedServices.class)
class StateTopicsIT extends OwnCluster {
    private static final Duration SOON = Duration.ofMinutes(2);

    @Inject
    LedgerReadiness readiness;

    @Inject
    DatabaseLife life;

    private final String volume = "v" + run;
    private final String other = "w" + run;
    private final String node = "n" + run;
    private Admin admin;

    @BeforeEach
    void start() throws Exception {
        open(node);
        admin = Admin.create(kafka);
        cluster.describe();
        cluster.create(volume, "c" + run);
    }

    @AfterEach
    void stop() {
        admin.close();
    }

    @Test
    @DisplayName(
            "A state topic that was deleted is made again, holds all its records, and a mark behind them everywhere")
    void areMadeAgain() throws Exception {
        // Given
        cluster.task("t" + run, node, volume, TaskState.TASK_STATE_PENDING);
        Assignment assignment = orchestrator.awaitAssigned(node, volume);
        cluster.obey(assignment);
        cluster.heartbeat(
                node,
                AgentIdentity.newBuilder().setRoot("root").setBootId("boot").build(),
                300);
        orchestrator.await(HawserTopic.ASSIGNMENTS, node, NodeAgent.class, agent -> agent.getRoot()
                .equals("root"));

        // When
        delete(HawserTopic.ASSIGNMENTS);
        delete(HawserTopic.VOLUMES);

        // Then
        for (HawserTopic topic : List.of(HawserTopic.ASSIGNMENTS, HawserTopic.VOLUMES)) {
            await().atMost(SOON).ignoreExceptions().until(() -> marks(read(topic)) == topic.partitions());
            assertThat(new TopicCreator(admin, TopicNames.DEFAULT).ensure(List.of(topic)))
                    .isEmpty();
        }
        List<ConsumerRecord<byte[], byte[]>> again = read(HawserTopic.ASSIGNMENTS);
        ConsumerRecord<byte[], byte[]> record = again.stream()
                .filter(written -> key(written).equals(node + "/" + volume))
                .findFirst()
                .orElseThrow();
        assertThat(again).anyMatch(written -> key(written).equals(node) && written.value() != null);
        // What others say meanwhile comes behind the mark.
        assertThat(again)
                .filteredOn(mark -> mark.partition() == record.partition()
                        && TopicComplete.topicId(mark).isPresent())
                .isNotEmpty()
                .allSatisfy(mark -> assertThat(mark.offset()).isGreaterThan(record.offset()));
        assertThat(cluster.calls(Rpc.CONTROLLER_UNPUBLISH_VOLUME)).isEmpty();
    }

    @Test
    @DisplayName("A state topic that gets more partitions has all its records where they belong then, and behind them"
            + " marks that say so")
    void getsMorePartitions() throws Exception {
        // Given
        int more = HawserTopic.ASSIGNMENTS.partitions() + 1;
        cluster.task("t" + run, node, volume, TaskState.TASK_STATE_PENDING);
        orchestrator.awaitAssigned(node, volume);

        // When
        admin.createPartitions(Map.of(TopicNames.DEFAULT.of(HawserTopic.ASSIGNMENTS), NewPartitions.increaseTo(more)))
                .all()
                .get();

        // Then
        try {
            await().atMost(Duration.ofMinutes(2)).ignoreExceptions().until(() -> marks(ofNow(more)) == more);
            int itsPartition = KeyHash.of(node, more);
            assertThat(read(HawserTopic.ASSIGNMENTS, more))
                    .filteredOn(record -> record.partition() == itsPartition)
                    .extracting(StateTopicsIT::key)
                    .containsSubsequence(node + "/" + volume, "#complete/" + itsPartition);

            // When: the release before noted no number, and partitions were added under it
            execute("update ledger_topic set partitions = null where topic = 'hawser.assignments'");
            life.suspect("a test");

            // Then
            await().atMost(Duration.ofMinutes(2))
                    .ignoreExceptions()
                    .until(() -> ofNow(more).size() >= 2 * more);
        } finally {
            // The other tests' clients partition by the catalogue.
            delete(HawserTopic.ASSIGNMENTS);
            await().atMost(SOON)
                    .ignoreExceptions()
                    .until(() -> marks(read(HawserTopic.ASSIGNMENTS)) == HawserTopic.ASSIGNMENTS.partitions());
        }
    }

    @Test
    @DisplayName("If another database server answers before the mark, and lacks records that were not sent yet, all are"
            + " written again before it")
    void anotherServerBeforeTheMark() throws Exception {
        // Given
        cluster.task("t" + run, node, volume, TaskState.TASK_STATE_PENDING);
        orchestrator.awaitAssigned(node, volume);
        String key = node + "/" + volume;
        // No relay sends this shard.
        execute("create function hold() returns trigger language plpgsql as"
                + " $$ begin new.shard := 7; return new; end $$");
        execute("create trigger hold before insert on ledger_outbox for each row"
                + " when (new.topic = 'hawser.assignments') execute function hold()");
        try {
            delete(HawserTopic.ASSIGNMENTS);
            // It waits for them behind the last page.
            await().atMost(SOON).during(Duration.ofSeconds(2)).until(() -> held(key) > 0);
        } finally {
            execute("drop trigger hold on ledger_outbox");
            execute("drop function hold()");
            // When
            life.suspect("a test");
            execute("delete from ledger_outbox where shard = 7");
            // Nor does it know who writes them again.
            execute("update ledger_topic set until = '-infinity' where topic = 'hawser.assignments'");
        }

        // Then
        await().atMost(SOON)
                .ignoreExceptions()
                .until(() -> marks(read(HawserTopic.ASSIGNMENTS)) == HawserTopic.ASSIGNMENTS.partitions());
        int itsPartition = KeyHash.of(node, HawserTopic.ASSIGNMENTS.partitions());
        assertThat(read(HawserTopic.ASSIGNMENTS))
                .filteredOn(record -> record.partition() == itsPartition)
                .extracting(StateTopicsIT::key)
                .containsSubsequence(key, "#complete/" + itsPartition);
    }

    @Test
    @DisplayName("A topic that is complete is written again if another database server does not know that")
    void anotherServerDoesNotKnow() {
        // Given
        String known = "select count(*) from ledger_topic where topic = 'hawser.volumes' and topic_id <> 'earlier'";
        tables.awaitCount(1, known);
        // It has seen that twice.
        await().pollDelay(Duration.ofSeconds(3)).until(() -> tables.count(known) == 1);
        execute("update ledger_topic set topic_id = 'earlier' where topic = 'hawser.volumes'");

        // When
        life.suspect("a test");

        // Then
        tables.awaitCount(1, known);
    }

    private long held(String key) {
        return tables.count("select count(*) from ledger_outbox where shard = 7 and key = ?", key);
    }

    private void execute(String sql) {
        try (Connection connection = database.getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        } catch (SQLException e) {
            throw new IllegalStateException(sql, e);
        }
    }

    private List<ConsumerRecord<byte[], byte[]>> ofNow(int partitions) {
        return read(HawserTopic.ASSIGNMENTS, partitions).stream()
                .filter(record -> TopicComplete.partitions(record) == partitions)
                .toList();
    }

    @Test
    @DisplayName("While a source topic is gone, and until somebody has accepted it, removals wait and the rest goes on")
    void aSourceTopic() throws Exception {
        // Given
        String tasks = TopicNames.DEFAULT.of(HawserTopic.TASKS);
        orchestrator.awaitCreated(volume);

        // When
        delete(HawserTopic.TASKS);
        awaitSaid(tasks + " is gone: what depends on it is not decided");
        cluster.remove(volume, "r" + run);
        cluster.create(other, "o" + run);
        accept(tasks).then().statusCode(409).body("detail", containsString("make it again with kafka-topics --create"));

        // Then
        orchestrator.awaitCreated(other);

        // When
        new TopicCreator(admin, TopicNames.DEFAULT).ensure(List.of(HawserTopic.TASKS));
        awaitSaid("./hawser accept-topic " + tasks);
        assertThat(cluster.calls(Rpc.DELETE_VOLUME)).isEmpty();
        await().atMost(SOON).until(() -> accept(tasks).statusCode() == 200);

        // Then
        orchestrator.awaitResult("r" + run, CommandResult::hasDone);
        awaitSaid("");
    }

    private static Response accept(String topic) {
        return RestAssured.given()
                .header("Authorization", "Bearer a-token-for-tests")
                .post("/v1/topics/" + topic + "/accept");
    }

    private void awaitSaid(String sentence) {
        await().atMost(SOON).until(() -> {
            String said = readiness
                    .topics()
                    .call()
                    .getData()
                    .orElseThrow()
                    .get("waitsFor")
                    .toString();
            return sentence.isEmpty() ? said.isEmpty() : said.contains(sentence);
        });
    }

    /** The broker answers before it has deleted the topic; until then, its records are read. */
    private void delete(HawserTopic topic) throws Exception {
        String name = TopicNames.DEFAULT.of(topic);
        Uuid id = admin.describeTopics(List.of(name))
                .allTopicNames()
                .get()
                .get(name)
                .topicId();
        admin.deleteTopics(List.of(name)).all().get();
        await().atMost(SOON).until(() -> admin.listTopics().listings().get().stream()
                .noneMatch(listed -> listed.topicId().equals(id)));
    }

    private static long marks(List<ConsumerRecord<byte[], byte[]>> records) {
        return records.stream()
                .filter(record -> TopicComplete.topicId(record).isPresent())
                // A mark that was not acknowledged is written again.
                .map(record -> new String(record.headers().lastHeader("ce_id").value(), UTF_8))
                .distinct()
                .count();
    }

    private static String key(ConsumerRecord<byte[], byte[]> record) {
        return new String(record.key(), UTF_8);
    }

    private List<ConsumerRecord<byte[], byte[]>> read(HawserTopic topic) {
        return read(topic, topic.partitions());
    }

    private List<ConsumerRecord<byte[], byte[]>> read(HawserTopic topic, int count) {
        List<ConsumerRecord<byte[], byte[]>> found = new ArrayList<>();
        try (KafkaConsumer<byte[], byte[]> consumer = new KafkaConsumer<>(
                Map.of(
                        "bootstrap.servers",
                        kafka.get("bootstrap.servers"),
                        "isolation.level",
                        "read_committed",
                        "allow.auto.create.topics",
                        "false"),
                new ByteArrayDeserializer(),
                new ByteArrayDeserializer())) {
            List<TopicPartition> partitions = IntStream.range(0, count)
                    .mapToObj(partition -> new TopicPartition(TopicNames.DEFAULT.of(topic), partition))
                    .toList();
            consumer.assign(partitions);
            consumer.seekToBeginning(partitions);
            Map<TopicPartition, Long> ends = consumer.endOffsets(partitions);
            long giveUp = System.nanoTime() + Duration.ofSeconds(20).toNanos();
            while (ends.entrySet().stream().anyMatch(end -> consumer.position(end.getKey()) < end.getValue())) {
                if (System.nanoTime() > giveUp) {
                    // The ends are of the topic before, which the broker had just deleted.
                    throw new IllegalStateException(topic + " does not go as far as " + ends);
                }
                consumer.poll(Duration.ofMillis(200)).forEach(found::add);
            }
        }
        return found;
    }
}
