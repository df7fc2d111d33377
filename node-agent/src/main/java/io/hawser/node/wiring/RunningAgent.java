package io.hawser.node.wiring;

import io.quarkus.runtime.ShutdownEvent;
import jakarta.enterprise.event.Observes;
import jakarta.inject.Singleton;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;

/** The agent of this process, once it holds its root. REST and the health checks use it. */
@Singleton
public class RunningAgent {
    private final AtomicReference<Optional<Agent>> agent = new AtomicReference<>(Optional.empty());

    void set(Agent running) {
        agent.set(Optional.of(running));
    }

    /** Runs before HTTP and the process end: work after this event may be cut short. */
    void stop(@Observes ShutdownEvent end) {
        get().ifPresent(Agent::close);
    }

    public Optional<Agent> get() {
        return agent.get();
    }
}
