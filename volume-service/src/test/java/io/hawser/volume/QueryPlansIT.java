package io.hawser.volume;

import static io.restassured.RestAssured.given;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.hawser.bus.topic.HawserTopic;
import io.hawser.ledger.catchup.work.StartGate;
import io.hawser.testkit.quarkus.EmbeddedServices;
import io.hawser.testkit.shared.SharedPostgres;
import io.hawser.v1.Assignment;
import io.hawser.v1.CommandResult;
import io.hawser.v1.TaskState;
import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import java.io.IOException;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.assertj.core.api.SoftAssertions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/**
 * The plans of what a volume's life asks of the database. The service runs with {@code enable_seqscan=off}: PostgreSQL
 * then passes a whole table only if no index serves the statement.
 */
@QuarkusTest
@QuarkusTestResource(EmbeddedServices.class)
class QueryPlansIT extends OwnCluster {
    /**
     * pg_stat_statements puts parameters in place of constants. Where none can be, where the constant is the condition
     * of a partial index, and where it gives the type, it is put back.
     */
    private static final Map<Pattern, String> CONSTANTS = Map.of(
            Pattern.compile("\\binterval \\$\\d+"), "interval '1 second'",
            Pattern.compile("\\bextract\\(\\$\\d+ from"), "extract(epoch from",
            Pattern.compile("\\bselect \\$\\d+ from ledger_due"), "select true from ledger_due",
            Pattern.compile("\\bstate = \\$\\d+"), "state = 'WAITING'",
            Pattern.compile("\\bvolume_group <> \\$\\d+"), "volume_group <> ''");

    /** The driver would want values for the statement's parameters; here nobody does. */
    private static final String EXPLAINS = """
            create function pg_temp.plan(query text) returns setof text language plpgsql as $$
            begin return query execute 'explain (generic_plan) ' || query; end $$
            """;

    private static final Set<String> PASS_A_WHOLE_TABLE = Set.of(
            // One row for each state topic that the service writes.
            "select topic, topic_id, coalesce(partitions, $1) from ledger_topic",
            // Every minute, one row for each plugin.
            "select r.name, r.message, r.changed_revision from plugin r");

    @Inject
    StartGate gate;

    private final String node = "n1-" + run;
    private final String volume = "v" + run;

    @BeforeEach
    void start() throws IOException {
        open(node);
        // What a start asks once, of all rows, it has asked by then.
        await().until(() -> gate.isOpen() && tables.count("select count(*) from ledger_topic") > 0);
    }

    @Test
    @DisplayName("An index serves every statement of a volume's life")
    void anIndexServesEveryStatement() throws Exception {
        try (Connection connection = SharedPostgres.connect(databaseName());
                Statement sql = connection.createStatement()) {
            // Given
            sql.execute("create extension if not exists pg_stat_statements");
            sql.execute("select pg_stat_statements_reset()");

            // When
            wholeLife();

            // Then
            List<String> statements = statements(sql);
            assertThat(statements)
                    .anyMatch(query -> query.contains("insert into ledger_due"))
                    .anyMatch(query -> query.contains("from claim"));
            sql.execute("set enable_seqscan = off");
            sql.execute(EXPLAINS);
            SoftAssertions.assertSoftly(softly -> {
                for (String query : statements) {
                    softly.assertThat(plan(connection, query)).as(query).doesNotContain("Seq Scan on");
                }
            });
        }
    }

    private void wholeLife() {
        cluster.describe();
        cluster.create(volume, "create-" + run);
        orchestrator.awaitCreated(volume);
        cluster.task("a" + run, node, volume, TaskState.TASK_STATE_PENDING);
        cluster.obey(orchestrator.awaitAssigned(node, volume));
        orchestrator.awaitTask("a" + run, task -> task.getMounts(0).hasMounted());
        given().get("/v1/counts").then().statusCode(200);
        cluster.task("a" + run, node, volume, TaskState.TASK_STATE_COMPLETE);
        cluster.obey(orchestrator.awaitAssignment(node, volume, Assignment::getNothing));
        cluster.remove(volume, "remove-" + run);
        orchestrator.awaitGone(HawserTopic.VOLUMES, volume);
        orchestrator.awaitResult("remove-" + run, CommandResult::hasDone);
    }

    private String databaseName() throws SQLException {
        try (Connection connection = database.getConnection()) {
            return connection.getCatalog();
        }
    }

    private static List<String> statements(Statement sql) throws SQLException {
        List<String> statements = new ArrayList<>();
        try (ResultSet rows = sql.executeQuery("""
                select query from pg_stat_statements join pg_database on oid = dbid
                where datname = current_database() and query ~* '^\\s*(select|insert|update|delete|with)\\y'
                  and query !~ 'pg_stat_statements'
                  -- Every 30 s, EntityGauges counts all rows.
                  and query !~ 'group by 1'
                """)) {
            while (rows.next()) {
                statements.add(rows.getString(1));
            }
        }
        statements.removeAll(PASS_A_WHOLE_TABLE);
        return statements;
    }

    private static String plan(Connection connection, String query) {
        String asked = query;
        for (Map.Entry<Pattern, String> constant : CONSTANTS.entrySet()) {
            asked = constant.getKey().matcher(asked).replaceAll(constant.getValue());
        }
        try (PreparedStatement explain = connection.prepareStatement("select pg_temp.plan(?)")) {
            explain.setString(1, asked);
            StringBuilder plan = new StringBuilder();
            try (ResultSet rows = explain.executeQuery()) {
                while (rows.next()) {
                    plan.append(rows.getString(1)).append('\n');
                }
            }
            return plan.toString();
        } catch (SQLException e) {
            throw new IllegalStateException("no plan of " + asked, e);
        }
    }
}
