package io.hawser.node.mount;

import io.hawser.bus.envelope.Truncated;
import io.hawser.node.mounttable.Sighting;

/**
 * What the record says before a call, so that a crash in between is read back as uncertain, and what it says after the
 * call.
 */
public final class RecordedCall {
    private RecordedCall() {}

    /** The record to be written before the call is made. */
    public static MountRecord before(MountRecord have, Step.Call call) {
        return switch (call) {
            case Step.Stage _ -> have.staging(Staging.STAGING);
            case Step.Unstage() -> have.staging(Staging.UNSTAGING);
            case Step.Publish(var desired, var target) -> have.publishing(target);
            case Step.Unpublish(String target) -> have.unpublishing(target);
        };
    }

    /**
     * The record after the call. A refusal says only that this call did nothing: what was uncertain before it still is.
     *
     * @param have the record as it was before {@link #before}
     * @param there what is seen at the call's path now
     */
    public static MountRecord after(MountRecord have, Step.Call call, CallOutcome outcome, Sighting there) {
        return switch (call) {
            case Step.Stage _ ->
                switch (outcome) {
                    case CallOutcome.Done() -> have.with(Staging.STAGED, there.mounted());
                    case CallOutcome.Rejected _, CallOutcome.NotSent _ -> have;
                    case CallOutcome.Uncertain _ -> before(have, call);
                };
            case Step.Publish(var desired, var target) ->
                switch (outcome) {
                    case CallOutcome.Done() -> have.publishing(target).published(target.getId(), there.mounted());
                    case CallOutcome.Rejected _, CallOutcome.NotSent _ -> have;
                    case CallOutcome.Uncertain _ -> before(have, call);
                };
            case Step.Unpublish(String target) ->
                gone(outcome, there, leafCanGo(have, target, there)) ? have.without(target) : have.unpublishing(target);
            case Step.Unstage() -> have.staging(gone(outcome, there, true) ? Staging.NONE : Staging.UNSTAGING);
        };
    }

    /**
     * Whether a path is certainly free. "Not found" counts only where nothing is: plugins answer it for what they
     * forgot as well as for what is gone. And a plugin's "done" does not count against a mount that is still seen.
     *
     * @param leafCanGo what lies at the path, where nothing is mounted, says nothing against it
     */
    private static boolean gone(CallOutcome outcome, Sighting there, boolean leafCanGo) {
        return switch (outcome) {
            case CallOutcome.Done() -> there.mounted().isEmpty();
            case CallOutcome.Rejected(boolean notFound, var message) ->
                notFound && there.mounted().isEmpty() && leafCanGo;
            case CallOutcome.NotSent _, CallOutcome.Uncertain _ -> false;
        };
    }

    /**
     * The leaf is the plugin's to remove. Left empty by a plugin that does not know the volume any more, it is no sign
     * of a mount where the mount table
     * once showed this very mount: it would show it still. Of a plugin whose mounts are not seen here it may be what
     * hides one.
     */
    private static boolean leafCanGo(MountRecord have, String target, Sighting there) {
        return switch (there.leaf()) {
            case ABSENT -> true;
            case EMPTY_FOLDER -> have.target(target).flatMap(TargetRecord::seen).isPresent();
            case OTHER -> false;
        };
    }

    /** Whether the target is gone after this ending of its unpublish. */
    public static boolean endsUnpublish(MountRecord have, String target, CallOutcome outcome, Sighting there) {
        return after(have, new Step.Unpublish(target), outcome, there)
                .target(target)
                .isEmpty();
    }

    /**
     * Why the call did not bring what it was for; for people. A plugin's words are quoted as far as they fit into a
     * report.
     */
    public static String message(Step.Call call, CallOutcome outcome) {
        return what(call)
                + switch (outcome) {
                    case CallOutcome.Done() ->
                        "the plugin says done, but something is still mounted there; asked again until it is gone";
                    case CallOutcome.Rejected(var notFound, String message) ->
                        "refused: " + Truncated.of(message)
                                + "; asked again after a pause, for another assignment, or of another process of it";
                    case CallOutcome.NotSent(String message) ->
                        "not sent: " + Truncated.of(message) + "; tried again shortly";
                    case CallOutcome.Uncertain(String message) ->
                        "uncertain: " + Truncated.of(message) + "; asked again until the answer is certain";
                };
    }

    static String what(Step.Call call) {
        return switch (call) {
            case Step.Stage _ -> "stage: ";
            case Step.Publish _ -> "publish: ";
            case Step.Unpublish _ -> "unpublish: ";
            case Step.Unstage() -> "unstage: ";
        };
    }

    /** Whether the record says after the call what the call was for. */
    public static boolean achieved(MountRecord after, Step.Call call) {
        return switch (call) {
            case Step.Stage _ -> after.staging() == Staging.STAGED;
            case Step.Unstage() -> after.staging() == Staging.NONE;
            case Step.Publish(var desired, var target) ->
                after.target(target.getId())
                        .filter(t -> t.state() == TargetState.PUBLISHED)
                        .isPresent();
            case Step.Unpublish(String target) -> after.target(target).isEmpty();
        };
    }
}
