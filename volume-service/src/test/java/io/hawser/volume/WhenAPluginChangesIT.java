package io.hawser.volume;

import static org.assertj.core.api.Assertions.assertThat;

import io.hawser.bus.topic.HawserTopic;
import io.hawser.testkit.quarkus.EmbeddedServices;
import io.hawser.volume.testkit.Cluster;
import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import java.io.IOException;
import java.sql.Connection;
import java.sql.Statement;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/**
 * A change of a plugin, and what becomes of its volumes that rest. They stay, so its name puts it behind the other
 * tests of its application.
 */
@QuarkusTest
@QuarkusTestResource(EmbeddedServices.class)
class WhenAPluginChangesIT extends OwnCluster {
    private static final String UNSERVED =
            "select count(*) from volume where plugin = ? and unserved_since is not null";
    /** More than two pages. */
    private static final int COPIES = 600;

    @BeforeEach
    void start() throws IOException {
        open("n" + run);
        cluster.describe();
    }

    @Test
    @DisplayName("All volumes of a plugin say that its controller is away, and no longer when it is back, "
            + "however many they are")
    void everyVolumeSaysThatTheControllerIsAway() {
        // Given
        settle();

        // When
        cluster.register(cluster.pluginRecord().setEndpoint("").setCurrent(""));

        // Then
        tables.awaitCount(COPIES + 1, UNSERVED, cluster.plugin);
        tables.awaitCount(
                1,
                "select count(*) from ledger_due where kind = 'plugin' and key = ? and due > now() + interval '1 day'",
                cluster.plugin);

        // When
        cluster.register(cluster.pluginRecord());

        // Then
        tables.awaitCount(0, UNSERVED, cluster.plugin);
    }

    @Test
    @DisplayName("All volumes of a plugin that is removed say that its controller is away")
    void aRemovedPlugin() {
        // Given
        settle();

        // When
        orchestrator.remove(HawserTopic.PLUGINS, cluster.plugin);

        // Then
        tables.awaitCount(0, "select count(*) from plugin where name = ?", cluster.plugin);
        tables.awaitCount(COPIES + 1, UNSERVED, cluster.plugin);
    }

    @Test
    @DisplayName("While the volumes of a changed plugin are still woken page by page, a volume of another plugin is"
            + " created")
    void anotherPluginIsNotDelayed() throws Exception {
        // Given
        settle();
        try (Cluster other = new Cluster(kafka, "q" + run);
                Connection held = database.getConnection();
                Statement sql = held.createStatement()) {
            // The first page is not decided before this ends.
            held.setAutoCommit(false);
            sql.execute("select 1 from volume where name = 'v" + run + "' for update");
            cluster.register(cluster.pluginRecord().setEndpoint("").setCurrent(""));
            tables.awaitCount(
                    1,
                    "select count(*) from ledger_due where kind = 'volume' and key = ? and woken and due <= now()",
                    "v" + run);

            // When
            other.describe();
            other.create("w" + run, "w" + run);
            other.orchestrator.awaitCreated("w" + run);

            // Then
            assertThat(tables.count(UNSERVED, cluster.plugin)).isLessThan(COPIES + 1);
            held.rollback();
            tables.awaitCount(COPIES + 1, UNSERVED, cluster.plugin);
        }
    }

    @Test
    @DisplayName("Another endpoint alone makes no volume due: calls are made there from now on")
    void anotherEndpoint() {
        // Given
        settle();
        String endpoint = cluster.pluginRecord().getEndpoint();

        // When
        cluster.register(cluster.pluginRecord().setEndpoint(endpoint + ".elsewhere"));
        tables.awaitCount(
                1,
                "select count(*) from plugin where name = ?"
                        + " and position(convert_to('.elsewhere', 'UTF8') in message) > 0",
                cluster.plugin);

        // Then
        assertThat(tables.count(
                        "select count(*) from ledger_due where kind = 'plugin' and key = ? and woken", cluster.plugin))
                .isZero();
    }

    /** One volume that was created, and copies of its row under other names. */
    private void settle() {
        String volume = "v" + run;
        cluster.create(volume, "c" + run);
        orchestrator.awaitCreated(volume);
        tables.awaitCount(
                1,
                "select count(*) from ledger_due where kind = 'plugin' and key = ? and due > now() + interval '1 day'",
                cluster.plugin);
        String columns = Stream.of(tables.text("select string_agg(column_name, ' ' order by ordinal_position)"
                                + " from information_schema.columns where table_name = 'volume'")
                        .split(" "))
                .map(column -> column.equals("name") ? "name || '-' || i" : column)
                .collect(Collectors.joining(", "));
        assertThat(tables.count(
                        "with copies as (insert into volume select " + columns
                                + " from volume, generate_series(1, " + COPIES + ") i where name = ? returning 1)"
                                + " select count(*) from copies",
                        volume))
                .isEqualTo(COPIES);
    }
}
