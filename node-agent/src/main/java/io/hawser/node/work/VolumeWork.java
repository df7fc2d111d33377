package io.hawser.node.work;

import io.hawser.mounts.MountEntry;
import io.hawser.mounts.MountTable;
import io.hawser.node.layout.VolumeKey;
import io.hawser.node.mount.CallOutcome;
import io.hawser.node.mount.DesiredState;
import io.hawser.node.mount.Loss;
import io.hawser.node.mount.MountRecord;
import io.hawser.node.mount.NextStep;
import io.hawser.node.mount.Obstacle;
import io.hawser.node.mount.Order;
import io.hawser.node.mount.PluginView;
import io.hawser.node.mount.RecordedCall;
import io.hawser.node.mount.Recovery;
import io.hawser.node.mount.RetryState;
import io.hawser.node.mount.Staging;
import io.hawser.node.mount.Step;
import io.hawser.node.mount.TargetRecord;
import io.hawser.node.mount.TargetState;
import io.hawser.node.mount.View;
import io.hawser.node.mount.VolumeStats;
import io.hawser.node.mount.Waiting;
import io.hawser.node.mounttable.Links;
import io.hawser.node.mounttable.Sighting;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BooleanSupplier;
import java.util.function.Function;

/**
 * The work on one creation of a volume: reads, decides, takes one step at a time, saves. One thread at a time runs
 * {@link #run}, so at most one call is in flight.
 */
final class VolumeWork {
    private final VolumeKey key;
    private final MountEnvironment environment;
    private final Listener listener;
    private final Function<String, Semaphore> limits;
    private final Optional<String> unreadable;
    private final Runnable viewChanged;

    private MountRecord have;
    private Optional<MountRecord> onDisk;
    private RetryState retry;
    private Optional<DesiredState.Read> seen = Optional.empty();
    private final AtomicReference<View> view;
    private volatile Optional<Waiting> waiting = Optional.empty();
    private boolean measuring;
    private String abnormal = "";
    private boolean measured;
    /** Who was seen to hold what could not be unmounted last. */
    private String held = "";
    /** Counts the calls, so that a mount table read before a call is not compared with the record after it. */
    private final AtomicLong calls = new AtomicLong();

    VolumeWork(
            VolumeKey key,
            MountEnvironment environment,
            Listener listener,
            Function<String, Semaphore> limits,
            Optional<MountRecord> onDisk,
            MountRecord have,
            Optional<String> unreadable,
            Runnable viewChanged) {
        this.key = key;
        this.environment = environment;
        this.listener = listener;
        this.limits = limits;
        this.onDisk = onDisk;
        this.have = have;
        this.unreadable = unreadable;
        this.viewChanged = viewChanged;
        this.retry = have.pause().map(RetryState::after).orElse(RetryState.FRESH);
        this.view = new AtomicReference<>(
                new View(have, new Order.Silent("not looked at yet", false), new Step.Rest(), retry));
    }

    VolumeKey key() {
        return key;
    }

    View view() {
        return view.get();
    }

    long calls() {
        return calls.get();
    }

    /** The plugin is healthy again, or gone: look again as soon as allowed. */
    void preempt() {
        retry = retry.preempted();
    }

    /** Another plugin process came at this time. For a new process of the agent, each plugin is a new one. */
    void replaced(Instant since) {
        boolean itsPause = calls.get() == 0
                && have.pause().filter(p -> !p.at().isBefore(since)).isPresent();
        retry = itsPause ? retry : retry.replaced(since);
    }

    /** The turn to ask the plugin about the volume came; it is passed over if there is other work. */
    void measureAtRest() {
        measuring = true;
    }

    /** Compares the record with the mount table, unless a call was made since the table was read. */
    void compare(MountTable table, String boot, long callsThen) {
        if (calls.get() == callsThen) {
            MountRecord before = have;
            have = Recovery.of(before, environment.layout(), table, boot);
            Loss.between(before, have, environment.layout(), table)
                    .forEach(loss -> listener.remark(key.volume(), loss.reason(), loss.message()));
        }
    }

    /** Shows what the work waits for, if the wait is long. Called by another thread than the work's. */
    void remind() {
        View now = view.get();
        String late = waiting.flatMap(w -> w.message(now())).orElse("");
        if (!late.equals(now.late()) && view.compareAndSet(now, now.late(late))) {
            viewChanged.run();
        }
    }

    /**
     * Takes steps until there is nothing to do now.
     *
     * @return when to look again; empty: when something changes
     */
    Optional<Instant> run(BooleanSupplier stopping) {
        while (!stopping.getAsBoolean()) {
            Order order = order();
            try {
                Step step = decide(order);
                switch (step) {
                    case Step.Call call -> perform(order, call, stopping);
                    case Step.NotStaged() -> {
                        have = have.staging(Staging.NONE);
                        retry = retry.done(RetryState.VOLUME);
                    }
                    case Step.DropRecord() -> {
                        if (somethingIsMounted()) {
                            save(have);
                            return settle(
                                    order,
                                    new Step.Park("asked to forget it, and something of it is still mounted here:"
                                            + " unmount that first"));
                        }
                        have = have.dropped();
                        retry = RetryState.FRESH;
                    }
                    case Step.Forget() -> {
                        if (nothingIsMounted()) {
                            forget();
                            retry = retry.cured(RetryState.AGENT);
                            return settle(order, step);
                        }
                    }
                    case Step.Rest(), Step.Park _, Step.WaitUntil _ -> {
                        save(have);
                        if (step instanceof Step.Rest) {
                            retry = retry.cured(RetryState.AGENT);
                            measure(order);
                        }
                        return settle(order, step);
                    }
                }
            } catch (RuntimeException broken) {
                // Usually the disk. The next step was not taken; the record shows what may have happened.
                String message = sentence(broken);
                if (!retry.message(RetryState.AGENT).equals(Optional.of(message))) {
                    listener.remark(key.volume(), "AgentFailed", message);
                }
                failed(RetryState.AGENT, message, new CallOutcome.NotSent(""));
                return settle(order, new Step.WaitUntil(retry.notBefore()));
            } catch (InterruptedException stopped) {
                Thread.currentThread().interrupt();
                return Optional.empty();
            }
        }
        return Optional.empty();
    }

    private Order order() {
        Optional<DesiredState.Read> latest = environment.latest().apply(key.volume());
        if (!latest.equals(seen)) {
            if (!(seen.isEmpty() && takenOver(latest))) {
                preempt();
            }
            seen = latest;
        }
        Order order = unreadable
                .<Order>map(message -> new Order.Silent(message, false))
                .orElseGet(() -> Order.of(have, latest));
        have = order.takenOver(have);
        return order;
    }

    /** Whether the record's pause belongs to this same assignment. */
    private boolean takenOver(Optional<DesiredState.Read> latest) {
        return calls.get() == 0
                && latest.orElse(null) instanceof DesiredState.Usable(DesiredState desired)
                && desired.key().equals(key)
                && desired.generation() == have.generation();
    }

    private static String sentence(RuntimeException broken) {
        return broken instanceof UncheckedIOException
                ? broken.getMessage() + ": " + broken.getCause()
                        + "; the volume stays as it is, and it is tried again shortly"
                : broken.toString();
    }

    private Step decide(Order order) {
        PluginView plugin = environment.plugins().view(have.plugin());
        boolean outOfDate = plugin.equals(new PluginView.Here(false)) && have.staging() != Staging.NONE;
        return NextStep.of(
                have,
                order,
                plugin,
                outOfDate
                        && !environment
                                .kernel()
                                .mounts()
                                .below(environment.layout().staging(key))
                                .isEmpty(),
                retry,
                environment.heldBack().get(),
                now());
    }

    /** Asks only with a call of the plugin that nobody else waits for. */
    private void measure(Order order) {
        Optional<TargetRecord> target = published();
        Semaphore limit = limits.apply(have.plugin());
        if (!measuring || target.isEmpty() || !(order instanceof Order.Have) || !limit.tryAcquire()) {
            return;
        }
        try {
            environment
                    .plugins()
                    .node(have.plugin())
                    .flatMap(plugin -> plugin.stats(
                            have.volumeId(),
                            namedStaging(have),
                            environment
                                    .paths()
                                    .of(environment
                                            .layout()
                                            .target(key, target.get().id()))))
                    .ifPresent(this::measured);
        } finally {
            limit.release();
        }
    }

    private void measured(VolumeStats stats) {
        String now = stats.abnormal().orElse("");
        if (!now.equals(abnormal)) {
            listener.remark(
                    key.volume(),
                    now.isEmpty() ? "VolumeNormal" : "VolumeAbnormal",
                    now.isEmpty() ? "the plugin says that it is well again" : "the plugin says: " + now);
        }
        abnormal = now;
        measured = true;
        listener.measured(key, have.plugin(), Optional.of(stats));
    }

    private void notInUse() {
        abnormal = "";
        measured = false;
        listener.measured(key, have.plugin(), Optional.empty());
    }

    private Optional<TargetRecord> published() {
        return have.targets().stream()
                .filter(target -> target.state() == TargetState.PUBLISHED)
                .findFirst();
    }

    /** The staging path that a call names; empty: the plugin does not stage. */
    private Optional<Path> namedStaging(MountRecord record) {
        return record.staging() == Staging.NONE
                ? Optional.empty()
                : Optional.of(environment.paths().of(environment.layout().staging(key)));
    }

    private Optional<Instant> settle(Order order, Step step) {
        waiting = Optional.empty();
        measuring = false;
        if (measured && published().isEmpty()) {
            notInUse();
        }
        show(order, step);
        return step instanceof Step.WaitUntil(Instant when) ? Optional.of(when) : Optional.empty();
    }

    private void show(Order order, Step step) {
        view.set(new View(have, order, step, retry).abnormal(abnormal));
        viewChanged.run();
    }

    /**
     * The uncertain state is on the disk before the call is sent, so that a crash during the call is never read back as
     * certainty.
     */
    private void perform(Order order, Step.Call call, BooleanSupplier stopping) throws InterruptedException {
        view.set(new View(have, order, call, retry).abnormal(abnormal));
        waits(Waiting.disk(now()));
        MountRecord before = have;
        Optional<String> obstacle = obstacle(call);
        if (obstacle.isEmpty() && (call instanceof Step.Stage || call instanceof Step.Publish)) {
            environment.records().prepare(key);
        }
        Optional<CallOutcome> outcome =
                obstacle.isPresent() ? obstacle.map(CallOutcome.NotSent::new) : outcome(order, call, stopping);
        waits(Waiting.disk(now()));
        if (outcome.isPresent()) {
            Sighting there = look(call, outcome.get());
            calls.incrementAndGet();
            have = RecordedCall.after(before, call, outcome.get(), there);
            ended(call, outcome.get(), there);
            save(have);
            retry = retry.cured(RetryState.AGENT);
        }
        waiting = Optional.empty();
    }

    /** Empty: the desired state changed, or the agent ends, before the outcome was known. */
    private Optional<CallOutcome> outcome(Order order, Step.Call call, BooleanSupplier stopping)
            throws InterruptedException {
        return call instanceof Step.GiveGroup give ? giveGroup(give, stopping) : ask(order, call, stopping);
    }

    /** Takes none of the plugin's calls: it may take long. */
    private Optional<CallOutcome> giveGroup(Step.GiveGroup give, BooleanSupplier stopping) throws InterruptedException {
        Path path = path(give);
        Optional<MountEntry> mount = environment.kernel().mounts().at(path);
        Optional<String> seen = have.target(give.target()).flatMap(TargetRecord::seen);
        if (seen.isEmpty() || !mount.map(MountEntry::what).equals(seen)) {
            return Optional.of(new CallOutcome.NotSent("what the plugin mounted at " + path
                    + " is not seen from here, so its files cannot be given to group " + give.group()));
        }
        waits(Waiting.files(give.group(), environment.callsPerPlugin(), now()));
        return FileWork.run(
                "group-" + key.volume(),
                // Permits of its own: no plugin's name has a space.
                limits.apply("files of " + have.plugin()),
                cut -> environment.groups().give(mount.orElseThrow(), give.group(), cut),
                () -> stopping.getAsBoolean()
                        || !environment.latest().apply(key.volume()).equals(this.seen));
    }

    /**
     * A thread that holds one of the plugin's calls accesses no file except the record: a mount that does not answer
     * would block the call for other volumes.
     *
     * @return empty: the desired state changed, or the agent ends, while this waited for a free call
     */
    private Optional<CallOutcome> ask(Order order, Step.Call call, BooleanSupplier stopping)
            throws InterruptedException {
        Semaphore limit = limits.apply(have.plugin());
        waits(Waiting.turn(have.plugin(), environment.callsPerPlugin(), now()));
        limit.acquire();
        try {
            if (stopping.getAsBoolean()
                    || !environment.latest().apply(key.volume()).equals(seen)) {
                return Optional.empty();
            }
            MountRecord before = have;
            MountRecord uncertain = RecordedCall.before(before, call);
            waits(Waiting.disk(now()));
            save(uncertain);
            have = uncertain;
            show(order, call);
            waits(Waiting.answer(call, now()));
            calls.incrementAndGet();
            return Optional.of(environment
                    .plugins()
                    .node(before.plugin())
                    .map(plugin -> send(plugin, before, call))
                    .orElseGet(() -> new CallOutcome.NotSent("the plugin went away")));
        } finally {
            limit.release();
        }
    }

    /** What lies in the way of the call, in words. Nothing is looked at for what only takes down, but links. */
    private Optional<String> obstacle(Step.Call call) {
        var layout = environment.layout();
        MountTable table = environment.kernel().mounts();
        Path path = path(call);
        Path volume = layout.volume(key);
        Optional<Path> link = Links.onTheWay(layout.root(), path, volume, table);
        if (call instanceof Step.Unpublish) {
            return Obstacle.of(have, call, path, link, Sighting.NOTHING);
        }
        Path inStaging = layout.staging(key).resolve("any");
        return Obstacle.of(
                have,
                call,
                path,
                link.or(() -> Links.onTheWay(layout.root(), inStaging, volume, table)),
                call instanceof Step.Unstage
                        ? Sighting.NOTHING
                        : environment.kernel().look(path, volume));
    }

    private Path path(Step.Call call) {
        var layout = environment.layout();
        return switch (call) {
            case Step.Stage _, Step.Unstage() -> layout.staging(key);
            case Step.Publish(var desired, var target) -> layout.target(key, target.getId());
            case Step.Unpublish(String target) -> layout.target(key, target);
            case Step.Expand expand -> layout.target(key, expand.target());
            case Step.GiveGroup give -> layout.target(key, give.target());
        };
    }

    private void waits(Waiting next) {
        waiting = Optional.of(next);
    }

    private Instant now() {
        return environment.clock().instant();
    }

    private CallOutcome send(NodePlugin plugin, MountRecord before, Step.Call call) {
        Optional<Path> staging = namedStaging(before);
        var path = environment.paths().of(path(call));
        try {
            return switch (call) {
                case Step.Stage(DesiredState desired) -> plugin.stage(desired, path);
                case Step.Publish(DesiredState desired, var target) -> plugin.publish(desired, target, staging, path);
                case Step.Expand expand -> plugin.expand(expand.desired(), expand.bytes(), staging, path);
                case Step.GiveGroup _ -> throw new IllegalStateException("the plugin has no part in it");
                case Step.Unpublish(String target) -> plugin.unpublish(before.volumeId(), path);
                case Step.Unstage() -> plugin.unstage(before.volumeId(), path);
            };
        } catch (RuntimeException broken) {
            return new CallOutcome.Uncertain("the call broke: " + broken);
        }
    }

    private Sighting look(Step.Call call, CallOutcome outcome) {
        return switch (call) {
            case Step.Stage _, Step.Unstage(), Step.Publish _, Step.Expand _ ->
                environment.kernel().mountAt(path(call));
            case Step.GiveGroup _ -> Sighting.NOTHING;
            case Step.Unpublish(String target) -> {
                Sighting there = environment
                        .kernel()
                        .look(path(call), environment.layout().volume(key));
                if (there.leaf().isEmpty() && RecordedCall.endsUnpublish(have, target, outcome, there)) {
                    environment.records().removeLeaf(key, target);
                }
                yield there;
            }
        };
    }

    private void ended(Step.Call call, CallOutcome outcome, Sighting there) {
        boolean achieved = RecordedCall.achieved(have, call);
        String message = achieved ? "" : RecordedCall.message(call, outcome);
        if (achieved) {
            retry = retry.done(call.subject());
            have = have.paused(Optional.empty());
            held = "";
        } else {
            boolean asked = !(outcome instanceof CallOutcome.NotSent);
            String holders = asked && there.mounted().isPresent() ? holders(call) : "";
            failed(call.subject(), holders.isEmpty() ? message : message + "; " + holders, outcome);
            if (outcome instanceof CallOutcome.Rejected) {
                retry = retry.refused(call, now());
            }
            have = have.paused(retry.pause(call.subject(), now()));
        }
        listener.called(key.volume(), have.plugin(), call, outcome, achieved, message);
    }

    /** Who holds what the plugin did not unmount. Each change of that is an event. */
    private String holders(Step.Call call) {
        boolean takesDown = call instanceof Step.Unpublish || call instanceof Step.Unstage;
        String now = takesDown ? environment.holders().of(path(call)) : "";
        if (!now.isEmpty() && !now.equals(held)) {
            listener.remark(key.volume(), "MountHeld", "it is still mounted at " + path(call) + "; " + now);
        }
        held = now;
        return now;
    }

    private void failed(String subject, String message, CallOutcome outcome) {
        // A "done" without the effect must not lead to an immediate second call.
        CallOutcome counted = outcome instanceof CallOutcome.Done() ? new CallOutcome.Uncertain(message) : outcome;
        retry = retry.failed(
                subject,
                message,
                now(),
                environment
                        .pauses()
                        .after(
                                counted,
                                retry.attempts() + 1,
                                environment.jitter().getAsDouble()),
                environment.pauses().least(counted));
    }

    private boolean somethingIsMounted() {
        MountTable table = environment.kernel().mounts();
        return !table.below(environment.layout().staging(key)).isEmpty()
                || !table.below(environment.layout().targets(key)).isEmpty();
    }

    private boolean nothingIsMounted() {
        have = Recovery.of(
                have,
                environment.layout(),
                environment.kernel().mounts(),
                environment.kernel().bootId());
        return have.isEmpty();
    }

    private void forget() {
        if (onDisk.isPresent()) {
            environment.records().forget(key);
            onDisk = Optional.empty();
        }
    }

    private void save(MountRecord record) {
        boolean nothingToKeep = record.isEmpty() && onDisk.isEmpty();
        // A record that cannot be read is left to a person, and not overwritten.
        if (!nothingToKeep && unreadable.isEmpty() && !onDisk.equals(Optional.of(record))) {
            environment.records().save(record);
            onDisk = Optional.of(record);
        }
    }
}
