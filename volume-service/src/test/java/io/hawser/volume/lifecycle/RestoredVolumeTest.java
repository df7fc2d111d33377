package io.hawser.volume.lifecycle;

import static io.hawser.volume.id.Ids.N1;
import static io.hawser.volume.id.Ids.V;
import static org.assertj.core.api.Assertions.assertThat;

import io.hawser.v1.MountReport;
import io.hawser.v1.PublicationState;
import io.hawser.v1.VolumeOnNode;
import io.hawser.volume.id.TargetId;
import io.hawser.volume.lifecycle.Publication.State;
import io.hawser.volume.lifecycle.report.VolumeReport;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The database was restored from an older copy, and {@code hawser.volumes} has a later state of the volume. */
class RestoredVolumeTest {
    private static final long GENERATION = 7;
    private static final DecisionContext DRAWS = Scenes.DRAWS;

    @Test
    @DisplayName("A node that the copy does not know is detached under the id that was published")
    void attachedSince() {
        // When
        RestoredVolume.Compared compared = RestoredVolume.with(
                Scenes.created(), published(onNode(PublicationState.PUBLICATION_STATE_PENDING_PUBLISH, 0)), DRAWS);

        // Then
        assertThat(compared.unexplained()).extracting(VolumeOnNode::getNode).containsExactly("n1");
        assertThat(compared.volume()).isEqualTo(Scenes.created());
    }

    @Test
    @DisplayName("A node where ControllerPublishVolume was never called needs no detach, unless it got an assignment")
    void neverAttached() {
        VolumeOnNode.Builder begun =
                onNode(PublicationState.PUBLICATION_STATE_PENDING_PUBLISH, 0).clearCsiNodeId();

        assertThat(RestoredVolume.with(Scenes.created(), published(begun), DRAWS)
                        .unexplained())
                .isEmpty();
        assertThat(RestoredVolume.with(Scenes.created(), published(begun.setGeneration(GENERATION)), DRAWS)
                        .unexplained())
                .hasSize(1);
    }

    @Test
    @DisplayName("A generation that was drawn since is never drawn again; one ahead of every clock does not count")
    void generationsGrow() {
        long drawn = DRAWS.latestGeneration();

        assertThat(generationAfter(drawn)).isEqualTo(drawn);
        assertThat(generationAfter(drawn + 1)).isZero();
    }

    private static long generationAfter(long published) {
        return RestoredVolume.with(
                        Scenes.created(),
                        published(onNode(PublicationState.PUBLICATION_STATE_PUBLISHED, published)),
                        DRAWS)
                .volume()
                .generation();
    }

    @Test
    @DisplayName("A volume that the plugin may have is created again or deleted, not forgotten")
    void perhapsCreated() {
        Volume accepted = Scenes.accepted();

        assertThat(RestoredVolume.with(accepted, published(true), DRAWS)
                        .volume()
                        .provision()
                        .uncertain())
                .isTrue();
        assertThat(RestoredVolume.with(accepted, published(false), DRAWS).volume())
                .isEqualTo(accepted);
        assertThat(RestoredVolume.with(Scenes.created(), published(true), DRAWS).volume())
                .isEqualTo(Scenes.created());
    }

    @Test
    @DisplayName("A CreateVolume that was published since counts as sent; a volume that was taken as it was needs none")
    void createdOrTakenSince() {
        // Given
        Provision taken = Provision.NEW.createdAs(new Provision.Info(V.value(), 0, Map.of(), List.of()));

        // When
        Volume calling = restoredWith(Scenes.intend(Scenes.accepted(), new Operation.Create()));
        Volume created = restoredWith(Scenes.created());
        Volume existed = restoredWith(Scenes.accepted().with(taken));

        // Then
        assertThat(List.of(calling, created))
                .allMatch(volume -> volume.provision().attempted());
        assertThat(existed.provision().attempted()).isFalse();
        assertThat(calling.provision().capabilities()).contains(new Provision.CreateCapabilities(false, false));
    }

    @Test
    @DisplayName("A registered volume that was confirmed since is asked for again: nothing is uncertain")
    void confirmedSince() {
        // Given
        Volume copy = Scenes.accepted().with(Provision.registered(new Provision.Info("id", 0, Map.of(), List.of())));
        Volume since = copy.with(copy.provision().createdAs(copy.provision().info()));

        // When
        Volume restored = RestoredVolume.with(copy, report(since), DRAWS).volume();

        // Then
        assertThat(restored).isEqualTo(copy);
        assertThat(report(since).getCreateAttempted()).isFalse();
    }

    private static Volume restoredWith(Volume since) {
        return RestoredVolume.with(Scenes.accepted(), report(since), DRAWS).volume();
    }

    @Test
    @DisplayName(
            "What is published says that the plugin may have the volume, from the first CreateVolume to a rejection")
    void mayExist() {
        assertThat(report(Scenes.accepted()).getMayExist()).isFalse();
        assertThat(report(Scenes.intend(Scenes.accepted(), new Operation.Create()))
                        .getMayExist())
                .isTrue();
        assertThat(report(Scenes.created()).getMayExist()).isTrue();
    }

    @Test
    @DisplayName("A volume that a lost database may have created counts as tried once its CreateVolume is published")
    void createAttempted() {
        // Given
        Volume perhaps = Scenes.accepted().perhapsCommandedBefore();

        // When
        Volume tried = Scenes.intend(perhaps, new Operation.Create());

        // Then
        assertThat(report(tried)).isNotEqualTo(report(perhaps));
        assertThat(report(tried).getCreateAttempted()).isTrue();
        assertThat(report(perhaps).getCreateAttempted()).isFalse();
    }

    @Test
    @DisplayName("What is published names the node's id from the first ControllerPublishVolume on, and for orphans")
    void mayBeAttached() {
        Publication begun = Publication.begin(N1, "csi-n1");

        assertThat(publishedId(begun)).isEmpty();
        assertThat(publishedId(begun.intended())).isEqualTo("csi-n1");
        assertThat(publishedId(Publication.orphaned(N1, "csi-n1", GENERATION, MountReport.getDefaultInstance())))
                .isEqualTo("csi-n1");
    }

    @ParameterizedTest
    @EnumSource(names = {"PUBLISHED", "PENDING_NODE_UNPUBLISH"})
    @DisplayName("An attachment that changed or went since is uncertain; one under the same generation is as it was")
    void attachedInTheCopy(State state) {
        Publication copy = published(state);

        assertThat(LaterLife.afterRecord(copy, Optional.empty()).orElseThrow().state())
                .isEqualTo(State.PENDING_PUBLISH);
        assertThat(LaterLife.afterRecord(copy, now(PublicationState.PUBLICATION_STATE_PUBLISHED, GENERATION + 1))
                        .orElseThrow()
                        .uncertain())
                .isTrue();
        assertThat(LaterLife.afterRecord(copy, now(PublicationState.PUBLICATION_STATE_PENDING_UNPUBLISH, GENERATION)))
                .isPresent();
        assertThat(LaterLife.afterRecord(
                        copy, now(PublicationState.PUBLICATION_STATE_PENDING_NODE_UNPUBLISH, GENERATION)))
                .isEmpty();
    }

    @Test
    @DisplayName("A plugin that attaches nothing leaves nothing uncertain")
    void attachedByNoController() {
        Publication copy = Publication.begin(N1, "")
                .assigned(GENERATION, Set.of(new TargetId("t")))
                .published();

        assertThat(LaterLife.afterRecord(copy, Optional.empty())).isEmpty();
    }

    @ParameterizedTest
    @EnumSource(names = {"PUBLISHED", "PENDING_NODE_UNPUBLISH"})
    @DisplayName("A plugin that attaches by now was perhaps asked to, under an id that the copy does not know")
    void attachedByAControllerSince(State state) {
        // Given
        Publication copy =
                PublicationSample.in(state, Publication.begin(N1, "").assigned(GENERATION, Set.of(new TargetId("t"))));

        // When
        Publication after = LaterLife.afterRecord(copy, now(PublicationState.PUBLICATION_STATE_PUBLISHED, GENERATION))
                .orElseThrow();

        // Then
        assertThat(after.state()).isEqualTo(State.PENDING_PUBLISH);
        assertThat(after.csiNodeId()).isEqualTo("csi-n1");
        assertThat(after.attempted()).isTrue();
    }

    @Test
    @DisplayName("A detach that needed no call in the copy needs one where the controller was asked to attach since")
    void detachedByAController() {
        Publication copy = Publication.begin(N1, "").unpublishing();

        assertThat(LaterLife.afterRecord(copy, now(PublicationState.PUBLICATION_STATE_PENDING_UNPUBLISH, GENERATION)))
                .contains(Publication.begin(N1, "csi-n1").unpublishing().intended());
    }

    @Test
    @DisplayName("An attach that the copy did not try yet, and that was tried since, is uncertain")
    void triedSince() {
        Publication copy = Publication.begin(N1, "");

        assertThat(LaterLife.afterRecord(copy, now(PublicationState.PUBLICATION_STATE_PUBLISHED, GENERATION)))
                .contains(Publication.begin(N1, "csi-n1").intended());
        assertThat(LaterLife.afterRecord(copy, Optional.empty())).isEmpty();
        assertThat(LaterLife.afterRecord(
                        copy.intended(), now(PublicationState.PUBLICATION_STATE_PUBLISHED, GENERATION)))
                .isEmpty();
    }

    @ParameterizedTest
    @EnumSource(names = {"PENDING_UNPUBLISH", "UNCONFIRMED_DETACH"})
    @DisplayName("A detach of the copy is not made where the volume was attached again since")
    void attachedAgain(State state) {
        Publication copy = published(state);

        Publication after = LaterLife.afterRecord(
                        copy, now(PublicationState.PUBLICATION_STATE_PUBLISHED, GENERATION + 1))
                .orElseThrow();

        assertThat(after).isEqualTo(Publication.begin(N1, "csi-n1").intended());
        assertThat(LaterLife.afterRecord(copy, Optional.empty())).isEmpty();
    }

    @Test
    @DisplayName("An unconfirmed detach that is to be detached again since is detached again")
    void detachedAgain() {
        Publication after = LaterLife.afterRecord(
                        published(State.UNCONFIRMED_DETACH),
                        now(PublicationState.PUBLICATION_STATE_PENDING_UNPUBLISH, GENERATION))
                .orElseThrow();

        assertThat(after.state()).isEqualTo(State.PENDING_UNPUBLISH);
        assertThat(after.uncertain()).isTrue();
        assertThat(LaterLife.afterRecord(
                        published(State.UNCONFIRMED_DETACH),
                        now(PublicationState.PUBLICATION_STATE_UNCONFIRMED_DETACH, GENERATION)))
                .isEmpty();
    }

    @Test
    @DisplayName("Of a volume on many nodes the record names some: a node that it does not name keeps its state, and is"
            + " asked again")
    void someOfManyNodes() {
        // Given
        Volume copy = Scenes.created().with(published(State.PUBLISHED));

        // When
        Volume all = RestoredVolume.with(copy, published(true), DRAWS).volume();
        Volume some = RestoredVolume.with(
                        copy, published(true).toBuilder().setMoreNodes(1).build(), DRAWS)
                .volume();

        // Then
        assertThat(all.publications().get(N1).state()).isEqualTo(State.PENDING_PUBLISH);
        assertThat(some).isEqualTo(copy.with(published(State.PUBLISHED).afterLost(GENERATION)));
    }

    @Test
    @DisplayName(
            "An assignment of the copy is behind one that was published since; one ahead of every clock does not count")
    void assignedSince() {
        // Given
        Publication known = published(State.PENDING_NODE_UNPUBLISH).reporting(LostLife.nothingLeft(GENERATION));

        // When
        Publication behind = behind(known, GENERATION + 1);

        // Then
        assertThat(behind.mounts().isBehind()).isTrue();
        assertThat(behind.mounts().nothingLeft()).isFalse();
        assertThat(behind.mounts().mayHaveTargets()).isTrue();
        assertThat(List.of(behind(known, GENERATION), behind(known, DRAWS.latestGeneration() + 1)))
                .noneMatch(publication -> publication.mounts().isBehind());
    }

    @ParameterizedTest
    @EnumSource(names = {"PENDING_UNPUBLISH", "UNCONFIRMED_DETACH"})
    @DisplayName("Where the lost life detached the volume under a generation that the copy does not know, the node has"
            + " yet to say that nothing is left: it may have been fenced")
    void detachedSince(State state) {
        // Given
        VolumeOnNode.Builder since = onNode(PublicationState.valueOf("PUBLICATION_STATE_" + state), GENERATION + 1);
        Publication known =
                published(State.PUBLISHED).with(new Forget("cmd", true, "d")).reporting(LostLife.mounted(GENERATION));

        // When
        RestoredVolume.Compared kept = RestoredVolume.with(Scenes.created().with(known), published(since), DRAWS);
        RestoredVolume.Compared unknown = RestoredVolume.with(Scenes.created(), published(since), DRAWS);

        // Then
        for (RestoredVolume.Compared compared : List.of(kept, unknown)) {
            assertThat(compared.unexplained()).isEmpty();
            assertThat(compared.volume().publications().get(N1)).satisfies(leaving -> {
                assertThat(leaving.state()).isEqualTo(state);
                assertThat(leaving.unconfirmed()).isTrue();
                assertThat(leaving.mounts().isBehind()).isTrue();
                assertThat(leaving.uncertain()).isEqualTo(state == State.PENDING_UNPUBLISH);
            });
        }
        assertThat(kept.volume().publications().get(N1).forget()).isEqualTo(new Forget("cmd", false, "d"));
        assertThat(kept.volume().publications().get(N1).mounts().reported())
                .isEqualTo(known.mounts().reported());
    }

    @Test
    @DisplayName("What the record says of a detach does not count behind a later report, under the generation of the"
            + " copy, or ahead of every clock; without the plugin's id of the node there is nothing to detach")
    void notDetachedSince() {
        // Given
        Publication known = published(State.PUBLISHED);
        Publication reportedSince = known.reporting(LostLife.mounted(GENERATION + 2));
        VolumeOnNode.Builder later = onNode(PublicationState.PUBLICATION_STATE_PENDING_UNPUBLISH, GENERATION + 1);
        VolumeOnNode.Builder same = onNode(PublicationState.PUBLICATION_STATE_PENDING_UNPUBLISH, GENERATION);
        VolumeOnNode.Builder ahead =
                onNode(PublicationState.PUBLICATION_STATE_PENDING_UNPUBLISH, DRAWS.latestGeneration() + 1);

        // Then
        assertThat(List.of(after(reportedSince, later), after(known, same), after(known, ahead)))
                .noneMatch(Publication::unconfirmed);
        assertThat(after(known, later.clone().clearCsiNodeId()).attempted()).isFalse();
    }

    private static Publication after(Publication known, VolumeOnNode.Builder since) {
        return Objects.requireNonNull(RestoredVolume.with(Scenes.created().with(known), published(since), DRAWS)
                .volume()
                .publications()
                .get(N1));
    }

    private static Publication behind(Publication known, long published) {
        return after(known, onNode(PublicationState.PUBLICATION_STATE_PUBLISHED, published));
    }

    private static Publication published(State state) {
        return PublicationSample.in(
                state,
                Publication.begin(N1, "csi-n1")
                        .intended()
                        .publishedAs(Map.of())
                        .assigned(GENERATION, Set.of(new TargetId("t"))));
    }

    private static Optional<VolumeOnNode> now(PublicationState state, long generation) {
        return Optional.of(onNode(state, generation).build());
    }

    private static VolumeOnNode.Builder onNode(PublicationState state, long generation) {
        return VolumeOnNode.newBuilder()
                .setNode("n1")
                .setState(state)
                .setGeneration(generation)
                .setCsiNodeId("csi-n1");
    }

    private static io.hawser.v1.Volume published(VolumeOnNode.Builder node) {
        return published(true).toBuilder().addNodes(node).build();
    }

    private static io.hawser.v1.Volume published(boolean mayExist) {
        return io.hawser.v1.Volume.newBuilder()
                .setName("v")
                .setMayExist(mayExist)
                .build();
    }

    private static String publishedId(Publication publication) {
        return report(Scenes.created().with(publication)).getNodes(0).getCsiNodeId();
    }

    private static io.hawser.v1.Volume report(Volume volume) {
        return VolumeReport.of(volume, List.of(), 0, List.of(), List.of(), Map.of());
    }
}
