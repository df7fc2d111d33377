package io.hawser.ledger.tx;

import jakarta.enterprise.context.ApplicationScoped;
import java.time.OffsetDateTime;
import org.jboss.logging.Logger;

/**
 * Counts the servers that this process has met behind its connections, by when each was started. A backup that was put
 * back and a standby that took over are other servers, and may hold an older state than this process has seen. The time
 * comes with a statement that every transaction begins with: it costs no round trip, and also a proxy that keeps our
 * connection cannot hide the change.
 */
@ApplicationScoped
public class DatabaseLife {
    private static final Logger LOG = Logger.getLogger(DatabaseLife.class);

    private OffsetDateTime server;
    private volatile long number = 1;

    /** Grows whenever the database may have gone back; what was concluded under an earlier number is void. */
    public long number() {
        return number;
    }

    /** A statement was answered by the server that was started then. */
    public synchronized void answeredBy(OffsetDateTime started) {
        if (server != null && !server.equals(started)) {
            number++;
            LOG.warnf("another database server answers, started at %s; before it was one of %s", started, server);
        }
        server = started;
    }

    /** Something that this process saw in the database may be there no more. */
    public synchronized void suspect(String message) {
        number++;
        LOG.warnf("the database may have gone back: %s", message);
    }
}
