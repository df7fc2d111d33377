package io.hawser.node.wiring;

import jakarta.inject.Singleton;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;

/** The agent of this process, once it holds its root; what REST and health ask. */
@Singleton
public class RunningAgent {
    private final AtomicReference<Optional<Agent>> agent = new AtomicReference<>(Optional.empty());

    void set(Agent running) {
        agent.set(Optional.of(running));
    }

    public Optional<Agent> get() {
        return agent.get();
    }
}
