package io.hawser.volume;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.hawser.bus.topic.HawserTopic;
import io.hawser.csi.v1.ControllerUnpublishVolumeRequest;
import io.hawser.csi.v1.VolumeCapability;
import io.hawser.strict.call.Rpc;
import io.hawser.strict.fault.FaultScript;
import io.hawser.strict.knowledge.Limits;
import io.hawser.strict.rule.Violation;
import io.hawser.testkit.quarkus.EmbeddedServices;
import io.hawser.v1.Assignment;
import io.hawser.v1.Fingerprint;
import io.hawser.v1.TaskState;
import io.hawser.volume.testkit.Cluster;
import io.hawser.volume.testkit.StrictNodes;
import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import java.io.IOException;
import java.time.Duration;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Attachments that only a plugin knows, which does not list them (ADR 18). */
@QuarkusTest
@QuarkusTestResource(EmbeddedServices.class)
@TestProfile(SmallNumbers.class)
class UnrecordedAttachmentIT extends OwnCluster {
    private final String volume = "v" + run;

    @BeforeEach
    void start() throws IOException {
        open(
                Limits.standard().withGaps(Duration.ofMillis(20), Duration.ofMinutes(2), Duration.ofMillis(1400)),
                "n1",
                "n2");
        cluster.describe();
        cluster.create(volume, "create-" + run);
        orchestrator.awaitCreated(volume);
    }

    @Test
    @DisplayName("A volume that the plugin does not delete, because it is attached where no record says, is detached"
            + " from each node and then deleted")
    void theVolumeIsDeleted() {
        // Given
        Unrecorded.attach(cluster, "n2");

        // When
        cluster.remove(volume, "remove-" + run);

        // Then
        orchestrator.awaitGone(HawserTopic.VOLUMES, volume);
        assertThat(cluster.strict.volumes()).isEmpty();
        onlyTheLostCallBreaks("controller-unpublish-before-delete");
    }

    @ParameterizedTest
    @CsvSource({"n10, 16", "n29, 20"})
    @DisplayName("Of many nodes, a page at a time is asked to give the volume up, until it can be deleted")
    void aPageOfNodesAtATime(String attached, int asked) throws IOException {
        String[] nodes =
                IntStream.range(10, 30).mapToObj(number -> "n" + number).toArray(String[]::new);
        try (Cluster many =
                new Cluster(kafka, options -> options.withName("many-" + run).withNodes(nodes))) {
            // Given
            many.describe();
            many.create("guessed" + run, "create-guessed-" + run);
            many.orchestrator.awaitCreated("guessed" + run);
            Unrecorded.attach(many, attached);

            // When
            many.remove("guessed" + run, "remove-guessed-" + run);

            // Then
            many.orchestrator.awaitGone(HawserTopic.VOLUMES, "guessed" + run);
            assertThat(many.strict.volumes()).isEmpty();
            // A call that got no answer in time is made again.
            assertThat(many.calls(Rpc.CONTROLLER_UNPUBLISH_VOLUME).stream()
                            .map(call -> ((ControllerUnpublishVolumeRequest) call.request()).getNodeId())
                            .distinct())
                    .hasSize(asked);
        }
    }

    @Test
    @DisplayName("A volume that is attached to the task's node in another way, as no record says, is detached once the"
            + " node has nothing of it, then attached for the task")
    void theVolumeIsAttachedInTheTasksWay() {
        // Given
        Unrecorded.attach(cluster, "n1", inAnotherWay());

        // When
        cluster.task("t" + run, "n1", volume, TaskState.TASK_STATE_PENDING);
        Assignment nothing = orchestrator.awaitAssignment("n1", volume, Assignment::getNothing);
        boolean attachedUntilTheNodeAnswers = Unrecorded.isAttached(cluster);
        cluster.obey(nothing);

        // Then
        orchestrator.awaitAssigned("n1", volume);
        assertThat(attachedUntilTheNodeAnswers).isTrue();
        onlyTheLostCallBreaks("volume-capability-unchanged");
    }

    @Test
    @DisplayName("A volume that is attached to another node, as no record says but the plugin's message, is detached"
            + " there once that node has nothing of it, then attached for the task")
    void theNodeThatThePluginNamesIsAsked() {
        // Given
        Unrecorded.attach(cluster, "n2");

        // When
        cluster.task("t" + run, "n1", volume, TaskState.TASK_STATE_PENDING);
        Assignment nothing = orchestrator.awaitAssignment("n2", volume, Assignment::getNothing);
        boolean attachedUntilTheNodeAnswers = Unrecorded.isAttached(cluster);
        cluster.obey(nothing);

        // Then
        orchestrator.awaitAssigned("n1", volume);
        assertThat(attachedUntilTheNodeAnswers).isTrue();
        await().atMost(Duration.ofSeconds(60))
                .until(() -> orchestrator.written(HawserTopic.ASSIGNMENTS, "n2/" + volume) > 1);
        onlyTheLostCallBreaks("single-node-mode-one-node");
    }

    @Test
    @DisplayName("A volume that is being detached from each node, because nobody knows where it is, takes no task's"
            + " place on a node")
    void aGuessTakesNoPlace() throws IOException {
        String kept = "kept" + run;
        try (Cluster full = new Cluster(kafka, options -> options.withName("full-" + run)
                .withNodes("n1", "n2")
                .withFaults(FaultScript.parse("ControllerUnpublishVolume * * hang")))) {
            // Given
            full.describe();
            onePlace(full, "n1");
            full.create("guessed" + run, "create-guessed-" + run);
            full.orchestrator.awaitCreated("guessed" + run);
            Unrecorded.attach(full, "n2");
            full.create(kept, "create-kept-" + run);
            full.orchestrator.awaitCreated(kept);

            // When
            full.remove("guessed" + run, "remove-guessed-" + run);
            await().atMost(Duration.ofSeconds(60))
                    .until(() -> !full.calls(Rpc.CONTROLLER_UNPUBLISH_VOLUME).isEmpty());
            full.task("t" + run, "n1", kept, TaskState.TASK_STATE_PENDING);

            // Then
            full.orchestrator.awaitAssigned("n1", kept);
        }
    }

    private static void onePlace(Cluster cluster, String node) {
        Fingerprint fingerprint = StrictNodes.fingerprint(cluster.strict, cluster.plugin, node, Long.MAX_VALUE);
        cluster.orchestrator.write(
                HawserTopic.FINGERPRINTS,
                node + "/" + cluster.plugin,
                "one-place",
                fingerprint.toBuilder().setMaxVolumes(1).build());
    }

    /** The plugin judges the call of the lost life, too. */
    private void onlyTheLostCallBreaks(String rule) {
        assertThat(cluster.strict.verdict().violations())
                .extracting(Violation::rule)
                .containsOnly(rule);
    }

    private VolumeCapability inAnotherWay() {
        VolumeCapability asked = cluster.strict.volumes().getFirst().request().getVolumeCapabilities(0);
        return asked.toBuilder()
                .setMount(asked.getMount().toBuilder().addMountFlags("noatime"))
                .build();
    }
}
