package io.hawser.conformance.invariant;

import static org.assertj.core.api.Assertions.assertThat;

import io.grpc.Status.Code;
import io.hawser.conformance.history.Action;
import io.hawser.conformance.history.HeldVolume;
import io.hawser.csi.v1.ControllerPublishVolumeResponse;
import io.hawser.strict.history.Event;
import io.hawser.strict.history.Event.Effect;
import io.hawser.v1.Scope;
import io.hawser.v1.Sharing;
import io.hawser.v1.TaskState;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Histories that look broken and are not. */
class ExcusedTest {
    private static final String UNIX = "unix:///plugin.sock";

    private static void holds(Story story) {
        assertThat(Invariants.check(story.history()).breaches()).isEmpty();
    }

    @Test
    void aFencedNodeLetsGoWithoutItsWord() {
        // Given
        Story story = new Story().born().broughtTo("n1", 1, "t1");
        // When
        story.mounted(Map.of("n1", List.of("t1"), "n2", List.of()))
                .node("n1", true)
                .detached("n1")
                .broughtTo("n2", 1, "t2")
                .mounted(Map.of("n1", List.of("t1"), "n2", List.of("t2")));
        // Then
        holds(story);
    }

    @Test
    @DisplayName("A destroyed machine takes what it had with it: the next of its name begins with nothing")
    void aDestroyedNodeHasNothing() {
        // Given
        Story story = new Story().born().broughtTo("n1", 1, "t1").node("n1", true);
        // When
        story.wiped("n1")
                .detached("n1")
                .node("n1", false)
                .broughtTo("n1", 2, "t2")
                .takenFrom("n1", 3, "t2");
        // Then
        holds(story);
    }

    @Test
    @DisplayName("A record that was rejected is not stored")
    void whatWasRejectedIsNotStored() {
        // Given
        Story story = new Story().born().foreignNode("n2", "f1");
        story.scene.lost();
        // When
        story.rejected("f1").quiet(List.of(story.row()), List.of());
        // Then
        assertThat(Invariants.check(story.history()).breaches())
                .extracting(Breach::invariant)
                .doesNotContain("NoSilentLoss");
    }

    @Test
    void mountsOfANodeThatComesBackAreExcusedUntilTheyAreGone() {
        // Given
        Story story = new Story().born().broughtTo("n1", 1, "t1").mounted(Map.of("n1", List.of("t1"), "n2", List.of()));
        // When
        story.node("n1", true)
                .detached("n1")
                .node("n1", false)
                .broughtTo("n2", 1, "t2")
                .mounted(Map.of("n1", List.of("t1"), "n2", List.of("t2")));
        // Then
        holds(story);
        // And a mount that comes anew is none of them.
        story.mounted(Map.of("n1", List.of(), "n2", List.of("t2")))
                .mounted(Map.of("n1", List.of("t1"), "n2", List.of("t2")));
        assertThat(Invariants.check(story.history()).breaches())
                .extracting(Breach::invariant)
                .contains("SingleNodeMeansOne");
    }

    @Test
    void anUncertainUnpublishLeavesTheVolumeUncertain() {
        // Given
        Story story = oneWriter().broughtTo("n1", 1, "t1").assigned("n1", 2);
        // When
        story.ended(story.unpublishing("n1", "t1"), Code.INTERNAL, Effect.WHOLE).broughtTo("n2", 1, "t2");
        // Then
        assertThat(Invariants.check(story.history()).breaches())
                .extracting(Breach::invariant)
                .containsExactly("OneWriterMeansOne");
    }

    @Test
    void notFoundIsAsGoodAsDoneWhereNothingIs() {
        // Given
        Story story = oneWriter().broughtTo("n1", 1, "t1").assigned("n1", 2);
        // When
        story.ended(story.unpublishing("n1", "t1"), Code.INTERNAL, Effect.WHOLE)
                .ended(story.unpublishing("n1", "t1"), Code.NOT_FOUND, Effect.NONE)
                .broughtTo("n2", 1, "t2");
        // Then
        holds(story);
    }

    private static Story oneWriter() {
        return new Story(Scope.SCOPE_MULTI_NODE, Sharing.SHARING_ONE_WRITER).born();
    }

    @Test
    void aCallThatWasGivenUpIsNotUnderWay() {
        // Given
        Story story = new Story().born();
        long givenUp = story.attaching("n1");
        // When
        story.scene.givesUp(givenUp);
        story.ended(story.attaching("n1"), Code.ABORTED, Effect.NONE);
        // Then
        holds(story);
    }

    @Test
    void aPauseOverADisturbanceIsNotMeasured() {
        // Given
        Story story = new Story().born();
        story.ended(story.attaching("n1"), Code.UNAVAILABLE, Effect.NONE);
        // When
        story.scene.does(new Action.Disturbed(story.scene.now().wall(), "volume-service", "killed"));
        story.scene.later(Duration.ofMinutes(5));
        story.attached("n1");
        // Then
        holds(story);
    }

    @Test
    void aPauseOverAnAbsenceOfThePluginIsNotMeasured() {
        // Given
        Story atTheController = new Story().toldPlugin("2", UNIX, true).born();
        Story onANode = new Story().found("2", true).born().attached("n1").assigned("n1", 1, "t1");
        Story atItsSocket = new Story().born();
        atItsSocket.scene.happens(new Event.PluginChanged("started", atItsSocket.scene.now()));
        atTheController.ended(atTheController.attaching("n1"), Code.UNAVAILABLE, Effect.NONE);
        onANode.ended(onANode.staging("n1"), Code.UNAVAILABLE, Effect.NONE);
        atItsSocket.ended(atItsSocket.attaching("n1"), Code.UNAVAILABLE, Effect.NONE);
        // When
        atTheController.toldPlugin("2", "", false);
        onANode.found("2", false);
        atItsSocket.scene.happens(new Event.PluginChanged("started", atItsSocket.scene.now()));
        Stream.of(atTheController, onANode, atItsSocket).forEach(story -> story.scene.later(Duration.ofSeconds(15)));
        // Then
        holds(atTheController.toldPlugin("2", UNIX, true).attached("n1"));
        holds(onANode.found("2", true).staged("n1"));
        holds(atItsSocket.attached("n1"));
    }

    @Test
    @DisplayName("A pause that begins while the plugin is away is not measured")
    void aPauseFromAnAbsenceOnIsNotMeasured() {
        // Given
        Story story = new Story().toldPlugin("2", UNIX, true).born().toldPlugin("2", "", false);
        story.scene.later(Duration.ofMinutes(1));
        story.ended(story.attaching("n1"), Code.UNAVAILABLE, Effect.NONE);
        // When
        story.scene.later(Duration.ofMinutes(1));
        story.toldPlugin("2", UNIX, true).attached("n1");
        // Then
        holds(story);
    }

    @Test
    void aPluginThatForgotOrLiedOwesNothing() {
        // Given
        Story forgot = new Story().born();
        Story lied = new Story().commanded("c1").accepted("c1").known();
        // When
        forgot.scene.happens(new Event.PluginChanged("died WITHOUT_STATE", forgot.scene.now()));
        forgot.quiet(List.of(forgot.row()), List.of());
        lied.ended(lied.creating(), Code.INVALID_ARGUMENT, Effect.WHOLE)
                .removalCommanded("r1", "")
                .accepted("r1");
        lied.holding(Map.of()).quiet(List.of(), List.of());
        // Then
        holds(forgot);
        holds(lied);
    }

    @Test
    @DisplayName("A row with the context that the plugin answered is true, though the plugin attached with another")
    void aPluginIsBelievedWhatItAnswers() {
        // Given
        Story story = new Story().born();
        ControllerPublishVolumeResponse answer = ControllerPublishVolumeResponse.newBuilder()
                .putAllPublishContext(Story.CONTEXT)
                .build();
        // When
        story.scene.ends(story.attaching("n1"), Code.OK, true, Effect.WHOLE, Optional.of(answer));
        story.holding(Map.of("strict-n1", Map.of("device", "sdc")))
                .quiet(List.of(story.row()), List.of(story.publication("n1", "PUBLISHED")));
        // Then
        holds(story);
    }

    @Test
    @DisplayName("A forced removal takes a volume from a task that runs, and may be forced again")
    void aForcedRemovalTakesItFromATask() {
        // Given
        Story story = new Story()
                .task("t1", TaskState.TASK_STATE_RUNNING)
                .born()
                .broughtTo("n1", 1, "t1")
                .forceCommanded("r1");
        // When
        story.assigned("n1", 2).unpublished("n1", "t1").unstaged("n1").forceCommanded("r2");
        // Then
        holds(story);
    }

    @Test
    void aVolumeThatStoodBeforeIsNoLeak() {
        // Given
        Story story = new Story();
        // When
        story.scene.holds(new HeldVolume("v", HeldVolume.ADOPTED + "v", Map.of(), Map.of(), Map.of()));
        story.scene.holds(new HeldVolume("w", "w", Map.of(), Map.of(), Map.of()));
        story.quiet(List.of(), List.of());
        // Then
        holds(story);
    }

    @Test
    void aTaskThatStartsAfterTheMarkIsNotWaitedFor() {
        // Given
        Story story = new Story().service(true);
        // When
        story.task("late", TaskState.TASK_STATE_RUNNING).givenFree();
        // Then
        holds(story);
    }
}
