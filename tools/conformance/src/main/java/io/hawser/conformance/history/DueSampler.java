package io.hawser.conformance.history;

import io.hawser.embedded.postgres.PostgresDatabase;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/**
 * Looks repeatedly for due work that a service leaves undone, and for work that fails: each failure moves the due time,
 * so failing work is never late. A database that is away is looked at later.
 */
public final class DueSampler implements AutoCloseable {
    /** Work that has been due for a shorter time may be in progress. */
    public static final Duration LATE = Duration.ofSeconds(60);

    private static final int AT_MOST = 20;
    private static final String QUERY = """
            select clock_timestamp() as now, kind, key, failing, since from (select 1) one left join (
              select kind, key, failing_since is not null as failing, least(due, failing_since) as since from ledger_due
              where least(due, failing_since) < clock_timestamp() - %d * interval '1 second'
              order by since limit %d) late on true
            """.formatted(LATE.toSeconds(), AT_MOST);

    private final Map<String, PostgresDatabase> databases;
    private final List<DueLook> looks = new ArrayList<>();
    private final ScheduledExecutorService timer = Executors.newSingleThreadScheduledExecutor(
            Thread.ofPlatform().name("due-sampler").daemon().factory());

    /** @param databases by service */
    public DueSampler(Map<String, PostgresDatabase> databases, Duration every) {
        this.databases = Map.copyOf(databases);
        timer.scheduleWithFixedDelay(this::look, 0, every.toMillis(), TimeUnit.MILLISECONDS);
    }

    public List<DueLook> looks() {
        synchronized (looks) {
            return List.copyOf(looks);
        }
    }

    /** Forgets earlier looks, which belong to finished runs. */
    public void forget() {
        synchronized (looks) {
            looks.clear();
        }
    }

    private void look() {
        databases.forEach((service, database) -> {
            try {
                DueLook look = look(service, database);
                synchronized (looks) {
                    looks.add(look);
                }
            } catch (SQLException away) {
                // The next look may find it.
            }
        });
    }

    private static DueLook look(String service, PostgresDatabase database) throws SQLException {
        List<DueLook.Overdue> overdue = new ArrayList<>();
        List<Instant> now = database.rows(QUERY, row -> {
            if (row.getString("key") != null) {
                overdue.add(new DueLook.Overdue(
                        row.getString("kind"),
                        row.getString("key"),
                        row.getBoolean("failing"),
                        row.getTimestamp("since").toInstant()));
            }
            return row.getTimestamp("now").toInstant();
        });
        return new DueLook(now.getFirst(), service, overdue);
    }

    @Override
    public void close() {
        timer.shutdownNow();
    }
}
