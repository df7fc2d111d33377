package io.hawser.node.wiring;

import io.hawser.node.mount.TargetState;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.quarkus.runtime.StartupEvent;
import jakarta.enterprise.event.Observes;
import jakarta.inject.Singleton;
import java.util.function.ToDoubleFunction;

/** Metrics of the agent as a whole; calls to plugins have their own. */
@Singleton
public class AgentGauges {
    private final RunningAgent running;
    private final MeterRegistry metrics;

    public AgentGauges(RunningAgent running, MeterRegistry metrics) {
        this.running = running;
        this.metrics = metrics;
    }

    void register(@Observes StartupEvent start) {
        gauge("hawser_mounts", agent -> targets(agent, true));
        gauge("hawser_mounts_uncertain", agent -> targets(agent, false));
        gauge("hawser_unsent_records", Agent::unsent);
        gauge("hawser_held_back", agent -> agent.unmountHold().isPresent() ? 1 : 0);
        gauge("hawser_assignments_position", Agent::position);
    }

    /** Until the agent knows its mounts there is no number: 0 would say that nothing is mounted. */
    private static double targets(Agent agent, boolean settled) {
        return agent.notYetKnown().isPresent()
                ? Double.NaN
                : agent.mounts().views().stream()
                        .flatMap(view -> view.have().targets().stream())
                        .filter(target -> (target.state() == TargetState.PUBLISHED) == settled)
                        .count();
    }

    private void gauge(String name, ToDoubleFunction<Agent> value) {
        Gauge.builder(name, running, r -> r.get().map(value::applyAsDouble).orElse(0.0))
                .register(metrics);
    }
}
