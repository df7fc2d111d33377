package io.hawser.ledger.tx.db;

import jakarta.enterprise.context.ApplicationScoped;
import java.time.OffsetDateTime;
import org.jboss.logging.Logger;
import org.jspecify.annotations.Nullable;

/**
 * Counts the database servers that this process has met, by their start times. A restored backup and a promoted standby
 * are other servers, and may have an older state than this process has seen. The first statement of every transaction
 * returns the start time: that costs no round trip, and a proxy that keeps the connection cannot hide the change.
 */
@ApplicationScoped
public class DatabaseLife {
    private static final Logger LOG = Logger.getLogger(DatabaseLife.class);

    private @Nullable OffsetDateTime server;
    private volatile long number = 1;

    /** Grows whenever the database may have gone back; conclusions under an earlier number are void. */
    public long number() {
        return number;
    }

    /** The server with this start time answered a statement. */
    public synchronized void answeredBy(OffsetDateTime started) {
        if (server != null && !server.equals(started)) {
            number++;
            LOG.warnf("another database server answers, started at %s; before it was one of %s", started, server);
        }
        server = started;
    }

    /** Something that this process saw in the database may be gone. */
    public synchronized void suspect(String message) {
        number++;
        LOG.warnf("the database is not as it was: %s", message);
    }
}
