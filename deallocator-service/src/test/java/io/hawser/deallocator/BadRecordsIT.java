package io.hawser.deallocator;

import static io.hawser.deallocator.DeallocatorTopics.awaitDeallocated;
import static io.hawser.deallocator.DeallocatorTopics.awaitWhy;
import static io.hawser.deallocator.DeallocatorTopics.service;
import static io.hawser.deallocator.DeallocatorTopics.soon;
import static io.hawser.deallocator.DeallocatorTopics.task;
import static io.restassured.RestAssured.given;
import static org.assertj.core.api.Assertions.assertThat;
import static org.hamcrest.Matchers.equalTo;

import io.hawser.bus.dead.DeadRecord;
import io.hawser.bus.topic.HawserTopic;
import io.hawser.ledger.testkit.Topics;
import io.hawser.testkit.quarkus.EmbeddedServices;
import io.hawser.v1.CommandResult;
import io.hawser.v1.Task;
import io.hawser.v1.TaskMount;
import io.hawser.v1.TaskState;
import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import jakarta.inject.Inject;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Base64;
import java.util.List;
import java.util.Random;
import javax.sql.DataSource;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Records that cannot be read, or that nobody can have meant. */
@QuarkusTest
@TestProfile(DeallocationIT.WithToken.class)
@QuarkusTestResource(EmbeddedServices.class)
class BadRecordsIT {
    /** Changes nothing: counts the row of a service that is decided and waits. */
    private static final String LATER = """
            update ledger_due set due = due
            where kind = 'service' and key = 'late-mark' and leased is null and due > now() + interval '30 seconds'
            """;

    private static Topics topics;

    @Inject
    DataSource database;

    @BeforeAll
    static void open() {
        topics = new Topics();
    }

    @AfterAll
    static void close() {
        topics.close();
    }

    @Test
    @Tag("swarmkit-DB8")
    @DisplayName("a task's record that cannot be read holds its service, or all, until a later one or a person ends it")
    void anUnreadableTaskHoldsItsService() {
        // Given
        task(topics, "unread.a", "unread", TaskState.TASK_STATE_RUNNING);
        service(topics, "unread", true);
        awaitWhy("services", "unread", "waits for 1 live task");
        topics.raw(HawserTopic.TASKS, "unread.a", "\0\1 garbage");
        awaitWhy("services", "unread", "UnreadableTask hawser.tasks-0@");
        // When
        topics.raw(HawserTopic.TASKS, "nobody.knows", "\0\1 garbage");
        topics.forget(HawserTopic.TASKS, "unread.a");
        // Then
        awaitWhy("services", "unread", "waits for 1 UnreadableTask: hawser.tasks-0@");
        service(topics, "unread-too", true);
        awaitWhy("services", "unread-too", "waits for 1 UnreadableTask: hawser.tasks-0@");
        // When
        soon().untilAsserted(() -> assertThat(letters("nobody.knows")).hasSize(1));
        topics.write(DeadRecord.mark(letters("nobody.knows").getFirst(), DeadRecord.Kind.DISCARDED, "not ours"));
        // Then
        awaitDeallocated(topics, "service/unread");
        awaitDeallocated(topics, "service/unread-too");
    }

    @Test
    @DisplayName(
            "a task's record that cannot be read, and whose key no index holds, stops no partition: it is a letter")
    void aKeyThatNoIndexHolds() {
        // Given
        byte[] random = new byte[4500];
        new Random(1).nextBytes(random);
        String key = Base64.getEncoder().encodeToString(random);
        // When
        topics.raw(HawserTopic.TASKS, key, "\0\1 garbage");
        service(topics, "behind", true);
        // Then
        awaitWhy("services", "behind", "waits for 1 UnreadableTask: hawser.tasks-0@");
        String begin = key.substring(0, 20);
        soon().untilAsserted(() -> assertThat(letters(begin)).hasSize(1));
        topics.write(DeadRecord.mark(letters(begin).getFirst(), DeadRecord.Kind.DISCARDED, "not ours"));
        awaitDeallocated(topics, "service/behind");
    }

    @Test
    @DisplayName("a task's record whose id is too long holds what its key says, until a later record of the key")
    void anIdThatIsTooLongHoldsByItsKey() {
        // Given
        topics.say(
                HawserTopic.TASKS,
                "long.a",
                "i".repeat(1000),
                Task.newBuilder()
                        .setName("long.a")
                        .setService("long")
                        .setNode("n1")
                        .setObserved(TaskState.TASK_STATE_RUNNING)
                        .build());
        service(topics, "long", true);
        awaitWhy("services", "long", "waits for 1 UnreadableTask: hawser.tasks-0@");
        // When
        topics.forget(HawserTopic.TASKS, "long.a");
        // Then
        awaitDeallocated(topics, "service/long");
    }

    @Test
    @DisplayName(
            "a task's record that volume-service rejects holds its service, as the one before does, and has no second"
                    + " answer")
    void aRejectedTaskHoldsItsService() {
        // Given
        task(topics, "rejected.a", "rejected", TaskState.TASK_STATE_RUNNING);
        service(topics, "rejected", true);
        awaitWhy("services", "rejected", "waits for 1 live task");
        Task runs = Task.newBuilder()
                .setName("rejected.a")
                .setObserved(TaskState.TASK_STATE_RUNNING)
                .build();
        Task ended = runs.toBuilder()
                .setService("rejected")
                .setObserved(TaskState.TASK_STATE_COMPLETE)
                .addMounts(TaskMount.newBuilder().setSource("data").setTarget("no/absolute/path"))
                .build();
        // When
        topics.say(HawserTopic.TASKS, "rejected.a", "runs-nowhere", runs);
        topics.say(HawserTopic.TASKS, "rejected.a", "ends-badly", ended);
        service(topics, "after-rejected", true);
        // Then: by then both were read
        awaitDeallocated(topics, "service/after-rejected");
        awaitWhy("services", "rejected", "waits for 2 holders: UnreadableTask hawser.tasks-0@");
        given().get("/v1/services/rejected").then().body("deletion.state", equalTo("asked"));
        assertThat(topics.read(HawserTopic.COMMAND_RESULTS, "runs-nowhere")).isEmpty();
        assertThat(topics.read(HawserTopic.COMMAND_RESULTS, "ends-badly")).isEmpty();
        // When: without the mount
        task(topics, "rejected.a", "rejected", TaskState.TASK_STATE_COMPLETE);
        // Then
        awaitDeallocated(topics, "service/rejected");
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
        service(topics, "after-bad", true);
        // Then
        awaitDeallocated(topics, "service/after-bad");
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
    @DisplayName(
            "a tombstone without a usable key on the topic of tasks holds nothing: it can only say that a task ended")
    void aTombstoneHoldsNothing() {
        // Given
        topics.forget(HawserTopic.TASKS, "gone\0task");
        soon().untilAsserted(() -> assertThat(letters("gone")).hasSize(1));
        // When
        service(topics, "after-tombstone", true);
        // Then
        awaitDeallocated(topics, "service/after-tombstone");
    }

    @Test
    @DisplayName("a task's record on a topic that only this service reads is answered here")
    void aTaskOnTheTopicOfServices() {
        // When
        topics.say(
                HawserTopic.SERVICES,
                "astray",
                "task-astray",
                Task.newBuilder().setName("astray").build());
        // Then
        soon().untilAsserted(() -> {
            List<ConsumerRecord<byte[], byte[]>> results = topics.read(HawserTopic.COMMAND_RESULTS, "task-astray");
            assertThat(results).hasSize(1);
            assertThat(CommandResult.parseFrom(results.getFirst().value())
                            .getRejected()
                            .getField())
                    .isEqualTo("type");
        });
    }

    @Test
    @DisplayName(
            "a service that is marked while a transaction ends its last holder is looked at again within a minute: "
                    + "that transaction did not know it")
    void markedWhileItsHolderEnds() throws Exception {
        // Given
        update("insert into unreadable_task (place, since) values ('hawser.tasks-7@1', now())");
        try (Connection other = database.getConnection()) {
            other.setAutoCommit(false);
            update(other, "delete from unreadable_task where place = 'hawser.tasks-7@1'");
            service(topics, "late-mark", true);
            awaitWhy("services", "late-mark", "waits for 1 UnreadableTask: hawser.tasks-7@1");
            soon().until(() -> update(LATER) == 1);

            // When
            other.commit();
        }

        // Then
        assertThat(update("""
                update ledger_due set due = due
                where kind = 'service' and key = 'late-mark' and due <= now() + interval '1 minute'
                """)).isEqualTo(1);
        update("update ledger_due set due = now() where kind = 'service' and key = 'late-mark'");
        awaitDeallocated(topics, "service/late-mark");
    }

    private int update(String statement) throws SQLException {
        try (Connection connection = database.getConnection()) {
            return update(connection, statement);
        }
    }

    private static int update(Connection connection, String statement) throws SQLException {
        try (Statement prepared = connection.createStatement()) {
            return prepared.executeUpdate(statement);
        }
    }

    private static List<DeadRecord.Letter> letters(String begin) {
        return topics.read("hawser.tasks.dead").stream()
                .map(DeadRecord::read)
                .filter(DeadRecord.Letter.class::isInstance)
                .map(DeadRecord.Letter.class::cast)
                .filter(letter -> letter.key().startsWith(begin))
                .toList();
    }
}
