package io.hawser.run;

import java.time.Duration;
import java.util.Locale;
import java.util.Optional;

/**
 * The course of a plugin's process, decided from what is seen of it. A process that ends is started again, and so is
 * one that never answers well. One that has answered well is left alone while it runs: it may be busy with the
 * unmounting of volumes, and a new start would not make its storage answer.
 */
sealed interface Course {
    /** The pause between two looks at a process that has not answered well yet, or does not any more. */
    Duration RETRY = Duration.ofSeconds(1);

    /** @param failures how many starts in a row did not last */
    record Starting(int failures) implements Course {}

    /**
     * It has answered well.
     *
     * @param since the process's age then
     * @param well whether the last answer was good
     */
    record Serving(int failures, Duration since, boolean well) implements Course {}

    /** What to do next. */
    sealed interface Next {
        record LookAgain(Duration pause) implements Next {}

        /** End the process if it still runs, and start it again after the pause. */
        record StartAgain(Duration pause) implements Next {}
    }

    /** @param say a sentence for the operator, if there is anything new */
    record Step(Course course, Next next, Optional<String> say) {}

    int failures();

    /** @param age of the process */
    default Step after(Seen seen, Duration age, Patience patience) {
        return switch (seen) {
            case Seen.Ended(String how) -> again("ended " + how, lasted(age, patience) ? 1 : failures() + 1, patience);
            case Seen.Well(String who) -> well(who, age, patience);
            case Seen.Ill(String reason) -> ill(reason, age, patience);
        };
    }

    private boolean lasted(Duration age, Patience patience) {
        return this instanceof Serving serving && age.minus(serving.since()).compareTo(patience.steady()) >= 0;
    }

    private Step well(String who, Duration age, Patience patience) {
        Next later = new Next.LookAgain(patience.every());
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

    private Step ill(String reason, Duration age, Patience patience) {
        return switch (this) {
            case Starting(int failures)
            when age.compareTo(patience.firstAnswer()) >= 0 ->
                again(
                        "has not answered well within " + seconds(patience.firstAnswer()) + ": " + reason,
                        failures + 1,
                        patience);
            case Starting starting -> new Step(starting, new Next.LookAgain(RETRY), Optional.empty());
            case Serving(int failures, Duration since, boolean well) ->
                new Step(
                        new Serving(failures, since, false),
                        new Next.LookAgain(RETRY),
                        Optional.of("is not healthy: " + reason).filter(text -> well));
        };
    }

    private static Step again(String what, int failures, Patience patience) {
        Duration pause = patience.pause(failures);
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
