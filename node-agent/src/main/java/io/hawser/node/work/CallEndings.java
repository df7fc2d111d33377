package io.hawser.node.work;

import io.hawser.node.mount.CallOutcome;
import io.hawser.node.mount.RecordedCall;
import io.hawser.node.mount.RetryState;
import io.hawser.node.mount.Step;
import io.hawser.node.mounttable.Sighting;
import java.time.Instant;

/** What the end of a call means for the volume's retries, and its events. */
final class CallEndings {
    private final MountState state;
    private final MountEnvironment environment;
    private final Listener listener;
    /** What the last failed unmount found to hold the mount; empty: nothing. Another finding is an event. */
    private String held = "";
    /** Until this time, a refused publish does not cause another stage. */
    private Instant stagedAgainUntil = Instant.MIN;

    CallEndings(MountState state, MountEnvironment environment, Listener listener) {
        this.state = state;
        this.environment = environment;
        this.listener = listener;
    }

    void ended(Step.Call call, CallOutcome outcome, Sighting there) {
        boolean achieved = RecordedCall.achieved(state.have(), call, outcome);
        String message = achieved ? "" : RecordedCall.message(call, outcome);
        if (achieved) {
            RetryState done = state.retry().done(call);
            // What is published is staged.
            state.retry(call instanceof Step.Publish ? done.cured(RetryState.VOLUME) : done);
            state.have(state.have().paused(state.have().pause().filter(state.retry()::holds)));
            held = "";
        } else {
            boolean asked = !(outcome instanceof CallOutcome.NotSent);
            String holders = asked && there.mounted().isPresent() ? holders(call) : "";
            failed(call.subject(), holders.isEmpty() ? message : message + "; " + holders, outcome);
            if (outcome instanceof CallOutcome.Rejected rejected) {
                state.retry(state.retry()
                        .refused(call, state.now(), environment.pauses().afterRejection(), rejected.asThingsAre()));
            }
            state.have(state.have().paused(state.retry().pause(call, state.now())));
        }
        listener.called(state.key().volume(), state.have().plugin(), call, outcome, achieved, message);
    }

    /**
     * Whether the volume is to be staged again, because the plugin may have lost it. If that does not help, another
     * try follows only after the pause of a refusal.
     */
    boolean stagesAgain(Step.Call call, CallOutcome outcome) {
        boolean again = RecordedCall.mayLackStaging(state.have(), call, outcome)
                && !state.now().isBefore(stagedAgainUntil);
        if (again) {
            stagedAgainUntil = state.now().plus(environment.pauses().afterRejection());
        }
        return again;
    }

    /** Another process of the plugin may have lost what the volume was staged for again. */
    void replaced() {
        stagedAgainUntil = Instant.MIN;
    }

    /** Who holds what the plugin did not unmount. Each change of that is an event. */
    private String holders(Step.Call call) {
        boolean takesDown = call instanceof Step.Unpublish || call instanceof Step.Unstage;
        String now = takesDown ? environment.holders().apply(state.path(call)) : "";
        if (!now.isEmpty() && !now.equals(held)) {
            listener.remark(
                    state.key().volume(), "MountHeld", "it is still mounted at " + state.path(call) + "; " + now);
        }
        held = now;
        return now;
    }

    void failed(String subject, String message, CallOutcome outcome) {
        // A "done" without the effect must not lead to an immediate second call.
        CallOutcome counted = outcome instanceof CallOutcome.Done() ? new CallOutcome.Uncertain(message) : outcome;
        state.retry(state.retry()
                .failed(
                        subject,
                        message,
                        state.now(),
                        environment
                                .pauses()
                                .after(
                                        counted,
                                        state.retry().attempts() + 1,
                                        environment.jitter().getAsDouble()),
                        environment.pauses().least(counted)));
    }
}
