package io.hawser.ledger.outbox.kafka;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.hawser.bus.topic.HawserTopic;
import io.hawser.bus.topic.TopicNames;
import io.hawser.ledger.LedgerServices;
import io.hawser.ledger.catchup.work.StartGate;
import io.hawser.ledger.operator.api.LedgerReadiness;
import io.micrometer.core.instrument.Metrics;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import javax.sql.DataSource;
import org.eclipse.microprofile.health.HealthCheckResponse.Status;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@QuarkusTest
@QuarkusTestResource(LedgerServices.class)
class FailingRelayIT {
    private static final Duration SOON = Duration.ofSeconds(60);

    @Inject
    DataSource database;

    @Inject
    StartGate gate;

    @Inject
    TopicNames names;

    @Inject
    LedgerReadiness readiness;

    private final SimpleMeterRegistry metrics = new SimpleMeterRegistry();

    @BeforeEach
    void start() {
        Metrics.addRegistry(metrics);
    }

    @AfterEach
    void stop() {
        Metrics.removeRegistry(metrics);
    }

    @Test
    @DisplayName("A relay that cannot read its rows says why while they wait, and no longer once they are sent")
    void saysWhy() throws SQLException {
        // Given
        await().atMost(SOON).until(gate::isOpen);
        assertThat(readiness.outbox().call().getStatus()).isEqualTo(Status.UP);
        // What an earlier test wrote counts, too.
        await().atMost(SOON).until(() -> unsent() == 0);
        execute("alter table ledger_outbox rename column partition_key to gone");
        try {
            // When
            execute("insert into ledger_outbox (shard, topic, key, headers, drawn) values (0, '"
                    + names.of(HawserTopic.EVENTS) + "', 'k', '{}', now() - interval '40 seconds')");

            // Then
            await().atMost(SOON).until(() -> readiness.outbox().call().getStatus() == Status.DOWN);
            assertThat(waitsFor()).contains("shard 0 has 1 records unsent, the oldest for ", "42703");
            assertThat(gauge("hawser_outbox_unsent")).isEqualTo(1);
            assertThat(gauge("hawser_outbox_oldest_seconds")).isGreaterThanOrEqualTo(40);
        } finally {
            execute("alter table ledger_outbox rename column gone to partition_key");
        }
        await().atMost(SOON)
                .until(() -> readiness.outbox().call().getStatus() == Status.UP
                        && gauge("hawser_outbox_unsent") == 0
                        && gauge("hawser_outbox_oldest_seconds") == 0);
        assertThat(waitsFor()).isEmpty();
    }

    private int unsent() throws SQLException {
        try (Connection connection = database.getConnection();
                var rows = connection.createStatement().executeQuery("select count(*) from ledger_outbox")) {
            rows.next();
            return rows.getInt(1);
        }
    }

    private String waitsFor() {
        return readiness.outbox().call().getData().orElseThrow().get("waitsFor").toString();
    }

    private double gauge(String name) {
        return metrics.get(name).gauge().value();
    }

    private void execute(String sql) throws SQLException {
        try (Connection connection = database.getConnection();
                var statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }
}
