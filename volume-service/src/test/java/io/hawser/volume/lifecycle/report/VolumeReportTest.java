package io.hawser.volume.lifecycle.report;

import static io.hawser.volume.id.Ids.N1;
import static io.hawser.volume.id.Ids.N2;
import static io.hawser.volume.id.Ids.N3;
import static io.hawser.volume.id.Ids.V;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.hawser.v1.MountReport;
import io.hawser.v1.PublicationState;
import io.hawser.v1.VolumeCondition;
import io.hawser.v1.VolumeOnNode;
import io.hawser.v1.VolumePhase;
import io.hawser.v1.VolumeSpec;
import io.hawser.volume.id.NodeName;
import io.hawser.volume.id.TargetId;
import io.hawser.volume.id.TaskName;
import io.hawser.volume.lifecycle.Claim;
import io.hawser.volume.lifecycle.ConditionType;
import io.hawser.volume.lifecycle.Conditions.Condition;
import io.hawser.volume.lifecycle.Provision;
import io.hawser.volume.lifecycle.Publication;
import io.hawser.volume.lifecycle.Publication.State;
import io.hawser.volume.lifecycle.PublicationSample;
import io.hawser.volume.lifecycle.Retry;
import io.hawser.volume.lifecycle.Volume;
import io.hawser.volume.lifecycle.report.VolumeReport.Suspect;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class VolumeReportTest {
    private static final Volume ACCEPTED =
            Volume.accepted(V, "uid", VolumeSpec.newBuilder().setPlugin("p").build());
    private static final Volume CREATED = ACCEPTED.with(new Provision(
            true, true, false, new Provision.Info("id-1", 7, Map.of(), List.of()), Retry.NONE, Optional.empty()));

    @Test
    @DisplayName("A volume is being created, created, or, whatever it was before, being removed")
    void phases() {
        // Given
        Volume.Removal removal = new Volume.Removal(false, "cmd", Optional.empty());

        // When
        io.hawser.v1.Volume accepted = report(ACCEPTED, List.of());
        io.hawser.v1.Volume created = report(CREATED, List.of());
        io.hawser.v1.Volume removing = report(CREATED.removing(removal), List.of());

        // Then
        assertThat(accepted.getPhase()).isEqualTo(VolumePhase.VOLUME_PHASE_CREATING);
        assertThat(accepted.hasInfo()).isFalse();
        assertThat(created.getPhase()).isEqualTo(VolumePhase.VOLUME_PHASE_CREATED);
        assertThat(created.getInfo().getVolumeId()).isEqualTo("id-1");
        assertThat(created.getRemovalRequested()).isFalse();
        assertThat(removing.getPhase()).isEqualTo(VolumePhase.VOLUME_PHASE_REMOVING);
        assertThat(removing.getRemovalRequested()).isTrue();
    }

    @Test
    @DisplayName("Of each node it says how the last call failed; where none did, what the node itself says")
    void messagesOfNodes() {
        // Given
        Retry failed = new Retry(1, Optional.empty(), "TIMED OUT", OptionalLong.empty(), false);
        Optional<MountReport> said =
                Optional.of(MountReport.newBuilder().setMessage("cannot stage").build());
        Volume volume = CREATED.with(on(N1, State.PENDING_UNPUBLISH, failed, said))
                .with(on(N2, State.PUBLISHED, Retry.NONE, said))
                .with(on(N3, State.UNCONFIRMED_DETACH, Retry.NONE, Optional.empty()));

        // When
        io.hawser.v1.Volume report = report(volume, List.of());

        // Then
        assertThat(report.getNodesList())
                .extracting(VolumeOnNode::getNode, VolumeOnNode::getState, VolumeOnNode::getMessage)
                .containsExactly(
                        tuple("n1", PublicationState.PUBLICATION_STATE_PENDING_UNPUBLISH, "TIMED OUT"),
                        tuple("n2", PublicationState.PUBLICATION_STATE_PUBLISHED, "cannot stage"),
                        tuple("n3", PublicationState.PUBLICATION_STATE_UNCONFIRMED_DETACH, ""));
    }

    @Test
    @DisplayName("What the plugin lists differently is a condition; what a later version found is left out")
    void differences() {
        // When
        io.hawser.v1.Volume report = report(CREATED, List.of("NotListed", "NotAttached:csi-1", "OfALaterVersion:x"));

        // Then
        assertThat(report.getConditionsList())
                .extracting(VolumeCondition::getType)
                .containsExactly("NotListed", "NotAttached");
        assertThat(report.getConditionsList())
                .extracting(VolumeCondition::getMessage)
                .allMatch(message -> message.contains("twice running"));
        assertThat(report.getConditionsList()).noneMatch(VolumeCondition::hasSince);
    }

    @Test
    @DisplayName("A condition says since when it is so, to the nanosecond")
    void sinceWhen() {
        // Given
        Condition creating = new Condition(
                ConditionType.CREATING, Optional.of(N1), "waits", Optional.of(Instant.ofEpochSecond(5, 17)));

        // When
        var report = VolumeReport.of(ACCEPTED, List.of(), 0, List.of(creating), List.of(), Map.of());

        // Then
        VolumeCondition said = report.getConditions(0);
        assertThat(said.getNode()).isEqualTo("n1");
        assertThat(said.getSince().getSeconds()).isEqualTo(5);
        assertThat(said.getSince().getNanos()).isEqualTo(17);
    }

    @Test
    @DisplayName("Claims that wait, hold, and let go are counted each for itself")
    void counts() {
        // Given
        Claim holder = new Claim(
                new TaskName("t"),
                "/a",
                "v",
                Optional.of(V),
                N1,
                new TargetId("t.0"),
                false,
                List.of(),
                Claim.State.GRANTED,
                1,
                0,
                Optional.empty(),
                Set.of(),
                "");

        // When
        var report = VolumeReport.of(
                CREATED, List.of(holder, holder, holder.releasing()), 3, List.of(), List.of(), Map.of());

        // Then
        assertThat(report.getClaims().getWaiting()).isEqualTo(3);
        assertThat(report.getClaims().getGranted()).isEqualTo(2);
        assertThat(report.getClaims().getReleasing()).isEqualTo(1);
    }

    @Test
    @DisplayName("However many nodes are suspect, the record stays small, counts the rest, and hides no other reason")
    void manySuspectNodes() {
        // Given
        Map<NodeName, Suspect> suspects = new HashMap<>();
        SortedMap<NodeName, Publication> publications = new TreeMap<>();
        List<Condition> conditions = new ArrayList<>();
        for (int i = 10_000; i < 20_000; i++) {
            NodeName node = new NodeName("n".repeat(57) + "-" + i);
            Publication publication = on(node, State.PUBLISHED, Retry.NONE, Optional.of(message("é".repeat(600))));
            publications.put(node, publication);
            suspects.put(
                    node,
                    new Suspect(
                            "its agent was last heard at 2026-11-23T08:08:59.811Z, and promised more",
                            Optional.of(Instant.EPOCH)));
            conditions.add(new Condition(
                    ConditionType.NODE_FAILING, Optional.of(node), "é".repeat(500), Optional.of(Instant.EPOCH)));
        }
        conditions.add(new Condition(ConditionType.REMOVAL_HELD, "still on nodes", Optional.empty()));

        // When
        var report = VolumeReport.of(
                withPublications(publications), List.of(), 0, conditions, List.of("NotListed"), suspects);

        // Then
        assertThat(report.getSerializedSize()).isLessThan(64 << 10);
        assertThat(report.getNodesCount() + report.getMoreNodes()).isEqualTo(10_000);
        assertThat(report.getConditionsCount() + report.getMoreConditions()).isEqualTo(20_002);
        assertThat(report.getConditionsList())
                .extracting(VolumeCondition::getType)
                .startsWith("NotListed", "NodeSuspect")
                .contains("NodeFailing")
                .endsWith("RemovalHeld");
    }

    @Test
    @DisplayName(
            "Of many nodes those that are not settled are named first, then the others by name; all in their order")
    void nodesThatAreNotSettledFirst() {
        // Given
        SortedMap<NodeName, Publication> publications = new TreeMap<>();
        for (int i = 10; i < 60; i++) {
            NodeName node = new NodeName("n" + i);
            publications.put(node, on(node, State.PUBLISHED, Retry.NONE, Optional.empty()));
        }
        publications.put(
                new NodeName("n57"), on(new NodeName("n57"), State.UNCONFIRMED_DETACH, Retry.NONE, Optional.empty()));
        publications.put(
                new NodeName("n59"),
                on(new NodeName("n59"), State.PUBLISHED, Retry.NONE, Optional.of(message("cannot stage"))));

        // When
        var report = report(withPublications(publications), List.of());

        // Then
        assertThat(report.getNodesList())
                .extracting(VolumeOnNode::getNode)
                .containsExactly(
                        "n10", "n11", "n12", "n13", "n14", "n15", "n16", "n17", "n18", "n19", "n20", "n21", "n22",
                        "n23", "n57", "n59");
        assertThat(report.getMoreNodes()).isEqualTo(34);
    }

    @Test
    @DisplayName("What fits is told as a whole, and nothing is counted beside it")
    void whatFitsIsTold() {
        // Given
        SortedMap<NodeName, Publication> publications = new TreeMap<>();
        List<Condition> conditions = new ArrayList<>();
        for (int i = 10; i < 26; i++) {
            NodeName node = new NodeName("n" + i);
            publications.put(node, on(node, State.PUBLISHED, Retry.NONE, Optional.empty()));
        }
        for (int i = 0; i < 24; i++) {
            conditions.add(new Condition(
                    ConditionType.NODE_SILENT, Optional.of(new NodeName("n" + i)), "silent", Optional.empty()));
        }

        // When
        var report = VolumeReport.of(withPublications(publications), List.of(), 0, conditions, List.of(), Map.of());

        // Then
        assertThat(report.getNodesCount()).isEqualTo(16);
        assertThat(report.getConditionsCount()).isEqualTo(24);
        assertThat(report.getMoreNodes()).isZero();
        assertThat(report.getMoreConditions()).isZero();
    }

    private static MountReport message(String message) {
        return MountReport.newBuilder().setMessage(message).build();
    }

    private static Volume withPublications(SortedMap<NodeName, Publication> publications) {
        return new Volume(
                CREATED.name(),
                CREATED.uid(),
                CREATED.spec(),
                CREATED.provision(),
                CREATED.removal(),
                publications,
                CREATED.call(),
                CREATED.generation(),
                CREATED.since());
    }

    private static io.hawser.v1.Volume report(Volume volume, List<String> differences) {
        return VolumeReport.of(volume, List.of(), 0, List.of(), differences, Map.of());
    }

    private static Publication on(NodeName node, State state, Retry retry, Optional<MountReport> reported) {
        return PublicationSample.on(node, state)
                .mounts(7, reported)
                .retry(retry)
                .done();
    }
}
