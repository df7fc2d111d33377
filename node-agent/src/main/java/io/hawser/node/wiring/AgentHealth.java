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
 * Live: what must run runs. Started: the root is ours. Ready: caught up with the assignments, acting on them, and
 * allowed to say what comes of it; and no topic is gone that it has to do with.
 */
@Singleton
public class AgentHealth {
    private final RunningAgent running;

    public AgentHealth(RunningAgent running) {
        this.running = running;
    }

    @Produces
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

    @Produces
    @Readiness
    HealthCheck ready() {
        return () -> {
            var response = HealthCheckResponse.named("agent")
                    .status(running.get()
                            .filter(Agent::isReady)
                            .filter(agent -> agent.missingRights().isEmpty())
                            .isPresent());
            running.get().ifPresent(agent -> {
                if (!agent.missingRights().isEmpty()) {
                    response.withData("waitsFor", String.join("; ", agent.missingRights()));
                }
                response.withData("position", agent.position()).withData("unsent", agent.unsent());
                agent.unmountHold().ifPresent(message -> response.withData("heldBack", message));
            });
            return response.build();
        };
    }

    /** As the services' check of that name: says what to type. */
    @Produces
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
