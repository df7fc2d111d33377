package io.hawser.ledger;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.hawser.bus.topic.HawserTopic;
import io.hawser.bus.topic.TopicNames;
import io.hawser.ledger.intake.StoppedPartitions;
import io.hawser.ledger.operator.api.IntakeReadiness;
import io.micrometer.core.instrument.MeterRegistry;
import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.stream.IntStream;
import javax.sql.DataSource;
import org.eclipse.microprofile.health.HealthCheckResponse;
import org.eclipse.microprofile.health.HealthCheckResponse.Status;
import org.eclipse.microprofile.health.Readiness;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** What fails for a reason that the failure itself does not tell: only the sample record says who is at fault. */
@QuarkusTest
@QuarkusTestResource(LedgerServices.class)
class SampleRecordsIT {
    private static final Duration SOON = Duration.ofSeconds(60);

    @Inject
    TaskLog tasks;

    @Inject
    CountingApplier applier;

    @Inject
    TopicNames names;

    @Inject
    DataSource database;

    @Inject
    StoppedPartitions stopped;

    @Inject
    @Readiness
    IntakeReadiness readiness;

    @Inject
    MeterRegistry metrics;

    private final String service = "s" + UUID.randomUUID();

    @Test
    @DisplayName("A column that every row must have and no statement of ours fills stops the partition: nothing is "
            + "buried, and all is applied once it is gone")
    void aColumnThatNobodyFills() throws Exception {
        // Given: rows that other tests left must have it, too
        update("alter table counter add column x int not null default 0");
        update("alter table counter alter column x drop default");
        try {
            // When
            tasks.writeTogether(service, eight());

            // Then
            assertStops("23502", "null value in column \"x\"");
        } finally {
            update("alter table counter drop column x");
        }
        assertAppliedByItself();
    }

    @Test
    @DisplayName("A program that cannot apply even the sample stops the partition: nothing is buried, and all is "
            + "applied once it is mended")
    void aProgramThatAppliesNothing() {
        // Given
        applier.broken(true);
        try {
            // When
            tasks.writeTogether(service, eight());

            // Then: the reason is how the sample failed
            assertStops("IllegalStateException", "no task can be applied: sample-");
        } finally {
            applier.broken(false);
        }
        assertAppliedByItself();
    }

    @Test
    @DisplayName("A record that deletes a row which somebody else deletes meanwhile is run again on what is so now, "
            + "and is not buried")
    void theRowIsGoneMeanwhile() throws Exception {
        // Given
        String moved = "moved-" + service;
        tasks.writeTogether(service, List.of(service + "-0"));
        await().atMost(SOON).until(() -> tasks.count(service) == 1);
        try (Connection other = database.getConnection()) {
            other.setAutoCommit(false);
            update(other, "delete from counter where name = '" + service + "'");

            // When: the intake has read the row, and waits with its own delete
            tasks.writeTogether(service, List.of(moved));
            await().atMost(SOON).until(this::somebodyWaitsForALock);
            other.commit();
        }

        // Then
        await().atMost(SOON).until(() -> tasks.count(moved) == 1);
        assertThat(tasks.count(service)).isZero();
        assertThat(tasks.buried()).doesNotContain(moved);
        assertThat(tasks.count(moved)).isEqualTo(1);
    }

    private void assertStops(String cause, String sentence) {
        String partition = names.of(HawserTopic.TASKS) + "-0";
        await().atMost(SOON)
                .until(() -> stopped.sentences().getOrDefault(partition, "").contains(sentence));
        // The gauge follows the sentence.
        await().atMost(SOON)
                .until(() -> metrics.find("hawser_intake_stopped")
                                .tag("topic", names.of(HawserTopic.TASKS))
                                .tag("cause", cause)
                                .gauge()
                        != null);
        HealthCheckResponse response = readiness.call().await().atMost(SOON);
        assertThat(response.getStatus()).isEqualTo(Status.DOWN);
        assertThat(response.getData().orElseThrow().get("waitsFor").toString()).contains(partition, sentence);
    }

    private void assertAppliedByItself() {
        await().atMost(SOON).until(() -> tasks.count(service) >= eight().size());
        assertThat(tasks.buried()).noneMatch(key -> key.startsWith(service));
        assertThat(tasks.count(service)).isEqualTo(eight().size());
        await().atMost(SOON).until(() -> stopped.sentences().isEmpty());
    }

    private List<String> eight() {
        return IntStream.range(0, 8).mapToObj(i -> service + "-" + i).toList();
    }

    private boolean somebodyWaitsForALock() throws SQLException {
        try (Connection connection = database.getConnection();
                var statement = connection.createStatement();
                var rows = statement.executeQuery("select 1 from pg_stat_activity where wait_event_type = 'Lock'"
                        + " and query like 'delete from counter %'")) {
            return rows.next();
        }
    }

    private void update(String sql) throws SQLException {
        try (Connection connection = database.getConnection()) {
            update(connection, sql);
        }
    }

    private static void update(Connection connection, String sql) throws SQLException {
        try (var statement = connection.createStatement()) {
            statement.executeUpdate(sql);
        }
    }
}
