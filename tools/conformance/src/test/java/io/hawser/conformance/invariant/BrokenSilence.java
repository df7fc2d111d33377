package io.hawser.conformance.invariant;

import static org.junit.jupiter.params.provider.Arguments.arguments;

import io.hawser.v1.Scope;
import io.hawser.v1.Sharing;
import io.hawser.v1.TaskState;
import java.time.Duration;
import java.util.stream.Stream;
import org.junit.jupiter.params.provider.Arguments;

/** Histories in which something is brought up, taken down or deleted without a word that orders it. */
final class BrokenSilence {
    private BrokenSilence() {}

    static Stream<Arguments> broken() {
        Story unpublished = new Story().born().broughtTo("n1", 1, "t1").unpublished("n1", "t1");
        Story unstaged = new Story()
                .born()
                .broughtTo("n1", 1, "t1")
                .assigned("n1", 2, "t2")
                .unpublished("n1", "t1")
                .unstaged("n1");
        Story oldWord = new Story()
                .born()
                .broughtTo("n1", 1, "t1")
                .assigned("n1", 2)
                .unpublished("n1", "t1")
                .unstaged("n1")
                .nothingLeft("n1", 2)
                .assigned("n1", 3, "t2")
                .detached("n1");
        Story deleted = new Story().born().deleted();
        Story underATask = new Story()
                .task("t1", TaskState.TASK_STATE_RUNNING)
                .born()
                .broughtTo("n1", 1, "t1")
                .assigned("n1", 2)
                .unpublished("n1", "t1");
        Story beforeItWasForced = new Story()
                .task("t1", TaskState.TASK_STATE_RUNNING)
                .born()
                .broughtTo("n1", 1, "t1")
                .assigned("n1", 2)
                .unpublished("n1", "t1")
                .forceCommanded("r1");
        Story backAgain = new Story()
                .born()
                .broughtTo("n1", 1, "t1")
                .takenFrom("n1", 2, "t1")
                .broughtTo("n1", 3, "t2");
        Story stagedAgain = new Story()
                .born()
                .broughtTo("n1", 1, "t1")
                .takenFrom("n1", 2, "t1")
                .broughtTo("n1", 3, "t2");
        Story added = new Story(Scope.SCOPE_MULTI_NODE, Sharing.SHARING_ALL)
                .born()
                .broughtTo("n1", 1, "t1")
                .assigned("n1", 2, "t1", "t2")
                .published("n1", "t2");
        Story stagedForATask = new Story()
                .task("t1", TaskState.TASK_STATE_RUNNING)
                .born()
                .attached("n1")
                .assigned("n1", 1, "t1")
                .staged("n1")
                .assigned("n1", 2);
        Story onAStrangersWord = new Story()
                .born()
                .attached("n1")
                .assigned("n1", 1, "t1")
                .assigned("n1", 2)
                .nothingLeftAtStranger("another", "n1", 2)
                .detached("n1");
        Story unordered = new Story().born().attached("n1").staged("n1");
        Story afterItWasTaken = new Story()
                .born()
                .broughtTo("n1", 1, "t1")
                .assigned("n1", 2)
                .unpublished("n1", "t1")
                .published("n1", "t1");
        Story fencedLongAgo = new Story().node("n1", true).node("n1", false);
        fencedLongAgo.scene.later(Duration.ofMinutes(2));
        fencedLongAgo
                .task("t1", TaskState.TASK_STATE_RUNNING)
                .born()
                .broughtTo("n1", 1, "t1")
                .assigned("n1", 2)
                .unpublished("n1", "t1");
        return Stream.of(
                arguments(
                        "NothingOnSilence",
                        "unpublished on a word from an earlier stay",
                        backAgain.unpublished("n1", "t2")),
                arguments(
                        "NothingOnSilence",
                        "unstaged on a word from an earlier stay",
                        stagedAgain
                                .assigned("n1", 4, "t3")
                                .unpublished("n1", "t2")
                                .unstaged("n1")),
                arguments(
                        "NothingOnSilence",
                        "unpublished on a word from before it was given",
                        added.unpublished("n1", "t2")),
                arguments("NothingOnSilence", "unstaged under a running task", stagedForATask.unstaged("n1")),
                arguments("NothingOnSilence", "unpublished for a fence of long ago", fencedLongAgo),
                arguments("NothingOnSilence", "staged without a word", unordered),
                arguments("NothingOnSilence", "published on a word from before it was taken", afterItWasTaken),
                arguments("NothingOnSilence", "unpublished without a word", unpublished),
                arguments("NothingOnSilence", "unstaged while others were to come", unstaged),
                arguments("NothingOnSilence", "detached on an old word", oldWord),
                arguments("NothingOnSilence", "detached on the word of a second agent", onAStrangersWord),
                arguments("NothingOnSilence", "unpublished under a running task", underATask),
                arguments("NothingOnSilence", "unpublished before its removal was forced", beforeItWasForced),
                arguments("NothingOnSilence", "deleted unasked", deleted));
    }
}
