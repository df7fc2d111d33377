package io.hawser.ledger;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.agroal.api.AgroalDataSource;
import io.hawser.ledger.operator.api.IntakeReadiness;
import io.micrometer.core.instrument.Metrics;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import org.eclipse.microprofile.config.inject.ConfigProperty;
import org.eclipse.microprofile.health.HealthCheckResponse;
import org.eclipse.microprofile.health.HealthCheckResponse.Status;
import org.eclipse.microprofile.health.Readiness;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** As a primary that an operator or a full disk has made read-only. */
@QuarkusTest
@QuarkusTestResource(LedgerServices.class)
class ReadOnlyDatabaseIT {
    private static final Duration SOON = Duration.ofSeconds(60);

    @Inject
    TaskLog tasks;

    @Inject
    @Readiness
    IntakeReadiness readiness;

    @Inject
    AgroalDataSource pool;

    @ConfigProperty(name = "quarkus.datasource.jdbc.url")
    String url;

    @ConfigProperty(name = "quarkus.datasource.username")
    String user;

    @ConfigProperty(name = "quarkus.datasource.password")
    String password;

    private final String service = "s" + UUID.randomUUID();
    private final SimpleMeterRegistry metrics = new SimpleMeterRegistry();

    @BeforeEach
    void start() {
        Metrics.addRegistry(metrics);
    }

    /** The sessions of the tests' own pool were ended, too, and another test would meet them. */
    @AfterEach
    void stop() {
        pool.flush(AgroalDataSource.FlushMode.ALL);
        Metrics.removeRegistry(metrics);
    }

    @Test
    @DisplayName(
            "While the database may only be read, readiness names that, and once it can be written again everything"
                    + " that came meanwhile is applied once")
    void readOnly() throws SQLException {
        // Given
        tasks.writeTogether(service, List.of(service + "-before"));
        await().atMost(SOON).until(() -> tasks.count(service) == 1);

        // When
        readOnly("on");
        try {
            tasks.writeTogether(service, List.of(service + "-1", service + "-2"));

            // Then: the cause is the last try's, and a try may be slow
            await().atMost(SOON).ignoreExceptions().untilAsserted(() -> {
                HealthCheckResponse response = response();
                assertThat(response.getStatus()).isEqualTo(Status.DOWN);
                assertThat(waitsFor(response))
                        .contains("records wait for the database for ")
                        .contains("(25006)")
                        .contains("read-only");
                assertThat(metrics.get("hawser_intake_waits_for_database")
                                .tag("cause", "25006")
                                .gauge()
                                .value())
                        .isEqualTo(1);
            });
        } finally {
            readOnly("off");
        }
        // The count, too, may meet a session that was ended.
        await().atMost(SOON).ignoreExceptions().until(() -> tasks.count(service) == 3);
        await().atMost(SOON).untilAsserted(() -> {
            HealthCheckResponse response = response();
            assertThat(response.getStatus()).isEqualTo(Status.UP);
            assertThat(waitsFor(response)).isEmpty();
            assertThat(metrics.find("hawser_intake_waits_for_database").gauges())
                    .isEmpty();
        });
    }

    private HealthCheckResponse response() {
        return readiness.call().await().atMost(SOON);
    }

    private static String waitsFor(HealthCheckResponse response) {
        return response.getData().orElseThrow().get("waitsFor").toString();
    }

    /** Also for the sessions that there are: they end, and the service connects again. */
    private void readOnly(String setting) throws SQLException {
        try (Connection connection = DriverManager.getConnection(url, user, password);
                Statement statement = connection.createStatement()) {
            statement.execute("set session characteristics as transaction read write");
            statement.execute(
                    "alter database " + connection.getCatalog() + " set default_transaction_read_only = " + setting);
            statement.execute("select pg_terminate_backend(pid) from pg_stat_activity"
                    + " where datname = current_database() and pid <> pg_backend_pid()");
        }
    }
}
