package io.hawser.volume;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.hawser.bus.topic.HawserTopic;
import io.hawser.ledger.tx.db.Transactions;
import io.hawser.testkit.quarkus.EmbeddedServices;
import io.hawser.v1.AgentIdentity;
import io.hawser.v1.Node;
import io.hawser.v1.TaskState;
import io.hawser.volume.testkit.MountReports;
import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Mounts of volumes that do not exist, which a person must unmount. */
@QuarkusTest
@QuarkusTestResource(EmbeddedServices.class)
class UnknownMountsIT extends OwnCluster {
    private static final Duration SOON = Duration.ofMinutes(2);

    @Inject
    Transactions transactions;

    @BeforeEach
    void start() throws IOException {
        open("n1", "n2");
        cluster.describe();
    }

    @Test
    @DisplayName(
            "An unknown volume's mount that its agent reports again is one event, and a condition of the node until"
                    + " nothing is left of it")
    void anUnknownMountIsShownOnce() {
        // Given
        String unknown = "u" + run;
        transactions.run(tx -> tx.execute("delete from unknown_mount")).await().atMost(SOON);
        cluster.report(MountReports.orphaned("n1", unknown, "uid"));
        awaitEvents(unknown, 1);

        // When
        cluster.report(MountReports.orphaned("n1", unknown, "uid"));
        cluster.report(MountReports.orphaned("n1", unknown, "another-uid"));
        awaitEvents(unknown, 2);
        assertThat(unknownOn("n1"))
                .containsExactly("it has mounts of 1 volume that is not known (" + unknown
                        + "): unmount there what nothing uses any more");
        cluster.report(MountReports.nothingLeft("n1", unknown, "uid"));
        orchestrator.awaitGone(HawserTopic.ASSIGNMENTS, "n1/" + unknown);
        await().atMost(SOON).until(() -> unknownOn("n1").isEmpty());
        cluster.report(MountReports.orphaned("n1", unknown, "uid"));
        awaitEvents(unknown, 3);

        // When
        orchestrator.remove(HawserTopic.MOUNTS, "n1/" + unknown);
        cluster.report(MountReports.orphaned("n1", unknown, "uid"));

        // Then
        awaitEvents(unknown, 4);
    }

    @Test
    @DisplayName("An unknown volume's mount that its agent does not report any more for an hour has ended; it is new if"
            + " it is reported again")
    void anUnknownMountThatIsForgotten() {
        // Given
        String unknown = "f" + run;
        String node = "x" + run;
        AgentIdentity agent = AgentIdentity.newBuilder().setRoot("root").build();
        orchestrator.write(
                HawserTopic.NODES, node, node, Node.newBuilder().setName(node).build());
        cluster.heartbeat(node, agent, 10);
        cluster.report(MountReports.orphaned(node, unknown, "uid").setAgent(agent));
        awaitEvents(unknown, 1);
        assertThat(unknownOn(node)).hasSize(1);

        // When
        transactions
                .run(tx -> tx.execute("update unknown_mount set heard = heard - interval '2 hours'"))
                .await()
                .atMost(SOON);

        // Then
        cluster.heartbeat(node, agent, 10);
        await().atMost(SOON).until(() -> unknownOn(node).isEmpty());
        cluster.report(MountReports.orphaned(node, unknown, "uid").setAgent(agent));
        awaitEvents(unknown, 2);
        assertThat(unknownOn(node)).hasSize(1);
    }

    @Test
    @DisplayName("A node with a mount of an earlier volume of a name does not call the volume unknown that a task has"
            + " there now")
    void anEarlierVolumeOfTheName() {
        // Given
        String name = "e" + run;
        transactions.run(tx -> tx.execute("delete from unknown_mount")).await().atMost(SOON);
        cluster.report(MountReports.orphaned("n1", name, "earlier"));
        await().atMost(SOON).until(() -> !unknownOn("n1").isEmpty());

        // When
        cluster.create(name, "create-" + name);
        orchestrator.awaitCreated(name);
        cluster.task("e" + run, "n1", name, TaskState.TASK_STATE_PENDING);
        cluster.obey(orchestrator.awaitAssigned("n1", name));

        // Then
        await().atMost(SOON).until(() -> unknownOn("n1").isEmpty());
    }

    private static List<String> unknownOn(String node) {
        return Lists.all(
                "/v1/nodes",
                "items.findAll { it.node.name == '" + node + "' }.conditions.flatten()"
                        + ".findAll { it.type == 'OrphanedMount' }.message");
    }

    /** One more would have come before the last of them. */
    private void awaitEvents(String unknown, int count) {
        await().atMost(SOON).until(() -> orchestrator.written(HawserTopic.EVENTS, "volume/" + unknown) >= count);
        assertThat(orchestrator.written(HawserTopic.EVENTS, "volume/" + unknown))
                .isEqualTo(count);
    }
}
