package io.hawser.volume.lifecycle.csi;

import io.hawser.csi.ConnectionOptions;
import io.hawser.csi.CsiClient;
import io.hawser.csi.CsiConnection;
import io.hawser.csi.CsiEndpoint;
import io.hawser.csi.CsiService;
import io.hawser.volume.wiring.VolumeConfig;
import io.quarkus.runtime.StartupEvent;
import io.smallrye.mutiny.Uni;
import io.vertx.mutiny.core.Vertx;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import jakarta.inject.Inject;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.jboss.logging.Logger;

/**
 * One connection for each called endpoint. A connection without calls is closed when no plugin is at its endpoint any
 * more, since an open channel would reconnect for ever; and after a while in any case.
 */
@ApplicationScoped
public class ControllerConnections {
    private static final Logger LOG = Logger.getLogger(ControllerConnections.class);

    private static final Duration UNUSED = Duration.ofMinutes(10);
    private static final Duration LOOK_EVERY = Duration.ofMinutes(1);
    /** How often a connection to an absent plugin is retried; more often if calls are repeated sooner. */
    private static final Duration RECONNECT_EVERY = Duration.ofSeconds(30);

    private final Function<CsiEndpoint, CsiConnection> connect;
    private final LongSupplier nanoTime;
    private final Supplier<Uni<Set<CsiEndpoint>>> present;
    private final Map<CsiEndpoint, Used> open = new HashMap<>();

    @Inject
    public ControllerConnections(CsiClient client, VolumeConfig config, PresentEndpoints present) {
        this(
                endpoint -> client.connect(
                        endpoint,
                        ConnectionOptions.reading(CsiService.CONTROLLER)
                                .withReconnectEvery(shorter(RECONNECT_EVERY, config.backoffCeiling()))),
                System::nanoTime,
                present::all);
    }

    /** @param present the endpoints that plugins have now */
    ControllerConnections(
            Function<CsiEndpoint, CsiConnection> connect,
            LongSupplier nanoTime,
            Supplier<Uni<Set<CsiEndpoint>>> present) {
        this.connect = connect;
        this.nanoTime = nanoTime;
        this.present = present;
    }

    private static final class Used {
        private final CsiConnection connection;
        private int calls;
        private long last;

        private Used(CsiConnection connection) {
            this.connection = connection;
        }
    }

    void start(@Observes StartupEvent event, Vertx vertx) {
        vertx.setPeriodic(LOOK_EVERY.toMillis(), ignored -> look());
    }

    /** If the endpoints cannot be read, the next look reads them. */
    void look() {
        if (!isOpen()) {
            return;
        }
        present.get()
                .subscribe()
                .with(
                        this::closeUnused,
                        failure -> LOG.debugf("which plugins there are is read again: %s", failure.getMessage()));
    }

    private synchronized boolean isOpen() {
        return !open.isEmpty();
    }

    /** Uses the connection to this endpoint, which stays open until the use ends. */
    <T> Uni<T> with(CsiEndpoint endpoint, Function<CsiConnection, Uni<T>> use) {
        return Uni.createFrom().deferred(() -> {
            Used used = begin(endpoint);
            return Uni.createFrom()
                    .deferred(() -> use.apply(used.connection))
                    .onTermination()
                    .invoke(() -> end(used));
        });
    }

    private synchronized Used begin(CsiEndpoint endpoint) {
        Used used = open.computeIfAbsent(endpoint, each -> new Used(connect.apply(each)));
        used.calls++;
        return used;
    }

    private synchronized void end(Used used) {
        used.calls--;
        used.last = nanoTime.getAsLong();
    }

    private synchronized void closeUnused(Set<CsiEndpoint> now) {
        long time = nanoTime.getAsLong();
        open.entrySet().removeIf(each -> {
            Used used = each.getValue();
            boolean unused = used.calls == 0 && (!now.contains(each.getKey()) || time - used.last > UNUSED.toNanos());
            if (unused) {
                used.connection.close();
            }
            return unused;
        });
    }

    private static Duration shorter(Duration one, Duration other) {
        return one.compareTo(other) < 0 ? one : other;
    }
}
