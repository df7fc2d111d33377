package io.hawser.volume;

import static org.awaitility.Awaitility.await;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import javax.sql.DataSource;

/** volume-service's tables, as another session sees them. */
record Tables(DataSource database) {
    /** The number that the query answers with. */
    long count(String query, String... parameters) {
        return Long.parseLong(text(query, parameters));
    }

    /** What the query answers with. */
    String text(String query, String... parameters) {
        try (Connection connection = database.getConnection();
                PreparedStatement prepared = connection.prepareStatement(query)) {
            for (int i = 0; i < parameters.length; i++) {
                prepared.setString(i + 1, parameters[i]);
            }
            try (ResultSet found = prepared.executeQuery()) {
                found.next();
                return found.getString(1);
            }
        } catch (SQLException e) {
            throw new IllegalStateException(query, e);
        }
    }

    void awaitCount(long wanted, String query, String... parameters) {
        await(query).atMost(Duration.ofMinutes(2)).until(() -> count(query, parameters) == wanted);
    }

    /** So much time passes for all that wait in the queue of that volume, which is one of them. */
    void passesInTheQueueOf(String volume, Duration time) {
        awaitCount(1, "select count(*) from volume where name = ? and look_at is not null", volume);
        // The service may hold those rows in another order.
        await().atMost(Duration.ofMinutes(2))
                .ignoreExceptions()
                .until(() -> count("""
                        with waiting as (
                          update volume set queued_since = queued_since - ?::interval, look_at = look_at - ?::interval
                          where plugin = (select plugin from volume where name = ?) and look_at is not null
                          returning name),
                        due as (
                          update ledger_due set due = due - ?::interval
                          where kind = 'volume' and queue <> '' and key in (select name from waiting))
                        select count(*) from waiting
                        """, time.toString(), time.toString(), volume, time.toString()) > 0);
    }

    void awaitSomebodyWaitingForALock() {
        await("a lock that somebody waits for")
                .atMost(Duration.ofMinutes(2))
                .until(() -> count("select count(*) from pg_stat_activity where wait_event_type = 'Lock'") > 0);
    }
}
