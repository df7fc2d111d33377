package io.hawser.conformance.invariant;

import static org.junit.jupiter.params.provider.Arguments.arguments;

import io.grpc.Status.Code;
import io.hawser.conformance.history.Tables;
import io.hawser.strict.history.Event;
import io.hawser.strict.history.Event.Effect;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.params.provider.Arguments;

/** Histories in which calls come too late. */
final class BrokenPauses {
    private static final String UNIX = "unix:///plugin.sock";

    private BrokenPauses() {}

    static Stream<Arguments> broken() {
        Story tooLate = new Story().born();
        tooLate.ended(tooLate.attaching("n1"), Code.UNAVAILABLE, Effect.NONE);
        tooLate.scene.later(Duration.ofSeconds(15));
        tooLate.attached("n1");
        Story afterItsPluginCame = new Story().born().found("2", false);
        afterItsPluginCame.scene.happens(new Event.PluginChanged("started", afterItsPluginCame.scene.now()));
        afterItsPluginCame
                .found("2", true)
                .toldPlugin("2", "", false)
                .toldPlugin("2", UNIX, true)
                .toldPlugin("2", UNIX, true);
        afterItsPluginCame.ended(afterItsPluginCame.attaching("n1"), Code.UNAVAILABLE, Effect.NONE);
        afterItsPluginCame.scene.later(Duration.ofSeconds(15));
        afterItsPluginCame.attached("n1");
        Story tooLateOnANode = new Story().born().attached("n1").assigned("n1", 1, "t1");
        tooLateOnANode.ended(tooLateOnANode.staging("n1"), Code.ABORTED, Effect.NONE);
        tooLateOnANode.scene.later(Duration.ofSeconds(15));
        tooLateOnANode.staged("n1");
        Story putOff = new Story().born().holding(Map.of());
        Tables.Retry never = new Tables.Retry(Optional.of(Scene.START.plus(Duration.ofHours(1))), false);
        return Stream.of(
                arguments("BackoffBounds", "later than the ceiling", tooLate),
                arguments(
                        "BackoffBounds", "later than the ceiling, for a plugin that has just come", afterItsPluginCame),
                arguments("BackoffBounds", "later than the ceiling, on a node", tooLateOnANode),
                arguments("BackoffBounds", "put off for an hour", putOff.quiet(List.of(putOff.row(never)), List.of())));
    }
}
