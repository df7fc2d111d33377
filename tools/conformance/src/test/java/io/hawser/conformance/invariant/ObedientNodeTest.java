package io.hawser.conformance.invariant;

import static org.assertj.core.api.Assertions.assertThat;

import io.grpc.Status.Code;
import io.hawser.strict.history.Event.Effect;
import io.hawser.v1.Scope;
import io.hawser.v1.Sharing;
import io.hawser.v1.TaskState;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Nodes that mount and take down what an assignment says, at times long after. */
class ObedientNodeTest {

    @ParameterizedTest
    @MethodSource("right")
    void breaksNothing(Story story) {
        // Given
        var history = story.history();
        // When
        List<Breach> breaches = Invariants.check(history).breaches();
        // Then
        assertThat(breaches).isEmpty();
    }

    static Stream<Named<Story>> right() {
        return Stream.of(
                Named.of("reads late", readsLate()),
                Named.of("reads later still", readsLaterStill()),
                Named.of("was given the volume twice", givenTwice()),
                Named.of("is told twice", toldTwice()),
                Named.of("finishes what it began", finishes()),
                Named.of("starts anew over the newest word", startsAnew()),
                Named.of("comes back after a fence", comesBack()),
                Named.of("mounts as each task asks", asAsked()));
    }

    private static Story readsLate() {
        return new Story()
                .born()
                .broughtTo("n1", 1, "t1")
                .assigned("n1", 2)
                .assigned("n1", 3, "t2")
                .unpublished("n1", "t1")
                .unstaged("n1")
                .staged("n1")
                .published("n1", "t2");
    }

    /** Everything was written before it read the first word. */
    private static Story readsLaterStill() {
        return new Story()
                .born()
                .attached("n1")
                .assigned("n1", 1, "t1")
                .assigned("n1", 2)
                .assigned("n1", 3, "t2")
                .assigned("n1", 4)
                .staged("n1")
                .published("n1", "t1")
                .unpublished("n1", "t1")
                .unstaged("n1")
                .staged("n1")
                .published("n1", "t2")
                .unpublished("n1", "t2")
                .unstaged("n1")
                .nothingLeft("n1", 4)
                .detached("n1");
    }

    private static Story givenTwice() {
        return new Story()
                .born()
                .broughtTo("n1", 1, "t1")
                .takenFrom("n1", 2, "t1")
                .broughtTo("n2", 3, "t2")
                .takenFrom("n2", 4, "t2")
                .broughtTo("n1", 5, "t3")
                .takenFrom("n1", 6, "t3");
    }

    /** The topic was emptied and filled again, or a service sent again what it had sent. */
    private static Story toldTwice() {
        return new Story()
                .born()
                .broughtTo("n1", 1, "t1")
                .assigned("n1", 2)
                .assigned("n1", 1, "t1")
                .assigned("n1", 2)
                .unpublished("n1", "t1")
                .unstaged("n1");
    }

    private static Story finishes() {
        Story story =
                new Story().born().broughtTo("n1", 1, "t1").assigned("n1", 2).unpublished("n1", "t1");
        return story.ended(story.unstaging("n1"), Code.INTERNAL, Effect.NONE)
                .assigned("n1", 3, "t2")
                .reported("n1", 3)
                .unstaged("n1")
                .staged("n1")
                .published("n1", "t2");
    }

    private static Story startsAnew() {
        return new Story()
                .born()
                .broughtTo("n1", 1, "t1")
                .assigned("n1", 2)
                .assigned("n1", 3, "t2")
                .assigned("n1", 4)
                .unpublished("n1", "t1")
                .unstaged("n1")
                .nothingLeft("n1", 4)
                .detached("n1");
    }

    /** What t3 asks for is of two kinds, and what t4 asks for is not known. */
    private static Story asAsked() {
        return new Story(Scope.SCOPE_SINGLE_NODE, Sharing.SHARING_ALL)
                .wanted("t1", false)
                .wanted("t2", true)
                .wanted("t2", "another", false)
                .wanted("t3", true)
                .wanted("t3", false)
                .born()
                .attached("n1")
                .assigned("n1", 1, "t1", "t2", "t3", "t4")
                .staged("n1")
                .published("n1", "t1", false)
                .published("n1", "t2", true)
                .published("n1", "t3", true)
                .published("n1", "t4", true);
    }

    private static Story comesBack() {
        return new Story()
                .task("t1", TaskState.TASK_STATE_RUNNING)
                .born()
                .broughtTo("n1", 1, "t1")
                .node("n1", true)
                .detached("n1")
                .node("n1", false)
                .assigned("n1", 2)
                .unpublished("n1", "t1")
                .unstaged("n1")
                .nothingLeft("n1", 2);
    }
}
