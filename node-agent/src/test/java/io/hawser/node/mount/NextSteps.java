package io.hawser.node.mount;

import java.time.Instant;
import java.util.Optional;

/** What is next under an assignment, with a plugin that is there. */
final class NextSteps {
    static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");
    static final PluginView STAGES = new PluginView.Here(true);
    static final PluginView DOES_NOT_STAGE = new PluginView.Here(false);

    private NextSteps() {}

    static Step next(MountRecord have, DesiredState desired, PluginView plugin, RetryState retry) {
        return next(have, desired, plugin, false, retry);
    }

    static Step next(
            MountRecord have, DesiredState desired, PluginView plugin, boolean stagingMounted, RetryState retry) {
        Order order = Order.of(have, Optional.of(new DesiredState.Usable(desired)));
        return NextStep.of(order.takenOver(have), order, plugin, stagingMounted, retry, Optional.empty(), NOW);
    }
}
