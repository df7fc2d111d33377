package io.hawser.ledger.start.wiring;

import io.quarkus.runtime.StartupEvent;
import io.smallrye.mutiny.infrastructure.Infrastructure;
import jakarta.annotation.Priority;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;

/**
 * Turns off context propagation (MicroProfile Context Propagation) for Mutiny. It keeps and restores CDI's request
 * scope and JTA's transaction around every callback, which no service uses, for about a tenth of a decision's CPU time.
 */
@ApplicationScoped
class ContextPropagation {
    private static final int FIRST = 1;

    void turnOff(@Observes @Priority(FIRST) StartupEvent event) {
        Infrastructure.clearInterceptors();
    }
}
