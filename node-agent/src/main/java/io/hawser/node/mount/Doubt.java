package io.hawser.node.mount;

import io.hawser.bus.envelope.Excerpt;
import io.hawser.node.mounttable.Sighting;

/** What the record says before a call, so that a crash in between is read back as doubt, and what it says after the call. */
public final class Doubt {
    private Doubt() {}

    /** The record to be written before the call is made. */
    public static MountRecord before(MountRecord have, Step.Call call) {
        return switch (call) {
            case Step.Stage _ -> have.staging(Staging.STAGING);
            case Step.Unstage() -> have.staging(Staging.UNSTAGING);
            case Step.Publish(var wish, var target) -> have.publishing(target);
            case Step.Unpublish(String target) -> have.unpublishing(target);
        };
    }

    /**
     * The record after the call. A refusal says only that this call did nothing: what was in doubt before it still is.
     *
     * @param have the record as it was before {@link #before}
     * @param there what is seen at the call's path now
     */
    public static MountRecord after(MountRecord have, Step.Call call, CallEnding ending, Sighting there) {
        return switch (call) {
            case Step.Stage _ ->
                switch (ending) {
                    case CallEnding.Done() -> have.with(Staging.STAGED, there.mounted());
                    case CallEnding.Rejected _, CallEnding.NotSent _ -> have;
                    case CallEnding.Uncertain _ -> before(have, call);
                };
            case Step.Publish(var wish, var target) ->
                switch (ending) {
                    case CallEnding.Done() -> have.publishing(target).published(target.getId(), there.mounted());
                    case CallEnding.Rejected _, CallEnding.NotSent _ -> have;
                    case CallEnding.Uncertain _ -> before(have, call);
                };
            case Step.Unpublish(String target) ->
                gone(ending, there, true) ? have.without(target) : have.unpublishing(target);
            case Step.Unstage() -> have.staging(gone(ending, there, false) ? Staging.NONE : Staging.UNSTAGING);
        };
    }

    /**
     * Whether a path is certainly free. "Not found" counts only where nothing is: plugins answer it for what they forgot as well as
     * for what is gone. And a plugin's "done" does not count against a mount that is still seen.
     */
    private static boolean gone(CallEnding ending, Sighting there, boolean leafIsThePlugins) {
        return switch (ending) {
            case CallEnding.Done() -> there.mounted().isEmpty();
            case CallEnding.Rejected(boolean notFound, var why) ->
                notFound && there.mounted().isEmpty() && !(leafIsThePlugins && there.exists());
            case CallEnding.NotSent _, CallEnding.Uncertain _ -> false;
        };
    }

    /** Why the call did not bring what it was for; for people. A plugin's words are quoted as far as they fit into a report. */
    public static String why(Step.Call call, CallEnding ending) {
        String what =
                switch (call) {
                    case Step.Stage _ -> "stage: ";
                    case Step.Publish _ -> "publish: ";
                    case Step.Unpublish _ -> "unpublish: ";
                    case Step.Unstage() -> "unstage: ";
                };
        return what
                + switch (ending) {
                    case CallEnding.Done() -> "the plugin says done, but something is still mounted there";
                    case CallEnding.Rejected(var notFound, String why) -> "refused: " + Excerpt.of(why);
                    case CallEnding.NotSent(String why) -> "not sent: " + Excerpt.of(why);
                    case CallEnding.Uncertain(String why) -> "uncertain: " + Excerpt.of(why);
                };
    }

    /** Whether the record says after the call what the call was for. */
    public static boolean achieved(MountRecord after, Step.Call call) {
        return switch (call) {
            case Step.Stage _ -> after.staging() == Staging.STAGED;
            case Step.Unstage() -> after.staging() == Staging.NONE;
            case Step.Publish(var wish, var target) ->
                after.target(target.getId())
                        .filter(t -> t.state() == TargetState.PUBLISHED)
                        .isPresent();
            case Step.Unpublish(String target) -> after.target(target).isEmpty();
        };
    }
}
