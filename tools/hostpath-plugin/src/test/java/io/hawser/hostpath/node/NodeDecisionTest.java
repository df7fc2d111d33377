package io.hawser.hostpath.node;

import static org.assertj.core.api.Assertions.assertThat;

import io.hawser.hostpath.volume.AccessMode;
import io.hawser.hostpath.volume.Capability;
import io.hawser.hostpath.volume.MountFlag;
import io.hawser.hostpath.volume.NodeId;
import io.hawser.hostpath.volume.Publication;
import io.hawser.hostpath.volume.Refusal;
import io.hawser.hostpath.volume.Refusal.Reason;
import io.hawser.hostpath.volume.VolumeId;
import io.hawser.hostpath.volume.VolumeName;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class NodeDecisionTest {
    private static final Path STAGING = Path.of("/staging");
    private static final Path T1 = Path.of("/t1");
    private static final Path T2 = Path.of("/t2");
    private static final NodeVolume NONE = NodeVolume.none(VolumeId.of(new VolumeName("v"), 1));

    @Test
    void stagingAgainIsHarmlessAnotherCapabilityOrPathIsNot() {
        // Given
        Staging staging = new Staging(STAGING, capability(AccessMode.SINGLE_NODE_WRITER));
        NodeVolume staged = NONE.with(staging);
        Publication publication = publication(AccessMode.SINGLE_NODE_WRITER);
        // When
        NodeDecision same = NodeDecision.stage(staged, Set.of(STAGING), publication, staging);
        NodeDecision otherMode = NodeDecision.stage(
                staged,
                Set.of(STAGING),
                publication,
                new Staging(STAGING, capability(AccessMode.SINGLE_NODE_MULTI_WRITER)));
        NodeDecision otherPath =
                NodeDecision.stage(staged, Set.of(STAGING), publication, new Staging(T1, staging.capability()));
        NodeDecision afterReboot =
                NodeDecision.stage(staged, Set.of(), publication, new Staging(T1, staging.capability()));
        // Then
        assertThat(same).isEqualTo(new NodeDecision.Go(staged));
        assertThat(reason(otherMode)).contains(Reason.ALREADY_EXISTS);
        assertThat(reason(otherPath)).contains(Reason.FAILED_PRECONDITION);
        assertThat(afterReboot).isInstanceOf(NodeDecision.Go.class);
    }

    @ParameterizedTest
    @EnumSource(AccessMode.class)
    void aSecondTargetFollowsTheTableOfTheSpecification(AccessMode mode) {
        // Given
        Target first = new Target(T1, capability(mode), false);
        NodeVolume published = NONE.with(new Staging(STAGING, capability(mode))).with(first);
        Set<Path> live = Set.of(STAGING, T1);
        // When
        NodeDecision same = NodeDecision.publish(published, live, publication(mode), STAGING, first);
        NodeDecision readOnly = NodeDecision.publish(
                published, live, publication(mode), STAGING, new Target(T1, capability(mode), true));
        NodeDecision second = NodeDecision.publish(
                published, live, publication(mode), STAGING, new Target(T2, capability(mode), false));
        // Then
        assertThat(same).isEqualTo(new NodeDecision.Go(published));
        assertThat(reason(readOnly)).contains(Reason.ALREADY_EXISTS);
        boolean allowed = mode.name().startsWith("MULTI_NODE") || mode == AccessMode.SINGLE_NODE_MULTI_WRITER;
        assertThat(reason(second)).isEqualTo(allowed ? Optional.empty() : Optional.of(Reason.FAILED_PRECONDITION));
    }

    @Test
    void aTargetThatIsNoMountAnyMoreStandsInNobodysWay() {
        // Given
        AccessMode mode = AccessMode.SINGLE_NODE_WRITER;
        NodeVolume before =
                NONE.with(new Staging(STAGING, capability(mode))).with(new Target(T1, capability(mode), false));
        // When
        NodeDecision publish = NodeDecision.publish(
                before, Set.of(STAGING), publication(mode), STAGING, new Target(T2, capability(mode), false));
        NodeDecision unstage = NodeDecision.unstage(before, Set.of(STAGING), STAGING);
        // Then
        assertThat(publish).isInstanceOf(NodeDecision.Go.class);
        assertThat(unstage).isEqualTo(new NodeDecision.Go(before.withoutStaging()));
    }

    @Test
    void publishWantsTheStagedPathAndUnstageWantsNoTarget() {
        // Given
        AccessMode mode = AccessMode.SINGLE_NODE_WRITER;
        NodeVolume staged = NONE.with(new Staging(STAGING, capability(mode)));
        Target target = new Target(T1, capability(mode), false);
        // When
        NodeDecision elsewhere = NodeDecision.publish(staged, Set.of(STAGING, T2), publication(mode), T2, target);
        NodeDecision unmounted = NodeDecision.publish(staged, Set.of(), publication(mode), STAGING, target);
        NodeDecision unstage = NodeDecision.unstage(staged.with(target), Set.of(STAGING, T1), STAGING);
        // Then
        assertThat(reason(elsewhere)).contains(Reason.FAILED_PRECONDITION);
        assertThat(reason(unmounted)).contains(Reason.FAILED_PRECONDITION);
        assertThat(reason(unstage)).contains(Reason.FAILED_PRECONDITION);
    }

    @Test
    void unstagingWhereItIsNotStagedChangesNothing() {
        NodeVolume staged = NONE.with(new Staging(STAGING, capability(AccessMode.SINGLE_NODE_WRITER)));
        assertThat(NodeDecision.unstage(staged, Set.of(STAGING), T2)).isEqualTo(new NodeDecision.Go(staged));
    }

    @Test
    void moreThanThePublicationAllowsIsRefused() {
        NodeDecision stage = NodeDecision.stage(
                NONE,
                Set.of(),
                publication(AccessMode.SINGLE_NODE_READER_ONLY),
                new Staging(STAGING, capability(AccessMode.SINGLE_NODE_WRITER)));
        AccessMode mode = AccessMode.SINGLE_NODE_WRITER;
        NodeDecision publish = NodeDecision.publish(
                NONE.with(new Staging(STAGING, capability(mode))),
                Set.of(STAGING),
                publication(AccessMode.SINGLE_NODE_READER_ONLY),
                STAGING,
                new Target(T1, capability(mode), false));
        NodeDecision block =
                NodeDecision.stage(NONE, Set.of(), publication(mode), new Staging(STAGING, Capability.block(mode)));
        assertThat(reason(stage)).contains(Reason.FAILED_PRECONDITION);
        assertThat(reason(publish)).contains(Reason.FAILED_PRECONDITION);
        assertThat(reason(block)).contains(Reason.FAILED_PRECONDITION);
    }

    @ParameterizedTest
    @EnumSource(AccessMode.class)
    void onlyTheWriterOfAVolumeForOneNeedsToBeAlone(AccessMode mode) {
        // Given
        Publication readOnly = new Publication(new NodeId("n"), capability(mode), true, "t");
        Target writer = new Target(T1, capability(mode), false);
        // When
        boolean alone = NodeDecision.writesAlone(publication(mode), writer);
        // Then
        assertThat(alone).isEqualTo(mode == AccessMode.MULTI_NODE_SINGLE_WRITER);
        assertThat(NodeDecision.writesAlone(publication(mode), new Target(T1, capability(mode), true)))
                .isFalse();
        assertThat(NodeDecision.writesAlone(readOnly, writer)).isFalse();
    }

    @Test
    void aWriterOnAnotherNodeIsNamedAndReadersAreNot() {
        // Given
        Capability capability = capability(AccessMode.MULTI_NODE_SINGLE_WRITER);
        Capability flagged = Capability.mount(AccessMode.MULTI_NODE_SINGLE_WRITER, Set.of(MountFlag.RO));
        Publication publication = publication(AccessMode.MULTI_NODE_SINGLE_WRITER);
        NodeVolume readers = NONE.with(new Staging(STAGING, capability))
                .with(new Target(T1, capability, true))
                .with(new Target(T2, flagged, false));
        NodeVolume writer = NONE.with(new Target(T1, capability, false));
        // When
        Optional<Refusal> refusal = NodeDecision.otherWriter(Map.of(publication, writer));
        // Then
        assertThat(refusal.map(Refusal::reason)).contains(Reason.FAILED_PRECONDITION);
        assertThat(refusal.orElseThrow().message()).contains("on node n");
        assertThat(NodeDecision.otherWriter(Map.of(publication, readers))).isEmpty();
    }

    private static Optional<Reason> reason(NodeDecision decision) {
        return decision instanceof NodeDecision.Refuse(Refusal refusal)
                ? Optional.of(refusal.reason())
                : Optional.empty();
    }

    private static Publication publication(AccessMode mode) {
        return new Publication(new NodeId("n"), capability(mode), false, "t");
    }

    private static Capability capability(AccessMode mode) {
        return Capability.mount(mode, Set.of());
    }
}
