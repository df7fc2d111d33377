package io.hawser.volume.lifecycle.work;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.hawser.ledger.tx.LedgerTransaction;
import io.hawser.ledger.tx.Transactions;
import io.hawser.testkit.quarkus.EmbeddedServices;
import io.hawser.volume.lifecycle.work.LongQueued.Place;
import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.smallrye.mutiny.Uni;
import jakarta.inject.Inject;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@QuarkusTest
@QuarkusTestResource(EmbeddedServices.class)
class LongQueuedIT {
    private static final Duration SOON = Duration.ofSeconds(60);
    private static final int QUEUED = 450;
    /** Before anything that waits in this database. */
    private static final Instant SINCE = Instant.parse("2000-01-01T00:00:00Z");

    @Inject
    Transactions transactions;

    @Test
    @DisplayName("Of volumes that one decision queued, each is found once, however many there are")
    void queuedAtTheSameTime() {
        // Given
        List<String> found = new ArrayList<>();

        // When
        assertThatThrownBy(() -> transactions
                        .run(tx -> tx.execute(
                                        "insert into ledger_due (kind, key, queue, due, woken)"
                                                + " select 'volume', 'queued-' || i, 'p', $1::timestamptz, false"
                                                + " from generate_series(1, $2::int) i",
                                        SINCE.atOffset(ZoneOffset.UTC),
                                        QUEUED)
                                .chain(() -> all(tx, new Place(Instant.EPOCH, ""), found)))
                        .await()
                        .atMost(SOON))
                .isInstanceOf(NotStoredException.class);

        // Then
        assertThat(found).hasSize(QUEUED).doesNotHaveDuplicates();
    }

    /** Nothing of it is stored: the running service would look for these volumes. */
    private static Uni<Void> all(LedgerTransaction tx, Place after, List<String> found) {
        return LongQueued.next(tx.statements(), after, SINCE).chain(places -> {
            if (places.isEmpty()) {
                return Uni.createFrom().failure(new NotStoredException());
            }
            places.forEach(place -> found.add(place.volume()));
            return all(tx, places.getLast(), found);
        });
    }

    private static final class NotStoredException extends RuntimeException {
        private static final long serialVersionUID = 1;
    }
}
