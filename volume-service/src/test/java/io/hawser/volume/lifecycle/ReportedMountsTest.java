package io.hawser.volume.lifecycle;

import static io.hawser.volume.lifecycle.Scenes.FACTS;
import static io.hawser.volume.lifecycle.Scenes.NOW;
import static io.hawser.volume.lifecycle.Scenes.created;
import static io.hawser.volume.lifecycle.Scenes.decide;
import static io.hawser.volume.lifecycle.Scenes.end;
import static io.hawser.volume.lifecycle.Scenes.granted;
import static io.hawser.volume.lifecycle.Scenes.intend;
import static io.hawser.volume.lifecycle.Scenes.published;
import static io.hawser.volume.lifecycle.Scenes.reporting;
import static org.assertj.core.api.Assertions.assertThat;

import io.hawser.v1.MountReport;
import io.hawser.v1.MountedTarget;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** What a node's report, or its silence, says of each mount. */
class ReportedMountsTest {
    private static final List<Claim> TWO = List.of(granted("a", "n1"), granted("b", "n1"));

    @Test
    @DisplayName("Each mount is told its own path, and its own failure before the volume's on that node")
    void eachMountItsOwn() {
        // Given
        Volume volume = published(TWO).volume().orElseThrow();
        MountReport.Builder report = report(volume)
                .setWhy("cannot stage")
                .addTargets(MountedTarget.newBuilder().setId("b.0").setWhy("no such folder"))
                .addTargets(MountedTarget.newBuilder().setId("a.0").setPath("/m/a"));

        // When
        var outcome = decide(reporting(volume, report), TWO, FACTS);

        // Then
        assertThat(outcome.claims())
                .extracting(claim -> claim.task() + " " + claim.path() + " " + claim.why())
                .containsExactly("a /m/a cannot stage", "b  no such folder");
    }

    @Test
    @DisplayName("A mount that the node does not list yet fails for the volume's reason there")
    void whatIsNotListedYet() {
        // Given
        Volume volume = published(TWO).volume().orElseThrow();
        MountReport.Builder report = report(volume)
                .setWhy("cannot stage")
                .addTargets(MountedTarget.newBuilder().setId("a.0").setPath("/m/a"));

        // When
        var outcome = decide(reporting(volume, report), TWO, FACTS);

        // Then
        assertThat(outcome.claims().getLast().path()).isEmpty();
        assertThat(outcome.claims().getLast().why()).isEqualTo("cannot stage");
    }

    @Test
    @DisplayName("While the node has said nothing a mount fails for what its attach failed for")
    void whyItIsNotAttached() {
        // Given
        Volume begun = decide(created(), TWO, FACTS).volume().orElseThrow();

        // When
        var outcome =
                end(intend(begun, new Operation.Publish("n1")), TWO, FACTS, new CallOutcome.Rejected("no such node"));

        // Then
        assertThat(outcome.claims()).extracting(Claim::why).containsOnly("no such node");
    }

    @Test
    @DisplayName("A task that ends before its node was told of the mount lets go at once")
    void whatTheNodeWasNeverTold() {
        // Given
        Volume volume = published(List.of(granted("a", "n1"))).volume().orElseThrow();

        // When
        var outcome =
                decide(volume, List.of(granted("a", "n1"), granted("b", "n1").releasing()), FACTS);

        // Then
        assertThat(outcome.claims()).extracting(Claim::task).containsExactly("a");
        assertThat(outcome.effects()).isEmpty();
    }

    private static MountReport.Builder report(Volume volume) {
        return MountReport.newBuilder()
                .setNode("n1")
                .setGeneration(volume.publications().get("n1").generation())
                .setRevision(NOW.getEpochSecond());
    }
}
