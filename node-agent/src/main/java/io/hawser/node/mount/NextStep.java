package io.hawser.node.mount;

import io.hawser.v1.AssignmentTarget;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Decides what a volume needs next from its record, its order and what the plugin can do now. A total function without
 * I/O or a clock.
 */
public final class NextStep {
    private NextStep() {}

    /**
     * @param stagingMounted whether anything is mounted at the staging path; only used for a plugin that does not stage
     * @param heldBack why nothing may be taken down now; empty: it may
     */
    public static Step of(
            MountRecord have,
            Order order,
            PluginView plugin,
            boolean stagingMounted,
            RetryState retry,
            Optional<String> heldBack,
            Instant now) {
        return switch (order) {
            case Order.Keep(var message, boolean orphaned) ->
                orphaned && have.isEmpty() ? new Step.Forget() : new Step.Rest();
            case Order.LetGo _ when have.isEmpty() -> new Step.Forget();
            case Order.LetGo letGo -> {
                Step.Call call = down(have, retry, now);
                Step step = possible(have, guarded(call, plugin, retry, heldBack, now), plugin, stagingMounted);
                yield byHand(letGo, step, isBegun(have, call), heldBack);
            }
            case Order.Have(DesiredState desired) ->
                up(have, desired, plugin, retry, now)
                        .map(call ->
                                possible(have, guarded(call, plugin, retry, heldBack, now), plugin, stagingMounted))
                        .orElseGet(Step.Rest::new);
        };
    }

    /**
     * The plugin comes first: a command to forget counts only if the plugin is away or has failed.
     *
     * @param begun whether the plugin was asked to take it down; before that, a pause is of another call
     */
    private static Step byHand(Order.LetGo order, Step step, boolean begun, Optional<String> heldBack) {
        boolean said = order.desired()
                .filter(desired -> desired.assignment().getForget())
                .isPresent();
        boolean stuck = step instanceof Step.Park || step instanceof Step.WaitUntil && begun;
        return said && stuck && heldBack.isEmpty() ? new Step.DropRecord() : step;
    }

    private static boolean isBegun(MountRecord have, Step.Call takesDown) {
        return takesDown instanceof Step.Unpublish(String target)
                ? have.target(target)
                        .filter(it -> it.state() == TargetState.UNPUBLISHING)
                        .isPresent()
                : have.staging() == Staging.UNSTAGING;
    }

    /** All targets are unpublished before the volume is unstaged. */
    private static Step.Call down(MountRecord have, RetryState retry, Instant now) {
        return have.targets().stream()
                .<Step.Call>map(target -> new Step.Unpublish(target.id()))
                .min(next(retry, now))
                .orElseGet(Step.Unstage::new);
    }

    /**
     * Unwanted targets go first. If one of them cannot be unpublished, others are published meanwhile only if the
     * volume is shared: otherwise the plugin would see two writers.
     */
    private static Optional<Step.Call> up(
            MountRecord have, DesiredState desired, PluginView plugin, RetryState retry, Instant now) {
        List<Step.Call> unwanted = have.targets().stream()
                .filter(target -> !desired.wants(target.id()) || target.state() == TargetState.UNPUBLISHING)
                .<Step.Call>map(target -> new Step.Unpublish(target.id()))
                .toList();
        Stream<Step.Call> wanted = unwanted.isEmpty() || desired.isShared()
                ? wanted(have, desired, plugin, retry, now).stream()
                : Stream.empty();
        return Stream.concat(unwanted.stream(), wanted).min(next(retry, now));
    }

    private static Optional<Step.Call> wanted(
            MountRecord have, DesiredState desired, PluginView plugin, RetryState retry, Instant now) {
        boolean stages = !(plugin instanceof PluginView.Here(boolean staging)) || staging;
        return switch (have.staging()) {
            // Targets that use this staging path are not unpublished for it.
            case UNSTAGING ->
                have.targets().isEmpty() ? Optional.of(new Step.Unstage()) : Optional.of(new Step.Stage(desired));
            case NONE -> stages ? Optional.of(new Step.Stage(desired)) : publish(have, desired, retry, now);
            case STAGING -> Optional.of(new Step.Stage(desired));
            case STAGED -> publish(have, desired, retry, now);
        };
    }

    /** A target that cannot be published does not keep the volume from being expanded, nor the other way round. */
    private static Optional<Step.Call> publish(MountRecord have, DesiredState desired, RetryState retry, Instant now) {
        Stream<Step.Call> targets = desired.assignment().getTargetsList().stream()
                .filter(wanted -> !isThere(have, wanted.getId()))
                .map(wanted -> publish(have, desired, wanted));
        return Stream.concat(targets, expand(have, desired).stream()).min(next(retry, now));
    }

    private static Step.Call publish(MountRecord have, DesiredState desired, AssignmentTarget wanted) {
        return have.target(wanted.getId())
                .filter(target -> target.state() == TargetState.GROUPING)
                .flatMap(_ -> desired.groupFor(wanted))
                .<Step.Call>map(group -> new Step.GiveGroup(wanted.getId(), group))
                .orElseGet(() -> new Step.Publish(desired, wanted));
    }

    private static Optional<Step.Call> expand(MountRecord have, DesiredState desired) {
        long bytes = desired.assignment().getRequiredBytes();
        return have.targets().stream()
                .filter(target -> bytes > have.expanded() && isPublished(have, target.id()))
                .findFirst()
                .map(target -> new Step.Expand(desired, target.id(), bytes));
    }

    /**
     * Whether an order that came while a target's files are worked on wants that work to go on: the target with the
     * same group, and no other target unpublished before.
     */
    public static boolean goesOn(Step.GiveGroup give, MountRecord have, Order order) {
        return order instanceof Order.Have(DesiredState desired)
                && have.targets().stream().allMatch(target -> desired.wants(target.id()))
                && desired.target(give.target()).flatMap(desired::groupFor).equals(Optional.of(give.group()));
    }

    /** A target whose unpublish was begun is unpublished before it is published again. */
    private static boolean isThere(MountRecord have, String target) {
        return have.target(target)
                .map(TargetRecord::state)
                .filter(state -> state == TargetState.PUBLISHED || state == TargetState.UNPUBLISHING)
                .isPresent();
    }

    private static boolean isPublished(MountRecord have, String target) {
        return have.target(target)
                .filter(it -> it.state() == TargetState.PUBLISHED)
                .isPresent();
    }

    /** First what may be called now, or soonest; of that, what failed least. */
    private static Comparator<Step.Call> next(RetryState retry, Instant now) {
        return Comparator.comparing((Step.Call call) -> latest(retry.notBefore(call), now))
                .thenComparingInt(call -> retry.count(call.subject()));
    }

    private static Instant latest(Instant one, Instant other) {
        return one.isAfter(other) ? one : other;
    }

    /**
     * A plugin that came back without staging would refuse every stage and unstage, and must not get a staging path: it
     * has nothing staged. If something is still mounted there, it is not the plugin's, and only a person may unmount
     * it.
     */
    private static Step possible(MountRecord have, Step step, PluginView plugin, boolean stagingMounted) {
        boolean stands = have.staging() == Staging.NONE || !plugin.equals(new PluginView.Here(false));
        if (stands || !(step instanceof Step.Call) || step instanceof Step.Unpublish) {
            return step;
        }
        return stagingMounted
                ? new Step.Park(
                        "plugin " + have.plugin() + " does not stage any more, and something is still mounted at"
                                + " the staging path, which a person must unmount")
                : new Step.NotStaged();
    }

    private static Step guarded(
            Step.Call call, PluginView plugin, RetryState retry, Optional<String> heldBack, Instant now) {
        boolean takesDown = call instanceof Step.Unpublish || call instanceof Step.Unstage;
        if (takesDown && heldBack.isPresent()) {
            return new Step.Park(heldBack.get());
        }
        return switch (plugin) {
            case PluginView.Away(String message) -> new Step.Park(message);
            case PluginView.Here _ -> {
                Instant notBefore = retry.notBefore(call);
                yield now.isBefore(notBefore) ? new Step.WaitUntil(notBefore) : call;
            }
        };
    }
}
