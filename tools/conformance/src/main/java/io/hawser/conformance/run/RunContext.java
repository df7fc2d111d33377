package io.hawser.conformance.run;

import io.hawser.cli.look.Look;
import io.hawser.conformance.history.DueSampler;
import io.hawser.conformance.history.MountSampler;
import io.hawser.conformance.history.TopicTap;
import io.hawser.conformance.machine.ConformanceMachine;
import io.hawser.conformance.machine.Orchestrator;
import java.time.Duration;
import java.util.function.Consumer;
import java.util.function.Supplier;

/** What plays share: the machine, the orchestrator's writer and reader of topics, and the observers. */
public record RunContext(
        ConformanceMachine machine,
        Orchestrator orchestrator,
        TopicTap tap,
        MountSampler mounts,
        DueSampler due,
        Consumer<String> tell) {
    /** The time limit of everything that has none of its own. */
    static final Duration AT_MOST = Duration.ofSeconds(60);

    private static final Duration POLL = Duration.ofMillis(100);

    /** Awaits the value for {@link #AT_MOST}. */
    <T> T await(String what, Supplier<Look<T>> look) {
        return await(what, AT_MOST, look);
    }

    /**
     * Repeats the look until it finds the value. A service that does not answer is no failure: it may have been killed.
     *
     * @param what for example {@code the volume to be created}
     */
    <T> T await(String what, Duration atMost, Supplier<Look<T>> look) {
        long giveUp = System.nanoTime() + atMost.toNanos();
        return Look.await(look, POLL, message -> {
            if (System.nanoTime() > giveUp) {
                throw new PlayFailedException("awaited " + what + " for " + atMost.toSeconds() + " s; last seen: "
                        + (message.isEmpty() ? "nothing" : message));
            }
        });
    }
}
