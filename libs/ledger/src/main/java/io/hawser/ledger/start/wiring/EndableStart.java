package io.hawser.ledger.start.wiring;

import io.quarkus.flyway.FlywayConfigurationCustomizer;
import io.quarkus.runtime.StartupEvent;
import jakarta.annotation.Priority;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import org.flywaydb.core.api.configuration.FluentConfiguration;

/**
 * Lets a service end that still waits for its database or its broker. Quarkus' own hook waits for the end of the start,
 * which may never come, so this hook ends the wait.
 */
@ApplicationScoped
public class EndableStart implements FlywayConfigurationCustomizer {
    private static final int LAST = Integer.MAX_VALUE;

    private volatile boolean over;

    /** Called by the starting thread before the first wait, which is Flyway's for the database. */
    @Override
    public void customize(FluentConfiguration configuration) {
        Thread starting = Thread.currentThread();
        Runtime.getRuntime().addShutdownHook(new Thread(() -> interrupt(starting), "end of start"));
    }

    private void interrupt(Thread starting) {
        if (!over) {
            starting.interrupt();
        }
    }

    void over(@Observes @Priority(LAST) StartupEvent event) {
        over = true;
    }
}
