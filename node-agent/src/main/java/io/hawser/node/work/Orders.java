package io.hawser.node.work;

import io.hawser.node.mount.DesiredState;
import io.hawser.node.mount.MountRecord;
import io.hawser.node.mount.Order;
import io.hawser.node.mount.Recovery;
import io.hawser.node.mount.Staging;
import java.util.Optional;

/** What the assignments order for one creation of a volume. Its record takes over each order that is acted on. */
final class Orders {
    private final MountState state;
    private final MountEnvironment environment;
    private Optional<DesiredState.Read> seen = Optional.empty();
    private Order last = Order.Keep.NOT_LOOKED_AT;

    Orders(MountState state, MountEnvironment environment) {
        this.state = state;
        this.environment = environment;
    }

    /** The newest order, taken over. Another assignment than the last one ends pauses. */
    Order next() {
        endIfOver();
        Optional<DesiredState.Read> latest =
                environment.latest().apply(state.key().volume());
        boolean changed = !latest.equals(seen);
        if (changed) {
            if (!(seen.isEmpty() && takenOver(latest))) {
                state.retry(state.retry().preempted());
            }
            seen = latest;
        }
        Order order = state.unreadable()
                .<Order>map(message -> new Order.Keep(message, false))
                .orElseGet(() -> Order.of(state.have(), latest));
        MountRecord have = order.takenOver(state.have());
        if (state.have().plugin().isEmpty() && !have.plugin().isEmpty() && mayBeStaged(have)) {
            have = have.with(Staging.STAGING, Optional.empty());
        }
        state.have(have);
        if (changed) {
            state.retry(state.retry().only(target -> order.concerns(target, state.have())));
        }
        state.retry(state.retry().upTo(state.now().plus(environment.pauses().longest())));
        last = order;
        return order;
    }

    /** The order that was taken over last. */
    Order last() {
        return last;
    }

    /** A record that is over counts as none. What is mounted all the same is found before it is deleted. */
    private void endIfOver() {
        // Asked before the look at the assignments: a hold ends only after all of them were read.
        Optional<String> heldBack = environment.heldBack().get();
        Order newest =
                Order.of(state.have(), environment.latest().apply(state.key().volume()));
        String boot = environment.kernel().bootId();
        if (state.unreadable().isEmpty() && Recovery.isOver(state.have(), newest, heldBack, boot)) {
            state.have(MountRecord.none(state.key(), boot));
        }
    }

    /** A volume without a record, or with one of what the mount table showed, gets its first order. */
    private boolean mayBeStaged(MountRecord have) {
        return have.staging() == Staging.NONE && environment.records().mayBeStaged(state.key());
    }

    /** Whether the record's pause belongs to this same assignment. */
    private boolean takenOver(Optional<DesiredState.Read> latest) {
        return state.calls() == 0
                && latest.orElse(null) instanceof DesiredState.Usable(DesiredState desired)
                && desired.key().equals(state.key())
                && desired.generation() == state.have().generation();
    }

    /** Whether there is another assignment than the one that was taken over last. */
    boolean isChanged() {
        return !environment.latest().apply(state.key().volume()).equals(seen);
    }
}
