package io.hawser.ledger.tx.db;

import io.quarkus.arc.All;
import io.quarkus.runtime.ShutdownEvent;
import io.quarkus.runtime.StartupEvent;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import java.util.List;

/** Starts and stops all produced background work with the service. */
@ApplicationScoped
class BackgroundStart {
    private final List<Background> all;

    BackgroundStart(@All List<Background> all) {
        this.all = all;
    }

    void start(@Observes StartupEvent event) {
        all.forEach(Background::start);
    }

    void stop(@Observes ShutdownEvent event) {
        all.forEach(Background::stop);
    }
}
