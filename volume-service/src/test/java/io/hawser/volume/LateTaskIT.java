package io.hawser.volume;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.hawser.ledger.catchup.work.StartGate;
import io.hawser.ledger.tx.db.DatabaseLife;
import io.hawser.testkit.quarkus.EmbeddedServices;
import io.hawser.v1.TaskState;
import io.hawser.volume.testkit.MountReports;
import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import java.io.IOException;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** A task whose decision always fails, at a start. */
@QuarkusTest
@QuarkusTestResource(EmbeddedServices.class)
class LateTaskIT extends OwnCluster {
    private static final Duration SOON = Duration.ofMinutes(2);

    @Inject
    StartGate gate;

    @Inject
    DatabaseLife life;

    private final String node = "n" + run;
    private final String task = "t" + run;
    private final String volume = "v" + run;

    @BeforeEach
    void start() throws IOException {
        open(node);
        cluster.describe();
    }

    @Test
    @DisplayName("A start waits for a task that always fails only while its node reports a mount that only a lost life"
            + " of the database can have granted")
    void aTaskThatAlwaysFails() {
        // Given
        cluster.create(volume, "create-" + run);
        cluster.task(task, node, volume, TaskState.TASK_STATE_RUNNING);
        cluster.report(MountReports.obeyed(orchestrator.awaitAssigned(node, volume)));
        orchestrator.awaitTask(task, said -> said.getMounts(0).hasMounted());
        String target = tables.text("select target_id from claim where task = ?", task);
        // Leased, so that no decision fails before the gate waits for it.
        execute("update task set message = message || '\\x01' where name = '" + task + "'");
        execute("update claim set target_id = 'lost' where task = '" + task + "'");
        execute("update ledger_due set due = now(), woken = true, leased = now() + interval '1 hour'"
                + " where kind = 'task' and key = '" + task + "'");

        // When
        life.suspect("a test");

        // Then
        await().atMost(SOON).until(() -> gate.waitsFor().equals("decisions on task " + task));
        execute("update ledger_due set leased = now() where kind = 'task' and key = '" + task + "'");
        tables.awaitCount(
                1,
                "select count(*) from ledger_due where key = ? and failing_since < now() - interval '6 seconds'",
                task);
        assertThat(gate.isOpen()).isFalse();

        // When
        execute("update claim set target_id = '" + target + "' where task = '" + task + "'");

        // Then
        await().atMost(SOON).until(gate::isOpen);
        execute("update task set message = substr(message, 1, length(message) - 1) where name = '" + task + "'");
    }

    private void execute(String sql) {
        try (Connection connection = database.getConnection()) {
            connection.createStatement().execute(sql);
        } catch (SQLException e) {
            throw new IllegalStateException(sql, e);
        }
    }
}
