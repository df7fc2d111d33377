package io.hawser.node.work;

import io.hawser.node.layout.VolumeKey;
import io.hawser.node.mount.MountRecord;
import io.hawser.node.mount.Order;
import io.hawser.node.mount.RetryState;
import io.hawser.node.mount.Staging;
import io.hawser.node.mount.Step;
import io.hawser.node.mount.View;
import io.hawser.node.mount.Waiting;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.jboss.logging.Logger;

/**
 * One creation of a volume on this node: its record in memory and on the disk, its retries, and what others see of it.
 * Only the thread that works on the volume changes it.
 */
final class MountState {
    private static final Logger LOG = Logger.getLogger(MountState.class);

    private final VolumeKey key;
    private final MountEnvironment environment;
    private final Optional<String> unreadable;
    private final Runnable viewChanged;
    private final AtomicReference<View> view;
    /** Counts the calls, so that a mount table read before a call is not compared with the record after it. */
    private final AtomicLong calls = new AtomicLong();

    private MountRecord have;
    private Optional<MountRecord> onDisk;
    private RetryState retry;
    private String abnormal = "";
    private volatile Optional<Waiting> waiting = Optional.empty();

    MountState(
            VolumeKey key,
            MountEnvironment environment,
            Optional<MountRecord> onDisk,
            MountRecord have,
            Optional<String> unreadable,
            Runnable viewChanged) {
        this.key = key;
        this.environment = environment;
        this.onDisk = onDisk;
        this.have = have;
        this.unreadable = unreadable;
        this.viewChanged = viewChanged;
        this.retry = have.pause().map(RetryState::after).orElse(RetryState.FRESH);
        this.view = new AtomicReference<>(new View(have, Order.Keep.NOT_LOOKED_AT, new Step.Rest(), retry));
    }

    VolumeKey key() {
        return key;
    }

    MountRecord have() {
        return have;
    }

    void have(MountRecord record) {
        have = record;
    }

    RetryState retry() {
        return retry;
    }

    void retry(RetryState next) {
        retry = next;
    }

    /** Why the record on the disk cannot be read; empty: it can. */
    Optional<String> unreadable() {
        return unreadable;
    }

    long calls() {
        return calls.get();
    }

    void called() {
        calls.incrementAndGet();
    }

    /** What the plugin says is wrong with the volume; empty: nothing. */
    String abnormal() {
        return abnormal;
    }

    void abnormal(String what) {
        abnormal = what;
    }

    View view() {
        return view.get();
    }

    /**
     * The view under the order that holds now: while the work is in a step, its own is the one from before the step.
     * Any thread may call this.
     */
    View viewNow() {
        View now = view();
        boolean decidedOtherwise = now.order().equals(Order.Keep.NOT_LOOKED_AT) || unreadable.isPresent();
        // Read after the view, so that it is not older than the order that the view has.
        return decidedOtherwise
                ? now
                : now.under(Order.of(now.have(), environment.latest().apply(key.volume())));
    }

    /** What others see from now on, if they look. */
    void set(Order order, Step step) {
        view.set(new View(have, order, step, retry).abnormal(abnormal));
    }

    void show(Order order, Step step) {
        set(order, step);
        viewChanged.run();
    }

    /** Shows an order as accepted: a record on the disk has its generation. */
    void accept(Order order, Step step) {
        save(have);
        show(order, step);
    }

    void waits(Waiting next) {
        waiting = Optional.of(next);
    }

    void waitsNoMore() {
        waiting = Optional.empty();
    }

    /** Shows what the work waits for, if the wait is long. Called by another thread than the work's. */
    void remind() {
        View now = view.get();
        String late = waiting.flatMap(w -> w.message(now())).orElse("");
        if (!late.equals(now.late()) && view.compareAndSet(now, now.late(late))) {
            viewChanged.run();
        }
    }

    Instant now() {
        return environment.clock().instant();
    }

    /** The staging path that a call names; empty: the plugin does not stage. */
    Optional<Path> namedStaging(MountRecord record) {
        return record.staging() == Staging.NONE
                ? Optional.empty()
                : Optional.of(environment.paths().of(environment.layout().staging(key)));
    }

    Path path(Step.Call call) {
        var layout = environment.layout();
        return switch (call) {
            case Step.Stage _, Step.Unstage() -> layout.staging(key);
            case Step.Publish(var desired, var target) -> layout.target(key, target.getId());
            case Step.Unpublish(String target) -> layout.target(key, target);
            case Step.Expand expand -> layout.target(key, expand.target());
            case Step.GiveGroup give -> layout.target(key, give.target());
        };
    }

    /** Also the folders that were made for a call that was withdrawn before its intent was recorded. */
    void forget() {
        if (onDisk.isPresent()
                || (unreadable.isEmpty()
                        && Files.exists(environment.layout().volume(key), LinkOption.NOFOLLOW_LINKS))) {
            List<Path> left = environment.records().forget(key);
            if (onDisk.isPresent() && !left.isEmpty()) {
                LOG.warnf("nothing of volume %s is mounted any more; not removed, as not empty: %s", key, left);
            }
            onDisk = Optional.empty();
        }
    }

    void save(MountRecord record) {
        boolean nothingToKeep = record.isEmpty() && onDisk.isEmpty();
        // A record that cannot be read is left to a person, and not overwritten.
        if (!nothingToKeep && unreadable.isEmpty() && !onDisk.equals(Optional.of(record))) {
            environment.records().save(record);
            onDisk = Optional.of(record);
        }
    }
}
