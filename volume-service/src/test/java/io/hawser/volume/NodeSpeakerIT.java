package io.hawser.volume;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.hawser.bus.envelope.ProducerRecords;
import io.hawser.bus.envelope.RecordEncoder;
import io.hawser.bus.topic.HawserTopic;
import io.hawser.bus.topic.TopicNames;
import io.hawser.ledger.catchup.work.StartGate;
import io.hawser.ledger.tx.db.DatabaseLife;
import io.hawser.strict.call.Rpc;
import io.hawser.testkit.quarkus.EmbeddedServices;
import io.hawser.v1.AgentIdentity;
import io.hawser.v1.Assignment;
import io.hawser.v1.Event;
import io.hawser.v1.Node;
import io.hawser.v1.NodeAgent;
import io.hawser.v1.NodeHeartbeat;
import io.hawser.v1.Scope;
import io.hawser.v1.Sharing;
import io.hawser.v1.TaskState;
import io.hawser.v1.TaskVolumes;
import io.hawser.v1.Volume;
import io.hawser.v1.VolumeCondition;
import io.hawser.volume.testkit.MountReports;
import io.hawser.volume.testkit.StrictNodes;
import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Which agent's words count, and what becomes of a node whose agent is silent. */
@QuarkusTest
@QuarkusTestResource(EmbeddedServices.class)
class NodeSpeakerIT extends OwnCluster {
    private static final int LONG = 300;

    @Inject
    DatabaseLife life;

    @Inject
    StartGate gate;

    private final String volume = "v" + run;
    private final String node = "n" + run;
    private final AgentIdentity agent = agent("root-1", "boot-a");

    @BeforeEach
    void start() throws IOException {
        open(node);
        cluster.describe();
        cluster.create(
                volume,
                "create-" + run,
                cluster.spec().setSharing(Sharing.SHARING_ALL).setScope(Scope.SCOPE_MULTI_NODE));
    }

    @Test
    @DisplayName("An empty root that says nothing is left detaches no volume that another root has mounted")
    void anEmptyRootIsNotHeard() {
        // Given
        cluster.heartbeat(node, agent, LONG);
        cluster.task("t" + run, node, volume, TaskState.TASK_STATE_RUNNING);
        cluster.report(
                MountReports.obeyed(orchestrator.awaitAssigned(node, volume)).setAgent(agent));
        cluster.task("t" + run, node, volume, TaskState.TASK_STATE_COMPLETE);
        Assignment nothing = orchestrator.awaitAssignment(node, volume, Assignment::getNothing);

        // When
        cluster.report(MountReports.obeyed(nothing).setAgent(agent("root-2", "boot-a")));
        cluster.heartbeat(node, agent("root-2", "boot-a"), LONG);
        event("OtherAgent");

        // Then
        assertThat(conditions()).containsExactly("OtherAgent");
        assertThat(cluster.calls(Rpc.CONTROLLER_UNPUBLISH_VOLUME)).isEmpty();
        cluster.report(MountReports.obeyed(nothing).setAgent(agent));
        orchestrator.awaitGone(HawserTopic.ASSIGNMENTS, node + "/" + volume);
        assertThat(cluster.strict.verdict().violations()).isEmpty();
    }

    @Test
    @DisplayName("Of two machines that speak as one neither is heard, and the node gets nothing new, until"
            + " it is removed from the inventory and added again")
    void aClone() {
        // Given
        AgentIdentity clone = agent("root-1", "boot-b");
        aTaskIsMounted();

        // When
        cluster.heartbeat(node, clone, LONG);
        cluster.heartbeat(node, agent, LONG);
        event("AgentCloned");
        counts(none -> none.getRoot().isEmpty() && none.getMessage().contains("two machines"));
        cluster.task("t" + run, node, volume, TaskState.TASK_STATE_COMPLETE);
        Assignment nothing = orchestrator.awaitAssignment(node, volume, Assignment::getNothing);
        cluster.report(MountReports.obeyed(nothing).setAgent(clone));
        cluster.task("u" + run, node, volume, TaskState.TASK_STATE_PENDING);
        waits("u" + run, "is suspect: two machines report as this node");
        assertThat(conditions()).containsExactly("AgentCloned");
        assertThat(cluster.calls(Rpc.CONTROLLER_UNPUBLISH_VOLUME)).isEmpty();
        orchestrator.awaitCondition(volume, "NodeSuspect");

        // Then
        orchestrator.remove(HawserTopic.NODES, node);
        cluster.heartbeat(node, agent, LONG);
        counts(one -> one.getRoot().equals("root-1") && one.getMachine().equals("machine"));
        orchestrator.write(
                HawserTopic.NODES, node, node, Node.newBuilder().setName(node).build());
        event("NodeHeard");
        orchestrator.awaitTask("u" + run, task -> task.getMounts(0).hasGranted());
        assertThat(conditions()).isEmpty();
        assertThat(cluster.strict.verdict().violations()).isEmpty();
    }

    @Test
    @DisplayName("After the database may have gone back, it is published again which agent counts, at its next record")
    void publishedAgain() {
        // Given
        cluster.heartbeat(node, agent, LONG);
        counts(one -> one.getRoot().equals("root-1"));
        long before = orchestrator.written(HawserTopic.ASSIGNMENTS, node);

        // When
        life.suspect("a test");

        // Then
        await().atMost(Duration.ofSeconds(60)).until(() -> {
            cluster.heartbeat(node, agent, LONG);
            return orchestrator.written(HawserTopic.ASSIGNMENTS, node) > before;
        });
    }

    @Test
    @DisplayName("An agent that takes a silent one's place has only the plugins that it names itself: the former"
            + " machine's fingerprint gets no volume")
    void fingerprintsOfTheFormerAgent() {
        // Given
        fingerprint(agent);
        cluster.heartbeat(node, agent, 1);
        AgentIdentity next = agent("root-2", "boot-b");
        takesThePlace(next);

        // When
        cluster.task("t" + run, node, volume, TaskState.TASK_STATE_PENDING);
        waits("t" + run, "does not run plugin");

        // Then
        assertThat(cluster.calls(Rpc.CONTROLLER_PUBLISH_VOLUME)).isEmpty();
        fingerprint(next);
        orchestrator.awaitAssigned(node, volume);
        assertThat(tables.count("select count(*) from node_plugin where node = ?", node))
                .isOne();
        assertThat(tables.count("select count(*) from former_fingerprint where node = ?", node))
                .isZero();
    }

    @Test
    @DisplayName("What a former agent said of a plugin that the present one does not run ends on the topic, once the"
            + " present one has had the time to repeat what it runs")
    void fingerprintsThatNobodyRepeats() {
        // Given
        fingerprint(agent);
        cluster.heartbeat(node, agent, 1);
        takesThePlace(agent("root-2", "boot-b"));
        String waited = "select count(*) from ledger_due where kind = 'node' and key = ?"
                + " and due > now() + interval '10 minutes'";
        tables.awaitCount(1, waited, node);

        // When
        afterFifteenMinutes();

        // Then
        orchestrator.awaitGone(HawserTopic.FINGERPRINTS, node + "/" + cluster.plugin);
        tables.awaitCount(0, "select count(*) from former_fingerprint where node = ?", node);
    }

    @Test
    @DisplayName("What an agent that never counted said of a plugin that the node does not run ends on the topic, 15"
            + " minutes after its last word")
    void fingerprintsOfAStranger() {
        // Given
        String other = "other" + run;
        cluster.heartbeat(node, agent, LONG);
        counts(one -> one.getRoot().equals("root-1"));
        fingerprint(agent("root-2", "boot-b"), other);
        awaitFormer(1, other);

        // When
        afterFifteenMinutes();

        // Then
        orchestrator.awaitGone(HawserTopic.FINGERPRINTS, node + "/" + other);
        awaitFormer(0, other);
    }

    @Test
    @DisplayName("What a stranger said stays if the node's agent says it, too, or if the stranger is the node's agent"
            + " by then and says it again")
    void fingerprintsThatAreSaidAgain() {
        // Given
        String other = "other" + run;
        AgentIdentity next = agent("root-2", "boot-b");
        cluster.heartbeat(node, agent, LONG);
        counts(one -> one.getRoot().equals("root-1"));
        fingerprint(next, other);
        awaitFormer(1, other);

        // When
        fingerprint(agent, other);
        awaitFormer(0, other);
        cluster.heartbeat(node, agent, 1);
        takesThePlace(next);

        // Then
        awaitFormer(1, other);
        fingerprint(next, other);
        awaitFormer(0, other);
    }

    /** Since the last heartbeat, which promises another one within a second. */
    private void threeIntervalsPass() {
        tables.awaitCount(1, """
                        with last as (
                          update ledger_heard set applied = applied - interval '3 s'
                          where name = ? and interval_ms = 1000 returning name)
                        select count(*) from last
                        """, node);
    }

    private void awaitFormer(int rows, String plugin) {
        tables.awaitCount(rows, "select count(*) from former_fingerprint where node = ? and plugin = ?", node, plugin);
    }

    private void afterFifteenMinutes() {
        assertThat(tables.count(
                        "with earlier as (update former_fingerprint set since = since - interval '15 minutes'"
                                + " where node = ? returning 1) select count(*) from earlier",
                        node))
                .isOne();
        orchestrator.write(
                HawserTopic.NODES,
                node,
                node + "-changed",
                Node.newBuilder().setName(node).putLabels("changed", "yes").build());
    }

    private void takesThePlace(AgentIdentity next) {
        await().atMost(Duration.ofSeconds(60)).until(() -> {
            cluster.heartbeat(node, next, LONG);
            return tables.count("select count(*) from speaker where root = 'root-2' and node = ?", node) == 1;
        });
    }

    private void aTaskIsMounted() {
        cluster.heartbeat(node, agent, LONG);
        cluster.task("t" + run, node, volume, TaskState.TASK_STATE_RUNNING);
        cluster.report(
                MountReports.obeyed(orchestrator.awaitAssigned(node, volume)).setAgent(agent));
        orchestrator.awaitTask("t" + run, task -> task.getMounts(0).hasMounted());
    }

    private void fingerprint(AgentIdentity by) {
        fingerprint(by, cluster.plugin);
    }

    private void fingerprint(AgentIdentity by, String plugin) {
        orchestrator.write(
                HawserTopic.FINGERPRINTS,
                node + "/" + plugin,
                "f-" + by.getRoot() + run,
                StrictNodes.fingerprint(cluster.strict, plugin, node, System.currentTimeMillis()).toBuilder()
                        .setAgent(by)
                        .build());
    }

    @Test
    @DisplayName("A copy in which another agent spoke for the node: the one that took its place since is heard,"
            + " although a volume of the former one is published there")
    void replacedInALostLife() {
        // Given
        aTaskIsMounted();
        counts(one -> one.getRoot().equals("root-1"));
        publishedByALostLife("root-2");

        // When
        life.suspect("a test");

        // Then
        tables.awaitCount(1, "select count(*) from speaker where root = 'root-2' and node = ?", node);
        await().atMost(Duration.ofSeconds(60)).until(gate::isOpen);
        cluster.heartbeat(node, agent("root-2", "boot-b"), LONG);
        tables.awaitCount(1, "select count(*) from speaker where array_length(boots, 1) = 1 and node = ?", node);
        assertThat(conditions()).isEmpty();
    }

    @Test
    @DisplayName("A copy in which the node was cloned: the agent that counted since is heard")
    void clonedInTheCopy() {
        // Given
        cluster.heartbeat(node, agent, LONG);
        cluster.heartbeat(node, agent("root-1", "boot-b"), LONG);
        cluster.heartbeat(node, agent, LONG);
        counts(none -> none.getRoot().isEmpty() && none.getMessage().contains("two machines"));
        publishedByALostLife("root-1");

        // When
        life.suspect("a test");

        // Then
        tables.awaitCount(1, "select count(*) from speaker where not cloned and node = ?", node);
        cluster.heartbeat(node, agent, LONG);
        tables.awaitCount(1, "select count(*) from speaker where array_length(boots, 1) = 1 and node = ?", node);
        event("NodeHeard");
        assertThat(conditions()).isEmpty();
    }

    private void publishedByALostLife(String root) {
        orchestrator.write(
                HawserTopic.ASSIGNMENTS,
                node,
                "lost-" + run,
                NodeAgent.newBuilder()
                        .setNode(node)
                        .setRoot(root)
                        .setMachine("machine")
                        .build());
    }

    @Test
    @DisplayName("Of a node that is fenced nobody says that its volumes stay until it is fenced")
    void fencedAndSilent() {
        // Given
        cluster.task("t" + run, node, volume, TaskState.TASK_STATE_RUNNING);
        cluster.obey(orchestrator.awaitAssigned(node, volume));
        cluster.heartbeat(node, agent, 1);
        threeIntervalsPass();
        orchestrator.awaitCondition(volume, "NodeSuspect");

        // When
        orchestrator.write(
                HawserTopic.NODES,
                node,
                node,
                Node.newBuilder().setName(node).setFenced(true).build());

        // Then
        orchestrator.awaitVolume(volume, v -> v.getConditionsList().stream()
                .map(VolumeCondition::getType)
                .toList()
                .equals(List.of("UnconfirmedDetach")));
    }

    @Test
    @DisplayName(
            "A node that is silent for three intervals gets nothing new and keeps what it has; a heartbeat ends it")
    void silence() {
        // Given
        cluster.task("t" + run, node, volume, TaskState.TASK_STATE_RUNNING);
        cluster.obey(orchestrator.awaitAssigned(node, volume));

        // When
        cluster.heartbeat(node, agent, 1);
        event("AgentSilent");
        cluster.task("u" + run, node, volume, TaskState.TASK_STATE_PENDING);
        waits("u" + run, "is suspect: its agent was last heard at");
        Volume suspect = orchestrator.awaitCondition(volume, "NodeSuspect");

        // Then
        assertThat(conditions()).containsExactly("AgentSilent");
        assertThat(suspect.getConditionsList())
                .filteredOn(condition -> condition.getType().equals("NodeSuspect"))
                .allMatch(VolumeCondition::hasSince);
        assertThat(cluster.calls(Rpc.CONTROLLER_UNPUBLISH_VOLUME)).isEmpty();
        cluster.heartbeat(node, agent, LONG);
        orchestrator.awaitAssignment(node, volume, assignment -> assignment.getTargetsCount() == 2);
        event("NodeHeard");
        orchestrator.awaitVolume(volume, v -> v.getConditionsCount() == 0);
        assertThat(conditions()).isEmpty();
    }

    @Test
    @DisplayName("A service that was away for an hour suspects nobody before it has read what was written meanwhile")
    void silenceCountsOnlyWhileCaughtUp() {
        // Given
        cluster.heartbeat(node, agent, LONG);
        tables.awaitCount(1, "select count(*) from ledger_heard where name = ?", node);
        Map<String, Object> settings = new HashMap<>(kafka);
        settings.put("transactional.id", "other-" + run);
        settings.put("transaction.timeout.ms", 120_000);
        try (KafkaProducer<byte[], byte[]> other =
                new KafkaProducer<>(settings, new ByteArraySerializer(), new ByteArraySerializer())) {
            other.initTransactions();
            other.beginTransaction();
            other.send(ProducerRecords.of(
                    new RecordEncoder(TopicNames.DEFAULT, "test")
                            .encode(
                                    HawserTopic.FINGERPRINTS,
                                    node,
                                    "other" + run,
                                    NodeHeartbeat.newBuilder().setNode(node).build(),
                                    Instant.EPOCH),
                    topic -> HawserTopic.FINGERPRINTS.partitions()));
            other.flush();
            // A look that began before does not know of that record.
            looks(2);

            // When
            assertThat(tables.count(
                            "with away as (update ledger_heard set applied = applied - interval '1 hour' where name = ?"
                                    + " returning 1) select count(*) from away",
                            node))
                    .isEqualTo(1);
            looks(3);

            // Then
            assertThat(tables.count("select count(*) from ledger_heard where silent and name = ?", node))
                    .isZero();
            other.abortTransaction();
        }
        event("AgentSilent");
    }

    @Test
    @DisplayName("A node that was removed while a volume is mounted there keeps its records; once it is fenced, its"
            + " heartbeat and fingerprints end, and with the volume its assignment and report")
    void removed() {
        // Given
        aTaskIsMounted();
        // Only now: a node that is silent gets nothing new. And it is read before the node is removed.
        cluster.heartbeat(node, agent, 1);
        tables.awaitCount(1, "select count(*) from ledger_heard where interval_ms = 1000 and name = ?", node);
        orchestrator.remove(HawserTopic.NODES, node);
        threeIntervalsPass();
        event("AgentSilent");
        String waited = "select count(*) from ledger_due where kind = 'node' and key = ? and due > now()";
        tables.awaitCount(1, waited, node);
        assertThat(tables.count("select count(*) from node_plugin where node = ?", node))
                .isOne();
        assertThat(tables.count("select count(*) from ledger_heard where name = ?", node))
                .isOne();

        // When
        Node fenced = Node.newBuilder().setName(node).setFenced(true).build();
        orchestrator.write(HawserTopic.NODES, node, node + "-fenced", fenced);
        orchestrator.remove(HawserTopic.NODES, node);

        // Then
        counts(none -> none.getMessage().contains("fenced and removed"));
        orchestrator.awaitGone(HawserTopic.FINGERPRINTS, node);
        orchestrator.awaitGone(HawserTopic.FINGERPRINTS, node + "/p" + run);
        tables.awaitCount(0, "select count(*) from node_plugin where node = ?", node);
        assertThat(tables.count("select count(*) from ledger_heard where name = ?", node))
                .isZero();
        assertThat(conditions()).isEmpty();
        orchestrator.awaitAssignment(node, volume, Assignment::getNothing);
        cluster.task("t" + run, node, volume, TaskState.TASK_STATE_COMPLETE);
        cluster.remove(volume, "remove-" + run);
        orchestrator.awaitGone(HawserTopic.ASSIGNMENTS, node + "/" + volume);
        orchestrator.awaitGone(HawserTopic.MOUNTS, node + "/" + volume);
        assertThat(cluster.strict.verdict().violations()).isEmpty();
    }

    @Test
    @Tag("swarmkit-X-5")
    @DisplayName(
            "A volume that was deleted while its node was fenced: once the node is back and reports that nothing is"
                    + " left, its assignment ends")
    void deletedWhileItsNodeWasFenced() {
        // Given
        aTaskIsMounted();
        Node back = Node.newBuilder().setName(node).build();
        orchestrator.write(
                HawserTopic.NODES,
                node,
                node + "-fenced",
                back.toBuilder().setFenced(true).build());
        Assignment nothing = orchestrator.awaitAssignment(node, volume, Assignment::getNothing);
        cluster.task("t" + run, node, volume, TaskState.TASK_STATE_COMPLETE);
        cluster.remove(volume, "remove-" + run);
        orchestrator.awaitGone(HawserTopic.VOLUMES, volume);
        assertThat(orchestrator.awaitAssignment(node, volume, kept -> true)).isEqualTo(nothing);

        // When
        orchestrator.write(HawserTopic.NODES, node, node + "-back", back);
        cluster.report(MountReports.obeyed(nothing).setAgent(agent));

        // Then
        orchestrator.awaitGone(HawserTopic.ASSIGNMENTS, node + "/" + volume);
        assertThat(cluster.strict.verdict().violations()).isEmpty();
    }

    /** As many rounds of the watch begin, so the ones before have ended. */
    private void looks(int rounds) {
        String last = "select extract(epoch from due)::bigint from ledger_due where kind = 'silence'";
        for (int i = 0; i < rounds; i++) {
            long before = tables.count(last);
            await("another look").atMost(Duration.ofSeconds(60)).until(() -> tables.count(last) > before);
        }
    }

    private void counts(Predicate<NodeAgent> said) {
        orchestrator.await(HawserTopic.ASSIGNMENTS, node, NodeAgent.class, said);
    }

    private void event(String reason) {
        orchestrator.await(HawserTopic.EVENTS, "node/" + node, Event.class, event -> event.getReason()
                .equals(reason));
    }

    private void waits(String task, String message) {
        TaskVolumes waiting = orchestrator.awaitTask(
                task, said -> said.getMounts(0).getWaiting().getMessage().contains(message));
        assertThat(waiting.getMountsCount()).isOne();
    }

    private List<String> conditions() {
        return Lists.all("/v1/nodes", "items.findAll { it.node.name == '" + node + "' }.conditions.type.flatten()");
    }

    private static AgentIdentity agent(String root, String boot) {
        return AgentIdentity.newBuilder()
                .setRoot(root)
                .setMachine("machine")
                .setBootId(boot)
                .build();
    }
}
