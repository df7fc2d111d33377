package io.hawser.volume.lifecycle.work;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import com.google.protobuf.Message;
import io.hawser.bus.topic.HawserTopic;
import io.hawser.bus.topic.TopicNames;
import io.hawser.ledger.catchup.work.CatchUp;
import io.hawser.ledger.catchup.work.OwnRecords;
import io.hawser.ledger.catchup.work.StartGate;
import io.hawser.ledger.tx.db.DatabaseLife;
import io.hawser.ledger.tx.db.Periodic;
import io.hawser.ledger.tx.db.Transactions;
import io.hawser.testkit.quarkus.EmbeddedServices;
import io.hawser.volume.lifecycle.db.KnownRecords;
import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.smallrye.mutiny.Uni;
import io.vertx.core.Vertx;
import jakarta.enterprise.inject.Any;
import jakarta.enterprise.inject.Instance;
import jakarta.inject.Inject;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@QuarkusTest
@QuarkusTestResource(EmbeddedServices.class)
class RestoredVolumesIT {
    private static final Duration SOON = Duration.ofMinutes(2);
    private static final Duration CLOCKS_DIFFER = Duration.ofMinutes(5);
    /** Behind the database's. */
    private static final Clock BEHIND = Clock.fixed(Instant.parse("2026-01-02T00:00:00Z"), ZoneOffset.UTC);

    @Inject
    StartGate gate;

    @Inject
    Transactions transactions;

    @Inject
    DatabaseLife life;

    @Inject
    CatchUp catchUp;

    @Inject
    TopicNames names;

    @Inject
    Vertx vertx;

    /** One of them notes, each minute, until when all records are known. */
    @Inject
    @Any
    Instance<Periodic> periodic;

    private final List<Instant> starts = new ArrayList<>();
    private boolean failing = true;
    private Runnable meanwhile = () -> {};

    @BeforeEach
    void stop() {
        await().atMost(SOON).until(gate::isOpen);
        periodic.forEach(Periodic::stop);
    }

    @AfterEach
    void start() {
        periodic.forEach(Periodic::start);
    }

    @Test
    @DisplayName("A comparison with the topic that failed begins again where it began;"
            + " the next one begins where the complete one began, by the earlier of two clocks")
    void aComparisonThatFailed() {
        // Given
        Instant backup = Instant.parse("2026-01-01T00:00:00Z");
        transactions.run(tx -> KnownRecords.note(tx, backup)).await().atMost(SOON);
        RestoredVolumes volumes = new RestoredVolumes(gate, transactions, new Records(), life, BEHIND, vertx);
        // When
        assertThatThrownBy(() -> volumes.compare().await().atMost(SOON)).hasMessage("the broker is away");
        failing = false;
        volumes.compare().await().atMost(SOON);
        volumes.compare().await().atMost(SOON);
        // Then
        Instant before = backup.minus(CLOCKS_DIFFER);
        assertThat(starts).containsExactly(before, before, BEHIND.instant().minus(CLOCKS_DIFFER));
    }

    @Test
    @DisplayName("A comparison during which another server answers is not complete")
    void anotherServerAnswers() {
        // Given
        RestoredVolumes volumes = new RestoredVolumes(gate, transactions, new Records(), life, BEHIND, vertx);
        failing = false;
        meanwhile = () -> life.suspect("a test");
        // When
        assertThatThrownBy(() -> volumes.compare().await().atMost(SOON))
                // Then
                .hasMessage("another server answers");
    }

    private final class Records extends OwnRecords {
        Records() {
            super(catchUp, names, Map.of());
        }

        @Override
        public <T extends Message> Uni<Void> since(
                HawserTopic topic, Instant from, T prototype, Function<List<T>, Uni<Void>> portion) {
            starts.add(from);
            meanwhile.run();
            return failing
                    ? Uni.createFrom().failure(new IllegalStateException("the broker is away"))
                    : Uni.createFrom().voidItem();
        }
    }
}
