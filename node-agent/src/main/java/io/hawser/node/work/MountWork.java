package io.hawser.node.work;

import io.hawser.mounts.MountTable;
import io.hawser.node.layout.VolumeKey;
import io.hawser.node.mount.CallOutcome;
import io.hawser.node.mount.DesiredState;
import io.hawser.node.mount.Loss;
import io.hawser.node.mount.MountRecord;
import io.hawser.node.mount.NextStep;
import io.hawser.node.mount.Order;
import io.hawser.node.mount.PluginView;
import io.hawser.node.mount.RecordedCall;
import io.hawser.node.mount.Recovery;
import io.hawser.node.mount.RetryState;
import io.hawser.node.mount.Staging;
import io.hawser.node.mount.Step;
import io.hawser.node.mount.View;
import io.hawser.node.mount.Waiting;
import io.hawser.node.mounttable.Sighting;
import java.io.UncheckedIOException;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.Semaphore;
import java.util.function.BooleanSupplier;
import java.util.function.Function;

/**
 * The work on one creation of a volume: reads, decides, takes one step at a time, saves. One thread at a time runs
 * {@link #run}, so at most one call is in flight.
 */
final class MountWork {
    private final MountState state;
    private final MountEnvironment environment;
    private final Listener listener;
    private final Orders orders;
    private final PluginCall plugin;
    private final CallEndings endings;
    private final Measuring measuring;

    MountWork(
            VolumeKey key,
            MountEnvironment environment,
            Listener listener,
            Function<String, Semaphore> limits,
            Optional<MountRecord> onDisk,
            MountRecord have,
            Optional<String> unreadable,
            Runnable viewChanged) {
        this.environment = environment;
        this.listener = listener;
        this.state = new MountState(key, environment, onDisk, have, unreadable, viewChanged);
        this.orders = new Orders(state, environment);
        this.plugin = new PluginCall(state, environment, limits);
        this.endings = new CallEndings(state, environment, listener);
        this.measuring = new Measuring(state, environment, listener, limits);
    }

    VolumeKey key() {
        return state.key();
    }

    View view() {
        return state.view();
    }

    View viewNow() {
        return state.viewNow();
    }

    long calls() {
        return state.calls();
    }

    /** The plugin is healthy again, or gone: look again as soon as allowed. */
    void preempt() {
        state.retry(state.retry().preempted());
    }

    /** Another plugin process came at this time. For a new process of the agent, each plugin is a new one. */
    void replaced(Instant since) {
        boolean itsPause = state.calls() == 0
                && state.have().pause().filter(p -> !p.at().isBefore(since)).isPresent();
        if (!itsPause) {
            state.retry(state.retry().replaced(since));
            endings.replaced();
        }
    }

    /** The turn to ask the plugin about the volume came; it is passed over if there is other work. */
    void measureAtRest() {
        measuring.atRest();
    }

    /** Compares the record with the mount table, unless a call was made since the table was read. */
    void compare(MountTable table, String boot, long callsThen) {
        if (state.calls() == callsThen) {
            MountRecord before = state.have();
            state.have(Recovery.of(before, environment.layout(), table, boot));
            Loss.between(before, state.have(), environment.layout(), table, boot)
                    .forEach(loss -> listener.remark(key().volume(), loss.reason(), loss.message()));
        }
    }

    /** Shows what the work waits for, if the wait is long. Called by another thread than the work's. */
    void remind() {
        state.remind();
    }

    /**
     * Takes steps until there is nothing to do now.
     *
     * @return when to look again; empty: when something changes
     */
    Optional<Instant> run(BooleanSupplier stopping) {
        while (!stopping.getAsBoolean()) {
            Order order = orders.next();
            try {
                Step step = decide(order);
                switch (step) {
                    case Step.Call call -> perform(order, call, stopping);
                    case Step.NotStaged() -> {
                        state.have(state.have().staging(Staging.NONE));
                        state.retry(state.retry().done(RetryState.VOLUME));
                    }
                    case Step.DropRecord() -> {
                        if (somethingIsMounted()) {
                            state.save(state.have());
                            return settle(
                                    order,
                                    new Step.Park("asked to forget it, and something of it is still mounted here:"
                                            + " unmount that first"));
                        }
                        state.have(state.have().dropped());
                        state.retry(RetryState.FRESH);
                    }
                    case Step.Forget() -> {
                        if (nothingIsMounted()) {
                            state.forget();
                            state.retry(state.retry().cured(RetryState.AGENT));
                            return settle(order, step);
                        }
                    }
                    case Step.Rest(), Step.Park _, Step.WaitUntil _ -> {
                        state.save(state.have());
                        if (step instanceof Step.Rest) {
                            state.retry(state.retry().cured(RetryState.AGENT));
                            measuring.measure(order);
                        }
                        return settle(order, step);
                    }
                }
            } catch (RuntimeException broken) {
                // Usually the disk. The next step was not taken; the record shows what may have happened.
                String message = sentence(broken);
                if (!state.retry().message(RetryState.AGENT).equals(Optional.of(message))) {
                    listener.remark(key().volume(), "AgentFailed", message);
                }
                endings.failed(RetryState.AGENT, message, new CallOutcome.NotSent(""));
                // What was to be checked or written before "nothing left" was not.
                boolean unsure =
                        orders.last() instanceof Order.LetGo && state.have().isEmpty();
                return settle(
                        unsure ? new Order.Keep(message, false) : orders.last(),
                        new Step.WaitUntil(state.retry().notBefore()));
            } catch (InterruptedException stopped) {
                Thread.currentThread().interrupt();
                return Optional.empty();
            }
        }
        return Optional.empty();
    }

    private static String sentence(RuntimeException broken) {
        return broken instanceof UncheckedIOException
                ? broken.getMessage() + ": " + broken.getCause()
                        + "; the volume stays as it is, and it is tried again shortly"
                : broken.toString();
    }

    private Step decide(Order order) {
        MountRecord have = state.have();
        PluginView seenPlugin = environment.plugins().view(have.plugin());
        boolean outOfDate = seenPlugin.equals(new PluginView.Here(false)) && have.staging() != Staging.NONE;
        return NextStep.of(
                have,
                order,
                seenPlugin,
                outOfDate
                        && !environment
                                .kernel()
                                .mounts()
                                .below(environment.layout().staging(key()))
                                .isEmpty(),
                state.retry(),
                environment.heldBack().get(),
                state.now());
    }

    private Optional<Instant> settle(Order order, Step step) {
        state.waitsNoMore();
        measuring.settled();
        state.show(order, step);
        return step instanceof Step.WaitUntil(Instant when) ? Optional.of(when) : Optional.empty();
    }

    /**
     * The uncertain state is on the disk before the call is sent, so that a crash during the call is never read back as
     * certainty.
     */
    private void perform(Order order, Step.Call call, BooleanSupplier stopping) throws InterruptedException {
        measuring.passOver();
        state.set(order, call);
        state.waits(Waiting.disk(state.now()));
        // The record before the intent: a rejection restores it.
        MountRecord before = state.have();
        Optional<String> obstacle = plugin.obstacle(call);
        if (obstacle.isEmpty() && (call instanceof Step.Stage || call instanceof Step.Publish)) {
            environment.records().prepare(key());
        }
        Optional<CallOutcome> outcome = obstacle.isPresent()
                ? obstacle.map(CallOutcome.NotSent::new)
                : plugin.outcome(order, call, () -> stopping.getAsBoolean() || isWithdrawn(call));
        state.waits(Waiting.disk(state.now()));
        if (outcome.isPresent()) {
            Sighting there = plugin.look(call, outcome.get());
            state.called();
            // Work on files has no intent, and may have taken over another order.
            MountRecord then = call instanceof Step.GiveGroup
                    ? state.have()
                    : before.inBoot(state.have().boot());
            state.have(RecordedCall.after(then, call, outcome.get(), there));
            endings.ended(call, outcome.get(), there);
            state.save(state.have());
            state.retry(state.retry().cured(RetryState.AGENT));
        }
        state.waitsNoMore();
        if (call instanceof Step.Publish(DesiredState desired, var target)
                && outcome.filter(ended -> endings.stagesAgain(call, ended)).isPresent()) {
            perform(order, new Step.Stage(desired), stopping);
        }
    }

    /** Another assignment withdraws a call. Work on files takes long, and goes on under one that wants it as well. */
    private boolean isWithdrawn(Step.Call call) {
        if (!orders.isChanged()) {
            return false;
        }
        if (call instanceof Step.GiveGroup give) {
            Order newest = orders.next();
            if (NextStep.goesOn(give, state.have(), newest)) {
                state.accept(newest, give);
                return false;
            }
        }
        return true;
    }

    private boolean somethingIsMounted() {
        MountTable table = environment.kernel().mounts();
        return !table.below(environment.layout().staging(key())).isEmpty()
                || !table.below(environment.layout().targets(key())).isEmpty();
    }

    private boolean nothingIsMounted() {
        state.have(Recovery.of(
                state.have(),
                environment.layout(),
                environment.kernel().mounts(),
                environment.kernel().bootId()));
        return state.have().isEmpty();
    }
}
