package io.hawser.volume.lifecycle;

import static io.hawser.volume.id.Ids.N1;
import static io.hawser.volume.lifecycle.LostLife.GENERATION;
import static io.hawser.volume.lifecycle.LostLife.leaving;
import static io.hawser.volume.lifecycle.LostLife.mounted;
import static io.hawser.volume.lifecycle.LostLife.nothingLeft;
import static io.hawser.volume.lifecycle.LostLife.published;
import static io.hawser.volume.lifecycle.Scenes.DRAWS;
import static org.assertj.core.api.Assertions.assertThat;

import io.hawser.v1.MountReport;
import io.hawser.volume.lifecycle.Publication.State;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The database went back: a node answers what a later life of it said. */
class LaterLifeTest {
    @Test
    @DisplayName("What stands in for a node's report says that the node has to answer, not what it has")
    void aStandIn() {
        // Given
        MountReport standIn = MountReport.newBuilder().setGeneration(GENERATION).build();
        Publication assigned = Publication.begin(N1, "csi-n1").assigned(GENERATION + 1, Set.of());

        // When
        Publication waits = assigned.explaining(standIn, GENERATION, DRAWS);
        Publication answered =
                assigned.explaining(standIn.toBuilder().setRevision(1).build(), GENERATION, DRAWS);
        Publication ahead = assigned.explaining(standIn, DRAWS.latestGeneration() + 1, DRAWS);

        // Then
        assertThat(waits.mounts().reported()).isEmpty();
        assertThat(waits.mounts().isUnheard()).isTrue();
        assertThat(answered.mounts().reported()).isPresent();
        assertThat(answered.mounts().isUnheard()).isFalse();
        assertThat(ahead).isEqualTo(assigned);
    }

    @ParameterizedTest
    @EnumSource(names = {"PENDING_UNPUBLISH", "UNCONFIRMED_DETACH"})
    @DisplayName("A node that has something under a later generation than was given here is not detached")
    void isNotToBeDetached(State state) {
        // When
        Publication after = LaterLife.afterReport(leaving(state), mounted(GENERATION + 1), DRAWS)
                .orElseThrow();

        // Then
        assertThat(after.state()).isEqualTo(State.PENDING_PUBLISH);
        assertThat(after.attempted()).isTrue();
        assertThat(after.uncertain()).isTrue();
        assertThat(after.unconfirmed()).isFalse();
        assertThat(after.csiNodeId()).isEqualTo("csi-n1");
        assertThat(after.generation()).isZero();
    }

    @Test
    @DisplayName("A mount that nobody attached, so far as is known, is uncertain after a detach without an answer")
    void detachWithoutAnAnswer() {
        // Given
        Publication orphaned = Publication.orphaned(N1, "csi-n1", GENERATION, nothingLeft(GENERATION))
                .unpublishing();
        Publication detaching = Scenes.intend(Scenes.created().with(orphaned), new Operation.Unpublish(N1))
                .publications()
                .get(N1);

        // When
        Publication after =
                LaterLife.afterReport(detaching, mounted(GENERATION + 1), DRAWS).orElseThrow();

        // Then
        assertThat(detaching.attempted()).isFalse();
        assertThat(after.uncertain()).isTrue();
    }

    @Test
    @DisplayName("A report of a generation that was given here changes nothing, nor does that nothing is left")
    void anOrdinaryReportChangesNothing() {
        Publication leaving = leaving(State.PENDING_UNPUBLISH);

        assertThat(LaterLife.afterReport(leaving, mounted(GENERATION), DRAWS)).isEmpty();
        assertThat(LaterLife.afterReport(leaving, mounted(GENERATION - 1), DRAWS))
                .isEmpty();
        assertThat(LaterLife.afterReport(leaving, nothingLeft(GENERATION + 1), DRAWS))
                .isEmpty();
        assertThat(LaterLife.afterReport(published(), nothingLeft(GENERATION), DRAWS))
                .isEmpty();
    }

    @ParameterizedTest
    @EnumSource(names = {"PUBLISHED", "PENDING_NODE_UNPUBLISH"})
    @DisplayName("A node that answers a later generation was perhaps detached since: the attach is uncertain")
    void wasPerhapsDetached(State state) {
        for (MountReport report : List.of(nothingLeft(GENERATION + 1), mounted(GENERATION + 1))) {
            // When
            Publication after = LaterLife.afterReport(PublicationSample.in(state, published()), report, DRAWS)
                    .orElseThrow();

            // Then
            assertThat(after.state()).isEqualTo(State.PENDING_PUBLISH);
            assertThat(after.attempted()).isTrue();
            assertThat(after.uncertain()).isTrue();
            assertThat(after.generation()).isEqualTo(GENERATION);
            assertThat(after.mounts().reported()).contains(report);
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"PUBLISHED", "PENDING_NODE_UNPUBLISH"})
    @DisplayName("A node whose report is gone behind one on this publication was detached: the attach is uncertain")
    void itsEndIsSeen(State state) {
        // Given
        Publication reported = PublicationSample.in(state, published()).reporting(mounted(GENERATION));

        // When
        Publication after = LaterLife.afterReportGone(reported).orElseThrow();

        // Then
        assertThat(after.state()).isEqualTo(State.PENDING_PUBLISH);
        assertThat(after.attempted()).isTrue();
        assertThat(after.uncertain()).isTrue();
        assertThat(after.generation()).isEqualTo(GENERATION);
    }

    @Test
    @DisplayName("Without a controller, a report that is gone leaves no target in use: another task may be the writer")
    void itsEndIsSeenWithoutAController() {
        // Given
        Publication known = Publication.begin(N1, "")
                .assigned(GENERATION, Set.of())
                .published()
                .reporting(mounted(GENERATION));

        // When
        Publication after = LaterLife.afterReportGone(known).orElseThrow();

        // Then
        assertThat(after.mounts().reported()).isEmpty();
        assertThat(after.state()).isEqualTo(State.PUBLISHED);
        assertThat(after.attempted()).isFalse();
    }

    @ParameterizedTest
    @EnumSource(names = {"PENDING_PUBLISH", "PENDING_UNPUBLISH", "UNCONFIRMED_DETACH"})
    @DisplayName("A report that is gone changes nothing of what is attached or detached anyway")
    void itsEndIsOldNews(State state) {
        assertThat(LaterLife.afterReportGone(
                        PublicationSample.in(state, published()).reporting(mounted(GENERATION))))
                .isEmpty();
    }

    @Test
    @DisplayName("A report on an earlier publication goes, too; and what no controller attached needs none")
    void theEndOfAnotherOne() {
        assertThat(LaterLife.afterReportGone(published())).isEmpty();
        assertThat(LaterLife.afterReportGone(Publication.orphaned(N1, "", GENERATION, mounted(GENERATION))))
                .isEmpty();
    }

    @Test
    @DisplayName("An attach that is asked for already, or that no controller made, is left to its own rules")
    void othersAreLeftAlone() {
        assertThat(LaterLife.afterReport(
                        PublicationSample.in(State.PENDING_PUBLISH, published()), mounted(GENERATION + 1), DRAWS))
                .isEmpty();
        assertThat(LaterLife.afterReport(
                        Publication.begin(N1, "").assigned(GENERATION, Set.of()).published(),
                        nothingLeft(GENERATION + 1),
                        DRAWS))
                .isEmpty();
    }

    @Test
    @DisplayName("A node that was told something knows of an attach that is not yet asked for here: it is undone")
    void wasAttachedMeanwhile() {
        // Given
        Publication begun = Publication.begin(N1, "csi-n1");

        // When
        Publication after =
                LaterLife.afterReport(begun, nothingLeft(GENERATION), DRAWS).orElseThrow();
        Reconciliation.Outcome withdrawn = Scenes.decide(Scenes.created().with(after), List.of(), Scenes.FACTS);

        // Then
        assertThat(after).isEqualTo(begun.intended());
        assertThat(withdrawn.call()).contains(new Operation.Unpublish(N1));
        assertThat(LaterLife.afterReport(Publication.begin(N1, ""), nothingLeft(GENERATION), DRAWS))
                .isEmpty();
    }

    @Test
    @DisplayName("What was on its way out and never told to the node is not detached under a mount of a lost life")
    void neverToldAndMounted() {
        // Given
        Publication leaving = Publication.begin(N1, "csi-n1").intended().unpublishing();
        Publication withoutId = Publication.begin(N1, "").fenced().unconfirmedDetach();

        // When
        Publication after =
                LaterLife.afterReport(leaving, mounted(GENERATION), DRAWS).orElseThrow();
        Publication neverAsked =
                LaterLife.afterReport(withoutId, mounted(GENERATION), DRAWS).orElseThrow();

        // Then
        assertThat(after.state()).isEqualTo(State.PENDING_PUBLISH);
        assertThat(after.attempted()).isTrue();
        assertThat(neverAsked.attempted()).isFalse();
    }

    @Test
    @DisplayName("A generation that nobody can have drawn says nothing of another life")
    void aheadOfEveryClock() {
        long drawn = DRAWS.latestGeneration();

        assertThat(LaterLife.afterReport(published(), nothingLeft(drawn), DRAWS))
                .isPresent();
        assertThat(LaterLife.afterReport(published(), nothingLeft(drawn + 1), DRAWS))
                .isEmpty();
    }
}
