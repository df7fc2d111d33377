package io.hawser.node.work;

import io.hawser.node.mount.MountRecord;
import io.hawser.node.mount.Order;
import io.hawser.node.mount.Step;
import io.hawser.node.mount.TargetRecord;
import io.hawser.node.mount.TargetState;
import io.hawser.node.mount.VolumeStats;
import java.util.Optional;
import java.util.concurrent.Semaphore;
import java.util.function.Function;

/** Asks the plugin how a volume in use is. */
final class Measuring {
    private final MountState state;
    private final MountEnvironment environment;
    private final Listener listener;
    private final Function<String, Semaphore> limits;
    private boolean itsTurn;
    private boolean measured;

    Measuring(MountState state, MountEnvironment environment, Listener listener, Function<String, Semaphore> limits) {
        this.state = state;
        this.environment = environment;
        this.listener = listener;
        this.limits = limits;
    }

    /** The turn to ask the plugin about the volume came; it is passed over if there is other work. */
    void atRest() {
        itsTurn = true;
    }

    /** There was other work. */
    void passOver() {
        itsTurn = false;
    }

    /** Asks only with a call of the plugin that no other work waits for. */
    void measure(Order order) {
        MountRecord have = state.have();
        Optional<TargetRecord> target = published(have);
        Semaphore limit = limits.apply(have.plugin());
        if (!itsTurn || target.isEmpty() || !(order instanceof Order.Have) || !limit.tryAcquire()) {
            return;
        }
        try {
            // The plugin may take as long as for a mount.
            state.show(order, new Step.Rest());
            environment
                    .plugins()
                    .node(have.plugin())
                    .flatMap(plugin -> plugin.stats(
                            have.volumeId(),
                            state.namedStaging(have),
                            environment
                                    .paths()
                                    .of(environment
                                            .layout()
                                            .target(state.key(), target.get().id()))))
                    .ifPresent(this::measured);
        } finally {
            limit.release();
        }
    }

    /** The turn is over. A volume that is not in use any more is not measured any more. */
    void settled() {
        itsTurn = false;
        if (measured && published(state.have()).isEmpty()) {
            state.abnormal("");
            measured = false;
            listener.measured(state.key(), state.have().plugin(), Optional.empty());
        }
    }

    private void measured(VolumeStats stats) {
        String now = stats.abnormal().orElse("");
        if (!now.equals(state.abnormal())) {
            listener.remark(
                    state.key().volume(),
                    now.isEmpty() ? "VolumeNormal" : "VolumeAbnormal",
                    now.isEmpty() ? "the plugin says that it is well again" : "the plugin says: " + now);
        }
        state.abnormal(now);
        measured = true;
        listener.measured(state.key(), state.have().plugin(), Optional.of(stats));
    }

    private static Optional<TargetRecord> published(MountRecord have) {
        return have.targets().stream()
                .filter(target -> target.state() == TargetState.PUBLISHED)
                .findFirst();
    }
}
