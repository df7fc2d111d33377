package io.hawser.node.mount;

import io.hawser.message.Truncated;
import io.hawser.node.mounttable.Leaf;
import io.hawser.node.mounttable.Sighting;
import java.util.Optional;

/**
 * Computes the record before a call and after it. The record before the call is uncertain, so a crash during the call
 * is read back as uncertain.
 */
public final class RecordedCall {
    private RecordedCall() {}

    /** The record to be written before the call is made. */
    public static MountRecord before(MountRecord have, Step.Call call) {
        return switch (call) {
            // What ended by a restart says nothing of this staging. One that is staged again has the same mount.
            case Step.Stage _ ->
                have.staging() == Staging.STAGED
                        ? have.staging(Staging.STAGING)
                        : have.with(Staging.STAGING, Optional.empty());
            case Step.Unstage() -> have.staging(Staging.UNSTAGING);
            case Step.Publish(var desired, var target) ->
                have.publishing(target, desired.assignment().hasBlock());
            case Step.Unpublish(String target) -> have.unpublishing(target);
            // A volume only grows, and the same call may be made again: no state of it is uncertain. The group is read
            // again each time.
            case Step.Expand _, Step.GiveGroup _ -> have;
        };
    }

    /**
     * The record after the call. A refusal says only that this call did nothing: what was uncertain before stays
     * uncertain.
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
                    // The plugin makes the path, also where its mounts are not seen.
                    case CallOutcome.Done() when nothingIsThere(there) -> before(have, call);
                    case CallOutcome.Done() -> {
                        MountRecord now = before(have, call).published(target.getId(), there.mounted());
                        yield desired.groupFor(target).isPresent() ? now.grouping(target.getId()) : now;
                    }
                    case CallOutcome.Rejected _, CallOutcome.NotSent _ -> have;
                    case CallOutcome.Uncertain _ -> before(have, call);
                };
            case Step.GiveGroup give -> outcome instanceof CallOutcome.Done() ? have.grouped(give.target()) : have;
            case Step.Unpublish(String target) ->
                gone(outcome, there, leafCanGo(have, target, there)) ? have.without(target) : have.unpublishing(target);
            // The agent made the folder, so it says nothing; without a mount in it a device may be open all the same.
            case Step.Unstage() -> {
                boolean wasSeen = have.stagingSeen().isPresent();
                yield have.staging(gone(outcome, there, wasSeen) ? Staging.NONE : Staging.UNSTAGING);
            }
            case Step.Expand expand -> outcome instanceof CallOutcome.Done() ? have.expanded(expand.bytes()) : have;
        };
    }

    private static boolean nothingIsThere(Sighting there) {
        return there.mounted().isEmpty() && there.leaf() == Leaf.ABSENT;
    }

    /** Whether the plugin may mean that the volume is not staged: it may have lost what the record knows. */
    public static boolean mayLackStaging(MountRecord after, Step.Call call, CallOutcome outcome) {
        return call instanceof Step.Publish
                && after.staging() == Staging.STAGED
                && outcome instanceof CallOutcome.Rejected rejected
                && rejected.precondition();
    }

    /**
     * Whether a path is certainly free. "Not found" counts only if nothing is there: plugins return it for forgotten
     * volumes as well as for those that are gone. A plugin's "done" does not count while a mount is still seen.
     *
     * @param leafCanGo whether what lies at the path, with nothing mounted there, may be ignored
     */
    private static boolean gone(CallOutcome outcome, Sighting there, boolean leafCanGo) {
        return switch (outcome) {
            case CallOutcome.Done() -> there.mounted().isEmpty();
            case CallOutcome.Rejected(boolean notFound, var precondition, var message) ->
                notFound && there.mounted().isEmpty() && leafCanGo;
            case CallOutcome.NotSent _, CallOutcome.Uncertain _ -> false;
        };
    }

    /**
     * The plugin must remove the leaf. An empty folder or file that remains after "not found" is no sign of a mount if
     * the mount table once showed the mount at this target: the table would still show it. If the table never showed
     * it, the leaf may hide a mount that this process cannot see.
     */
    private static boolean leafCanGo(MountRecord have, String target, Sighting there) {
        return switch (there.leaf()) {
            case ABSENT -> true;
            case EMPTY_FOLDER, EMPTY_FILE ->
                have.target(target).flatMap(TargetRecord::seen).isPresent();
            case FOLDER, LINK, OTHER, UNSEEN -> false;
        };
    }

    /** Whether the target is gone after its unpublish ended with this outcome. */
    public static boolean endsUnpublish(MountRecord have, String target, CallOutcome outcome, Sighting there) {
        return after(have, new Step.Unpublish(target), outcome, there)
                .target(target)
                .isEmpty();
    }

    /**
     * Why the call did not achieve its purpose, for people. The plugin's message is quoted as far as it fits into a
     * report.
     */
    public static String message(Step.Call call, CallOutcome outcome) {
        if (call instanceof Step.GiveGroup && outcome instanceof CallOutcome.NotSent(String message)) {
            return what(call) + message + "; tried again shortly";
        }
        return what(call)
                + switch (outcome) {
                    case CallOutcome.Done()
                    when call instanceof Step.Publish ->
                        "the plugin says done, but nothing is there; does it see the agent's folder, and under the"
                                + " path that HAWSER_PLUGIN_ROOT says? Asked again until something is there";
                    case CallOutcome.Done() ->
                        "the plugin says done, but something is still mounted there; asked again until it is gone";
                    case CallOutcome.Rejected(var notFound, var precondition, String message) ->
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
            case Step.Expand _ -> "expand: ";
            case Step.GiveGroup _ -> "group: ";
        };
    }

    /** Whether the call did what it was for, as the record after it shows. */
    public static boolean achieved(MountRecord after, Step.Call call, CallOutcome outcome) {
        return switch (call) {
            // A volume that is staged again was recorded as staged before.
            case Step.Stage _ -> outcome instanceof CallOutcome.Done();
            case Step.Unstage() -> after.staging() == Staging.NONE;
            case Step.Publish(var desired, var target) ->
                after.target(target.getId()).filter(TargetRecord::stands).isPresent();
            case Step.GiveGroup give ->
                after.target(give.target())
                        .filter(t -> t.state() == TargetState.PUBLISHED)
                        .isPresent();
            case Step.Unpublish(String target) -> after.target(target).isEmpty();
            case Step.Expand expand -> after.expanded() >= expand.bytes();
        };
    }
}
