package io.hawser.run;

import java.time.Duration;
import java.util.Locale;
import java.util.Optional;

/**
 * The state of a plugin's process, decided from what is seen of it. A process that ends is started again, and so is
 * one that never answers well. One that has answered well is left alone while it runs: it may be busy with the
 * unmounting of volumes, and a new start would not make its storage answer.
 */
sealed interface RunState {
    /** The pause between two looks at a process that has not answered well yet, or does not any more. */
    Duration RETRY = Duration.ofSeconds(1);

    /** @param failures how many starts in a row did not last */
    record Starting(int failures) implements RunState {}

    /**
     * It has answered well.
     *
     * @param since the process's age then
     * @param well whether the last answer was good
     */
    record Serving(int failures, Duration since, boolean well) implements RunState {}

    sealed interface Next {
        record LookAgain(Duration pause) implements Next {}

        /** End the process if it still runs, and start it again after the pause. */
        record StartAgain(Duration pause) implements Next {}
    }

    /** @param say a sentence for the operator, if there is anything new */
    record Step(RunState state, Next next, Optional<String> say) {}

    int failures();

    /** @param age of the process */
    default Step after(Observation observed, Duration age, Timing timing) {
        return switch (observed) {
            case Observation.Ended(String how) ->
                again("ended " + how, lasted(age, timing) ? 1 : failures() + 1, timing);
            case Observation.NotStarted(String reason) -> again("is not started: " + reason, failures() + 1, timing);
            case Observation.Well(String who) -> well(who, age, timing);
            case Observation.Ill(String reason) -> ill(reason, age, timing);
        };
    }

    private boolean lasted(Duration age, Timing timing) {
        return this instanceof Serving serving && age.minus(serving.since()).compareTo(timing.steady()) >= 0;
    }

    private Step well(String who, Duration age, Timing timing) {
        Next later = new Next.LookAgain(timing.every());
        return switch (this) {
            case Starting(int failures) ->
                new Step(new Serving(failures, age, true), later, Optional.of("is healthy: " + who));
            case Serving(int failures, Duration since, boolean well) ->
                new Step(
                        new Serving(failures, since, true),
                        later,
                        Optional.of("is healthy again: " + who).filter(text -> !well));
        };
    }

    private Step ill(String reason, Duration age, Timing timing) {
        return switch (this) {
            case Starting(int failures)
            when age.compareTo(timing.firstAnswer()) >= 0 ->
                again(
                        "has not answered well within " + seconds(timing.firstAnswer()) + ": " + reason,
                        failures + 1,
                        timing);
            case Starting starting -> new Step(starting, new Next.LookAgain(RETRY), Optional.empty());
            case Serving(int failures, Duration since, boolean well) ->
                new Step(
                        new Serving(failures, since, false),
                        new Next.LookAgain(RETRY),
                        Optional.of("is not healthy: " + reason).filter(text -> well));
        };
    }

    private static Step again(String what, int failures, Timing timing) {
        Duration pause = timing.pause(failures);
        return new Step(
                new Starting(failures),
                new Next.StartAgain(pause),
                Optional.of(what + "; it is started again in " + seconds(pause)));
    }

    private static String seconds(Duration time) {
        return time.toMillis() % 1_000 == 0
                ? time.toSeconds() + " s"
                : String.format(Locale.ROOT, "%.1f s", time.toMillis() / 1e3);
    }
}
