package io.hawser.node.wiring;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;
import static org.awaitility.Awaitility.await;

import io.hawser.bus.key.NodePlugin;
import io.hawser.bus.topic.HawserTopic;
import io.hawser.bus.topic.TopicCreator;
import io.hawser.node.runtime.socket.RuntimeClient;
import io.hawser.v1.AgentIdentity;
import io.hawser.v1.Assignment;
import io.hawser.v1.Event;
import io.hawser.v1.Fingerprint;
import java.nio.file.Files;
import java.time.Duration;
import org.eclipse.microprofile.health.HealthCheck;
import org.eclipse.microprofile.health.HealthCheckResponse;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** What an agent in this process makes of the topic of assignments: garbage, another topic of the name, or none. */
class AgentTopicsIT {
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private Orchestra around;

    @BeforeEach
    void open() throws Exception {
        around = new Orchestra(AgentTopicsIT.class);
    }

    @AfterEach
    void close() throws Exception {
        around.close();
    }

    @Test
    @DisplayName("An assignment that cannot be read becomes a dead letter, also one that came while the agent was away")
    void anUnreadableAssignmentBecomesADeadLetter() throws Exception {
        // Given
        around.assignments.garbage("superseded", "before");
        around.assignments.garbage("superseded", "after");
        around.assignments.garbage("away", "while it was away");
        TopicLog dead = around.deadAssignments();
        // When
        try (Agent agent = around.agent()) {
            await().atMost(PATIENCE).until(agent::isReady);
            around.assignments.garbage("awake", "while it was there");
            // Then
            await().atMost(PATIENCE).untilAsserted(() -> assertThat(dead.records())
                    .extracting(letter -> new String(letter.key(), UTF_8), letter -> new String(letter.value(), UTF_8))
                    .containsExactlyInAnyOrder(
                            tuple(Orchestra.NODE + "/superseded", "after"),
                            tuple(Orchestra.NODE + "/away", "while it was away"),
                            tuple(Orchestra.NODE + "/awake", "while it was there")));
            assertThat(agent.isReady()).isTrue();
        }
    }

    @Test
    @DisplayName("A topic of dead letters that is gone is made again, and no letter is lost")
    void theTopicOfDeadLettersIsGone() throws Exception {
        // Given
        try (Agent agent = around.agent()) {
            await().atMost(PATIENCE).until(agent::isReady);
            around.delete(around.names.deadOf(HawserTopic.ASSIGNMENTS));

            // When
            around.assignments.garbage("awake", "while it was there");

            // Then
            await().atMost(PATIENCE)
                    .untilAsserted(
                            () -> assertThat(around.deadAssignments().records()).hasSize(1));
        }
    }

    @Test
    @DisplayName("Another topic of the same name orders nothing down until a person has looked at it")
    void anotherTopicTakesNothingDown() throws Exception {
        // Given
        around.hostPath.start();
        Assignment volume = around.hostPath.attached("data");
        try (Agent agent = around.agent()) {
            around.awaitMounted(around.assignments.assign(volume, "task-a"), "task-a");
        }
        around.remakeAssignments();
        // When
        try (Agent agent = around.agent()) {
            Assignment none = around.assignments.letGo(volume);
            // Then
            await().atMost(PATIENCE).untilAsserted(() -> {
                assertThat(around.report(none).getGeneration()).isEqualTo(none.getGeneration());
                assertThat(around.report(none).getMessage()).contains("nothing is taken down");
            });
            assertThat(around.report(none).getNothingLeft()).isFalse();
            assertThat(around.mountsBelowRoot()).isPositive();
            assertThat(agent.unmountHold()).isPresent();
        }
        Files.delete(around.root.resolve("assignments-topic"));
        try (Agent agent = around.agent()) {
            around.awaitNothingLeft(volume);
        }
    }

    @Test
    @DisplayName(
            "Another topic of the same name, which lacks a task's assignment, does not make its runtime give it up")
    void anotherTopicMakesNoRuntimeGiveUp() throws Exception {
        // Given: the plugin is away, so that no record mentions the task
        around.hostPath.start();
        Assignment volume = around.hostPath.attached("data");
        around.hostPath.stop();
        RuntimeClient runtime = new RuntimeClient(around.runtimeSocket());
        try (Agent agent = around.agent()) {
            Assignment assigned = around.assignments.assign(volume, "task-a");
            await().atMost(PATIENCE)
                    .untilAsserted(() -> assertThat(around.report(assigned).getTargetsCount())
                            .isEqualTo(1));
        }
        around.remakeAssignments();
        // When
        try (Agent agent = around.agent()) {
            await().atMost(PATIENCE).until(agent::isReady);
            RuntimeClient.Answer held = runtime.get("/v1/tasks/task-a/volumes/data");
            // Then
            assertThat(held.status()).as("%s", held.body()).isEqualTo(503);
            assertThat(held.body().at("/message").asText()).contains("nothing is taken down");
            // When
            around.completeAssignments();
            await().atMost(PATIENCE).until(() -> agent.unmountHold().isEmpty());
            // Then
            assertThat(runtime.get("/v1/tasks/task-a/volumes/data").status()).isEqualTo(404);
        }
    }

    @Test
    @DisplayName("A runtime gets the path of a mount only when a report of the mount is on its topic")
    void aMountThatIsNotReported() throws Exception {
        // Given
        around.hostPath.start();
        Assignment volume = around.hostPath.attached("data");
        RuntimeClient runtime = new RuntimeClient(around.runtimeSocket());
        try (Agent agent = around.agent()) {
            await().atMost(PATIENCE).until(agent::isReady);
            around.delete(around.names.of(HawserTopic.MOUNTS));

            // When
            around.assignments.assign(volume, "task-a");
            RuntimeClient.Answer unreported = await().atMost(PATIENCE)
                    .until(
                            () -> runtime.get("/v1/tasks/task-a/volumes/data"),
                            answer -> answer.body()
                                            .at("/mounts/0/message")
                                            .asText()
                                            .contains("no report of it")
                                    || answer.status() == 200);
            await().atMost(PATIENCE).ignoreExceptions().until(() -> {
                around.createTopics();
                return true;
            });
            RuntimeClient.Answer reported = runtime.get("/v1/tasks/task-a/volumes/data?wait=1m");

            // Then
            assertThat(unreported.status()).as("%s", unreported.body()).isEqualTo(503);
            assertThat(unreported.body().at("/mounts/0/path").asText()).isEmpty();
            assertThat(reported.status()).as("%s", reported.body()).isEqualTo(200);
        }
    }

    @Test
    @DisplayName("A topic that was made again orders nothing down before its writer has written everything")
    void aTopicThatWasMadeAgain() throws Exception {
        // Given
        around.hostPath.start();
        Assignment dropped = around.hostPath.attached("dropped");
        Assignment ended = around.hostPath.attached("ended");
        try (Agent agent = around.agent()) {
            around.awaitMounted(around.assignments.assign(dropped, "task-a"), "task-a");
            around.awaitMounted(around.assignments.assign(ended, "task-b"), "task-b");
            long mounts = around.mountsBelowRoot();

            // When: nothing is there of the first, an order of the second
            around.remakeAssignments();
            Assignment none = around.assignments.letGo(ended);

            // Then
            await().atMost(PATIENCE)
                    .untilAsserted(
                            () -> assertThat(around.report(none).getMessage()).contains("nothing is taken down"));
            assertThat(around.mountsBelowRoot()).isEqualTo(mounts);

            // When
            around.completeAssignments();

            // Then
            await().atMost(PATIENCE)
                    .untilAsserted(() ->
                            assertThat(around.report(none).getNothingLeft()).isTrue());
            assertThat(agent.unmountHold()).isEmpty();
            assertThat(around.mountsBelowRoot()).isPositive();
            around.awaitNothingLeft(around.assignments.letGo(dropped));
        }
    }

    @Test
    @DisplayName(
            "While another agent counts as the node's, this one mounts nothing more and takes down what is ordered;"
                    + " once it counts again, it mounts, and says again what it said meanwhile")
    void anotherAgentCounts() throws Exception {
        // Given
        around.hostPath.start();
        Assignment ended = around.hostPath.attached("ended");
        Assignment wanted = around.hostPath.attached("wanted");
        try (Agent agent = around.agent()) {
            around.awaitMounted(around.assignments.assign(ended, "task-a"), "task-a");
            AgentIdentity self = around.report(ended).getAgent();

            // When
            around.assignments.counts(self.toBuilder().setRoot("another").build());
            Assignment late = around.assignments.assign(wanted, "task-b");
            around.awaitNothingLeft(around.assignments.letGo(ended));

            // Then
            assertThat(around.mountsBelowRoot()).isZero();
            assertThat(agent.notCounted())
                    .hasValueSatisfying(who -> assertThat(who).contains("root another"));
            int said = prints();

            // When
            around.assignments.counts(self);

            // Then
            around.awaitMounted(late, "task-b");
            await().atMost(PATIENCE).until(() -> prints() > said);
            await().atMost(PATIENCE)
                    .untilAsserted(() -> assertThat(around.events.all(Event.class, "node/" + Orchestra.NODE))
                            .extracting(Event::getReason)
                            .containsSubsequence("AgentNotCounted", "AgentCounted"));
        }
    }

    private int prints() {
        return around.fingerprints
                .all(Fingerprint.class, new NodePlugin(Orchestra.NODE, HostPath.NAME).key())
                .size();
    }

    @Test
    @DisplayName("While a topic is gone readiness names it and what to type, and no longer when it is there again")
    void readinessNamesATopicThatIsGone() throws Exception {
        // Given
        try (Agent agent = around.agent()) {
            RunningAgent running = new RunningAgent();
            running.set(agent);
            HealthCheck topics = new AgentHealth(running).topics();
            await().atMost(PATIENCE).until(agent::isReady);
            assertThat(topics.call().getStatus()).isEqualTo(HealthCheckResponse.Status.UP);

            // When
            around.deleteAssignments();

            // Then
            String name = around.names.of(HawserTopic.ASSIGNMENTS);
            await().atMost(PATIENCE).until(() -> topics.call().getStatus() == HealthCheckResponse.Status.DOWN);
            assertThat(topics.call().getData().orElseThrow().get("waitsFor"))
                    .isEqualTo(name + " is gone: nothing new is read from it; make it again with "
                            + TopicCreator.command(around.names, Orchestra.COPIES, around.bootstrap, name));

            // When
            await().atMost(PATIENCE).ignoreExceptions().until(() -> {
                around.createTopics();
                return true;
            });

            // Then
            await().atMost(PATIENCE).until(() -> topics.call().getStatus() == HealthCheckResponse.Status.UP);
        }
    }
}
