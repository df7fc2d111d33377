package io.hawser.node.wiring;

import jakarta.enterprise.inject.Produces;
import jakarta.inject.Singleton;
import java.util.List;
import org.eclipse.microprofile.health.HealthCheck;
import org.eclipse.microprofile.health.HealthCheckResponse;
import org.eclipse.microprofile.health.Liveness;
import org.eclipse.microprofile.health.Readiness;
import org.eclipse.microprofile.health.Startup;

/**
 * Live: every part that must run does. Started: the agent holds its root. Ready: the agent has caught up with the
 * assignments, acts on them and may publish the results, and no topic that it uses is gone.
 */
@Singleton
public class AgentHealth {
    private final RunningAgent running;

    public AgentHealth(RunningAgent running) {
        this.running = running;
    }

    @Liveness
    HealthCheck live() {
        return () -> HealthCheckResponse.named("agent")
                .status(running.get().map(Agent::isAlive).orElse(true))
                .build();
    }

    @Produces
    @Startup
    HealthCheck started() {
        return () -> HealthCheckResponse.named("agent")
                .status(running.get().isPresent())
                .build();
    }

    @Readiness
    HealthCheck ready() {
        return () -> {
            var response = HealthCheckResponse.named("agent")
                    .status(running.get().filter(Agent::isReady).isPresent());
            running.get().ifPresent(agent -> response.withData("waitsFor", String.join("; ", agent.waitsFor()))
                    .withData("position", agent.position())
                    .withData("unsent", agent.unsent()));
            return response.build();
        };
    }

    /** The same check as in the services: its message names the command to type. */
    @Readiness
    HealthCheck topics() {
        return () -> {
            List<String> gone = running.get().map(Agent::goneTopics).orElse(List.of());
            return HealthCheckResponse.named("topics")
                    .status(gone.isEmpty())
                    .withData("waitsFor", String.join("; ", gone))
                    .build();
        };
    }
}
