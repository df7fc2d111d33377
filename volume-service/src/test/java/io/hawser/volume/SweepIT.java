package io.hawser.volume;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.hawser.bus.topic.HawserTopic;
import io.hawser.strict.StrictPlugin;
import io.hawser.strict.call.Rpc;
import io.hawser.strict.fault.Fault;
import io.hawser.strict.fault.FaultScript;
import io.hawser.strict.knowledge.Limits;
import io.hawser.testkit.quarkus.EmbeddedServices;
import io.hawser.v1.Assignment;
import io.hawser.v1.Event;
import io.hawser.v1.Fingerprint;
import io.hawser.v1.Node;
import io.hawser.v1.PublicationState;
import io.hawser.v1.TaskState;
import io.hawser.v1.Volume;
import io.hawser.v1.VolumePhase;
import io.hawser.volume.testkit.Cluster;
import io.hawser.volume.testkit.StrictNodes;
import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import io.smallrye.common.annotation.Identifier;
import jakarta.inject.Inject;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@QuarkusTest
@TestProfile(SmallNumbers.class)
@QuarkusTestResource(EmbeddedServices.class)
class SweepIT {
    private static final String PLUGIN = "swept";
    private static final String STRAY = "hawser-0123456789abcdef01234567";
    private static final int VOLUMES = 5;

    @Inject
    @Identifier("default-kafka-broker")
    Map<String, Object> kafka;

    @Test
    @DisplayName("What the plugin lists differently is a condition or an event for a person, until it lists no"
            + " more, and nothing is made or deleted for it")
    void whatIsListedDifferentlyIsSaidAndLeftAlone() throws IOException {
        try (Cluster cluster =
                new Cluster(kafka, options -> options.withName(PLUGIN).withAdopted(List.of(STRAY, "somebody-elses")))) {
            // Given
            StrictPlugin strict = cluster.strict;
            register(cluster);
            for (int i = 0; i < VOLUMES; i++) {
                cluster.create("s" + i, "s" + i);
            }
            for (int i = 0; i < VOLUMES; i++) {
                cluster.orchestrator.awaitCreated("s" + i);
            }
            Event orphan = cluster.orchestrator.await(
                    HawserTopic.EVENTS, "plugin/" + PLUGIN, Event.class, event -> event.getReason()
                            .equals("UnknownVolume"));
            int standing = strict.volumes().size();
            int creations = cluster.calls(Rpc.CREATE_VOLUME).size();
            var verdict = strict.verdict();

            // When
            strict.die(Fault.Die.Memory.WITHOUT_STATE);
            strict.comeBack();

            // Then
            assertThat(orphan.getMessage()).contains(STRAY);
            assertThat(standing).isEqualTo(VOLUMES + 2);
            assertThat(verdict.violations()).isEmpty();
            Volume lost = cluster.orchestrator.awaitCondition("s0", "NotListed");
            assertThat(lost.getPhase()).isEqualTo(VolumePhase.VOLUME_PHASE_CREATED);
            await().atMost(Duration.ofSeconds(60))
                    .until(() -> cluster.calls(Rpc.LIST_VOLUMES).size() > 10);
            assertThat(cluster.calls(Rpc.CREATE_VOLUME)).hasSize(creations);
            assertThat(cluster.calls(Rpc.DELETE_VOLUME)).isEmpty();
            assertThat(strict.volumes()).isEmpty();

            // When
            cluster.register(cluster.pluginRecord());

            // Then
            cluster.orchestrator.awaitVolume("s0", volume -> volume.getConditionsList().stream()
                    .noneMatch(condition -> condition.getType().equals("NotListed")));
        }
    }

    @Test
    @DisplayName(
            "A volume that left a fenced node, which confirms nothing any more, is still compared with the listing")
    void aVolumeThatLeftAFencedNode() throws IOException {
        try (Cluster cluster = new Cluster(kafka, "left", "n1-left")) {
            // Given
            cluster.describe();
            register(cluster);
            cluster.create("left", "left");
            cluster.orchestrator.awaitCreated("left");
            cluster.task("t-left", "n1-left", "left", TaskState.TASK_STATE_RUNNING);
            cluster.obey(cluster.orchestrator.awaitAssigned("n1-left", "left"));
            cluster.orchestrator.write(
                    HawserTopic.NODES,
                    "n1-left",
                    "fence-left",
                    Node.newBuilder().setName("n1-left").setFenced(true).build());
            cluster.orchestrator.awaitVolume("left", volume -> volume.getNodesList().stream()
                    .anyMatch(on -> on.getState() == PublicationState.PUBLICATION_STATE_UNCONFIRMED_DETACH));

            // When
            cluster.strict.die(Fault.Die.Memory.WITHOUT_STATE);
            cluster.strict.comeBack();

            // Then
            cluster.orchestrator.awaitCondition("left", "NotListed");
        }
    }

    @Test
    @DisplayName(
            "A listing that got no answer, or a refusal, is asked for again after a pause that counts from its end")
    void aListingThatFailedIsAskedForAgainAfterAPause() throws IOException {
        try (Cluster cluster = new Cluster(kafka, options -> options.withName("unheard")
                .withFaults(FaultScript.parse("""
                                ListVolumes * 1 hang
                                ListVolumes * 2 error RESOURCE_EXHAUSTED
                                """))
                // A fifth of the pause, because the plugin may notice late that a caller gave up. A pause that counts
                // from the call's start is over by then.
                .withLimits(Limits.standard()
                        .withGaps(Duration.ofMillis(100), Duration.ofMinutes(2), Duration.ofMillis(1400))))) {
            // When
            register(cluster);
            await().atMost(Duration.ofSeconds(60))
                    .until(() -> cluster.calls(Rpc.LIST_VOLUMES).size() > 3);

            // Then
            assertThat(cluster.strict.verdict().violations()).isEmpty();
        }
    }

    @Test
    @DisplayName("An attachment to a known node that only the plugin's listing has is undone, after the node said that"
            + " it has nothing of the volume")
    void anAttachmentThatNoRecordHasIsUndone() throws IOException {
        try (Cluster cluster = new Cluster(kafka, "attached", "n1")) {
            // Given
            cluster.describe();
            register(cluster);
            cluster.create("elsewhere", "elsewhere");
            cluster.orchestrator.awaitCreated("elsewhere");

            // When
            Unrecorded.attach(cluster, "n1");
            Assignment nothing = cluster.orchestrator.awaitAssignment("n1", "elsewhere", Assignment::getNothing);
            boolean attachedUntilTheNodeAnswers = Unrecorded.isAttached(cluster);
            cluster.obey(nothing);

            // Then
            cluster.orchestrator.awaitGone(HawserTopic.ASSIGNMENTS, "n1/elsewhere");
            assertThat(attachedUntilTheNodeAnswers).isTrue();
            assertThat(Unrecorded.isAttached(cluster)).isFalse();
            cluster.orchestrator.awaitVolume(
                    "elsewhere", volume -> volume.getConditionsList().isEmpty());
            assertThat(cluster.strict.verdict().violations()).isEmpty();
        }
    }

    @Test
    @DisplayName("An attachment that only the plugin's listing has is undone, too, while it keeps a task's volume from"
            + " being attached to another node")
    void anAttachmentThatBlocksAnother() throws IOException {
        String blocked = "ControllerPublishVolume * * error FAILED_PRECONDITION";
        String unlisted = "ListVolumes * * error UNAVAILABLE";
        try (Cluster cluster = new Cluster(
                kafka,
                options -> options.withName("blocked").withNodes("n1", "n2").withFaults(FaultScript.parse(unlisted)))) {
            // Given
            cluster.describe();
            register(cluster);
            cluster.create("blocked", "blocked");
            cluster.orchestrator.awaitCreated("blocked");
            Unrecorded.attach(cluster, "n2");
            cluster.strict.misbehave(FaultScript.parse(unlisted + "\n" + blocked));
            cluster.task("t-blocked", "n1", "blocked", TaskState.TASK_STATE_RUNNING);
            await().atMost(Duration.ofSeconds(60))
                    .until(() -> cluster.calls(Rpc.CONTROLLER_PUBLISH_VOLUME).size() > 1);

            // When
            cluster.strict.misbehave(FaultScript.parse(blocked));
            cluster.obey(cluster.orchestrator.awaitAssignment("n2", "blocked", Assignment::getNothing));

            // Then
            cluster.orchestrator.awaitGone(HawserTopic.ASSIGNMENTS, "n2/blocked");
            assertThat(Unrecorded.isAttached(cluster)).isFalse();
        }
    }

    @Test
    @DisplayName("An unrecorded attachment to a node whose fingerprint comes after the second listing is undone, too")
    void aFingerprintThatComesLater() throws IOException {
        try (Cluster cluster = new Cluster(kafka, "late", "n1-late")) {
            // Given
            register(cluster);
            cluster.orchestrator.write(
                    HawserTopic.NODES,
                    "n1-late",
                    "n1-late",
                    Node.newBuilder().setName("n1-late").build());
            cluster.create("unnamed", "unnamed");
            cluster.orchestrator.awaitCreated("unnamed");
            Fingerprint later = StrictNodes.fingerprint(cluster.strict, cluster.plugin, "n1-late", 1);
            Unrecorded.attach(cluster, "n1-late");
            cluster.orchestrator.awaitCondition("unnamed", "AttachedElsewhere");

            // When
            cluster.orchestrator.write(HawserTopic.FINGERPRINTS, "n1-late/" + cluster.plugin, "later", later);
            cluster.obey(cluster.orchestrator.awaitAssignment("n1-late", "unnamed", Assignment::getNothing));

            // Then
            cluster.orchestrator.awaitGone(HawserTopic.ASSIGNMENTS, "n1-late/unnamed");
            assertThat(Unrecorded.isAttached(cluster)).isFalse();
            cluster.orchestrator.awaitVolume(
                    "unnamed", volume -> volume.getConditionsList().isEmpty());
            assertThat(cluster.strict.verdict().violations()).isEmpty();
        }
    }

    /** It lists its volumes, too, and says which of them are published. */
    private static void register(Cluster cluster) {
        cluster.register(cluster.pluginRecord().addAllControllerCapabilities(List.of(3, 10)));
    }
}
