package io.hawser.conformance.invariant;

import static org.junit.jupiter.params.provider.Arguments.arguments;

import io.grpc.Status.Code;
import io.hawser.conformance.history.Tables;
import io.hawser.strict.history.Event.Effect;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.params.provider.Arguments;

/** Histories in which calls come too soon, or too late. */
final class BrokenPauses {
    private BrokenPauses() {}

    static Stream<Arguments> broken() {
        return Stream.of(calls(), pauses()).flatMap(stories -> stories);
    }

    private static Stream<Arguments> calls() {
        Story tooSoon = new Story().born();
        tooSoon.ended(tooSoon.attaching("n1"), Code.UNAVAILABLE, Effect.NONE);
        tooSoon.scene.later(Duration.ofMillis(-900));
        tooSoon.attached("n1");
        Story tooSoonAfterItsCommand =
                new Story().commanded("c1").accepted("c1").known();
        tooSoonAfterItsCommand.scene.later(Duration.ofMillis(-2500));
        tooSoonAfterItsCommand.ended(tooSoonAfterItsCommand.creating(), Code.ABORTED, Effect.NONE);
        tooSoonAfterItsCommand.scene.later(Duration.ofMillis(-900));
        tooSoonAfterItsCommand.created();
        Story tooLate = new Story().born();
        tooLate.ended(tooLate.attaching("n1"), Code.UNAVAILABLE, Effect.NONE);
        tooLate.scene.later(Duration.ofSeconds(60));
        tooLate.attached("n1");
        Story putOff = new Story().born().holding(Map.of());
        Tables.Retry never = new Tables.Retry(3, Optional.of(Scene.START.plus(Duration.ofHours(1))), false);
        return Stream.of(
                arguments("BackoffBounds", "below the floor", tooSoon),
                arguments("BackoffBounds", "below the floor, soon after the command", tooSoonAfterItsCommand),
                arguments("BackoffBounds", "above the ceiling", tooLate),
                arguments("BackoffBounds", "put off for an hour", putOff.quiet(List.of(putOff.row(never)), List.of())));
    }

    private static Stream<Arguments> pauses() {
        Story tooLate = new Story().born();
        tooLate.ended(tooLate.attaching("n1"), Code.UNAVAILABLE, Effect.NONE);
        tooLate.scene.later(Duration.ofSeconds(15));
        tooLate.attached("n1");
        return Stream.of(
                arguments("BackoffBounds", "later than a controller may", tooLate),
                arguments("BackoffBounds", "sooner than a node may", stagedAgainAfter(Duration.ofMillis(300))),
                arguments("BackoffBounds", "later than a node may", stagedAgainAfter(Duration.ofSeconds(32))));
    }

    private static Story stagedAgainAfter(Duration pause) {
        Story story = new Story().born().attached("n1").assigned("n1", 1, "t1");
        story.ended(story.staging("n1"), Code.UNAVAILABLE, Effect.NONE);
        // A second passes anyway.
        story.scene.later(pause.minusSeconds(1));
        return story.staged("n1");
    }
}
