package io.hawser.volume.lifecycle;

import static io.hawser.volume.id.Ids.N1;
import static io.hawser.volume.id.Ids.N2;
import static io.hawser.volume.lifecycle.Scenes.FACTS;
import static io.hawser.volume.lifecycle.Scenes.NOW;
import static io.hawser.volume.lifecycle.Scenes.created;
import static io.hawser.volume.lifecycle.Scenes.decide;
import static io.hawser.volume.lifecycle.Scenes.end;
import static io.hawser.volume.lifecycle.Scenes.granted;
import static io.hawser.volume.lifecycle.Scenes.intend;
import static io.hawser.volume.lifecycle.Scenes.published;
import static io.hawser.volume.lifecycle.Scenes.reporting;
import static io.hawser.volume.lifecycle.Scenes.waiting;
import static org.assertj.core.api.Assertions.assertThat;

import io.hawser.v1.MountReport;
import io.hawser.v1.MountedTarget;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** What a node's report, or its silence, says of each mount. */
class ReportedMountsTest {
    private static final List<Claim> TWO = List.of(granted("a", N1), granted("b", N1));

    @Test
    @DisplayName("Each mount is told its own path, and its own failure before the volume's on that node")
    void eachMountItsOwn() {
        // Given
        Volume volume = published(TWO).volume().orElseThrow();
        MountReport.Builder report = report(volume)
                .setMessage("cannot stage")
                .addTargets(MountedTarget.newBuilder().setId("b.0").setMessage("no such folder"))
                .addTargets(MountedTarget.newBuilder().setId("a.0").setPath("/m/a"));

        // When
        var outcome = decide(reporting(volume, report), TWO, FACTS);

        // Then
        assertThat(outcome.claims())
                .extracting(claim -> claim.task() + " " + claim.path() + " " + claim.message())
                .containsExactly("a /m/a cannot stage", "b  no such folder");
    }

    @Test
    @DisplayName("A mount that the node does not list yet fails for the volume's reason there")
    void whatIsNotListedYet() {
        // Given
        Volume volume = published(TWO).volume().orElseThrow();
        MountReport.Builder report = report(volume)
                .setMessage("cannot stage")
                .addTargets(MountedTarget.newBuilder().setId("a.0").setPath("/m/a"));

        // When
        var outcome = decide(reporting(volume, report), TWO, FACTS);

        // Then
        assertThat(outcome.claims().getLast().path()).isEmpty();
        assertThat(outcome.claims().getLast().obstacle())
                .contains(new Obstacle(Obstacle.Reason.MOUNT_FAILED, "cannot stage"));
    }

    @Test
    @DisplayName("While the node has said nothing a mount fails for what its attach failed for")
    void whyItIsNotAttached() {
        // Given
        Volume begun = decide(created(), TWO, FACTS).volume().orElseThrow();

        // When
        var outcome =
                end(intend(begun, new Operation.Publish(N1)), TWO, FACTS, new CallOutcome.Rejected("no such node"));

        // Then
        assertThat(outcome.claims())
                .extracting(claim -> claim.obstacle().orElseThrow())
                .containsOnly(new Obstacle(Obstacle.Reason.ATTACH_FAILED, "no such node"));
    }

    @Test
    @DisplayName("A task that ends before its node was told of the mount lets go at once")
    void whatTheNodeWasNeverTold() {
        // Given
        Volume volume = published(List.of(granted("a", N1))).volume().orElseThrow();

        // When
        var outcome = decide(volume, List.of(granted("a", N1), granted("b", N1).releasing()), FACTS);

        // Then
        assertThat(outcome.claims()).extracting(claim -> claim.task().value()).containsExactly("a");
        assertThat(outcome.effects()).isEmpty();
    }

    @Test
    @DisplayName("A mount that is to go stays for as long as the node lists it under the newer assignment")
    void whatTheNodeStillLists() {
        // Given
        var shrunk = decide(
                published(TWO).volume().orElseThrow(),
                List.of(TWO.getFirst(), TWO.getLast().releasing()),
                FACTS);
        Volume volume = shrunk.volume().orElseThrow();
        MountedTarget a =
                MountedTarget.newBuilder().setId("a.0").setPath("/m/a").build();
        MountedTarget b = MountedTarget.newBuilder().setId("b.0").build();

        // When
        var listed = decide(reporting(volume, report(volume).addTargets(a).addTargets(b)), shrunk.claims(), FACTS);
        var gone = decide(reporting(volume, report(volume).addTargets(a)), shrunk.claims(), FACTS);

        // Then
        assertThat(listed.claims()).extracting(claim -> claim.task().value()).containsExactly("a", "b");
        assertThat(gone.claims()).extracting(claim -> claim.task().value()).containsExactly("a");
    }

    @Test
    @DisplayName("A mount that goes while the node gets more of them goes at once if the node was never told of it")
    void whatGrowsDropsNothing() {
        // Given
        Volume volume = published(List.of(granted("a", N1))).volume().orElseThrow();

        // When
        var outcome = decide(volume, List.of(granted("a", N1), granted("b", N1).releasing(), granted("c", N1)), FACTS);

        // Then
        assertThat(outcome.claims()).extracting(claim -> claim.task().value()).containsExactly("a", "c");
        assertThat(outcome.effects()).hasAtLeastOneElementOfType(Effect.Assign.class);
    }

    @Test
    @DisplayName("A mount that goes waits for the node's word where the node answers what a lost database told it")
    void whatALostDatabaseTold() {
        // Given
        Volume volume = published(List.of(granted("a", N1))).volume().orElseThrow();
        MountReport.Builder later = report(volume)
                .setGeneration(volume.generation() + 1)
                .addTargets(MountedTarget.newBuilder().setId("a.0").setPath("/m/a"))
                .addTargets(MountedTarget.newBuilder().setId("b.0").setPath("/m/b"));

        // When
        var outcome = decide(
                reporting(volume, later),
                List.of(granted("a", N1), granted("b", N1).releasing()),
                FACTS);

        // Then
        assertThat(outcome.claims()).extracting(claim -> claim.task().value()).containsExactly("a", "b");
        assertThat(outcome.claims().getLast().droppedGeneration())
                .isEqualTo(outcome.volume().orElseThrow().generation());
    }

    @Test
    @DisplayName("Behind a restored backup a mount that goes waits until the node lists it no more, attached or not")
    void whatIsAttachedAgain() {
        // Given
        var shrunk = decide(
                published(TWO).volume().orElseThrow(),
                List.of(TWO.getFirst(), TWO.getLast().releasing()),
                FACTS);
        Volume before = shrunk.volume().orElseThrow();
        Volume again = before.with(before.publications().get(N1).attachedAgain());
        MountedTarget b = MountedTarget.newBuilder().setId("b.0").build();

        // When
        var silent = decide(again, shrunk.claims(), FACTS);
        var listed = decide(reporting(again, report(again).addTargets(b)), shrunk.claims(), FACTS);
        var gone = decide(reporting(again, report(again)), shrunk.claims(), FACTS);

        // Then
        assertThat(silent.claims()).hasSize(2);
        assertThat(listed.claims()).hasSize(2);
        assertThat(gone.claims()).extracting(claim -> claim.task().value()).containsExactly("a");
    }

    @Test
    @DisplayName("A task that lets go, or waits, begins no attach")
    void onlyAGrantAttaches() {
        var outcome = decide(created(), List.of(granted("a", N1).releasing(), waiting("b", N2)), FACTS);

        assertThat(outcome.volume().orElseThrow().publications()).isEmpty();
        assertThat(outcome.call()).isEmpty();
    }

    private static MountReport.Builder report(Volume volume) {
        return MountReport.newBuilder()
                .setNode("n1")
                .setGeneration(volume.publications().get(N1).generation())
                .setRevision(NOW.getEpochSecond());
    }
}
