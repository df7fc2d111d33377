package io.hawser.deallocator.deletion.work;

import static org.assertj.core.api.Assertions.assertThat;

import io.hawser.deallocator.DeallocationIT;
import io.hawser.ledger.tx.db.LedgerTransaction;
import io.hawser.ledger.tx.db.Transactions;
import io.hawser.testkit.quarkus.EmbeddedServices;
import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import io.smallrye.mutiny.Uni;
import jakarta.inject.Inject;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.stream.Collectors;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@QuarkusTest
@TestProfile(DeallocationIT.WithToken.class)
@QuarkusTestResource(EmbeddedServices.class)
class PendingGaugesIT {
    private static final Duration SOON = Duration.ofMinutes(2);

    @Inject
    Transactions transactions;

    @Test
    @DisplayName("Counting the pending deletions passes no resource that nobody deletes")
    void anIndexOfPendingDeletions() {
        String plan = transactions
                .single(statements -> statements.select("explain " + PendingGauges.PENDING))
                .await()
                .atMost(SOON)
                .stream()
                .map(row -> (String) row[0])
                .collect(Collectors.joining("\n"));

        assertThat(plan).contains("resource_pending", "service_pending").doesNotContain("Seq Scan");
    }

    @Test
    @DisplayName("A volume that a service that ended keeps is not pending, however long ago another one asked for it")
    void aKeptVolumeIsNotPending() {
        // Given
        LocalDate kept = LocalDate.of(2001, 1, 1);
        LocalDate pending = LocalDate.of(2002, 1, 1);

        // When
        long since = transactions
                .run(tx -> resource(tx, "volume/kept-long", "b", kept)
                        .chain(() -> resource(tx, "volume/pending-long", "", pending))
                        .chain(() -> tx.statements().select(PendingGauges.PENDING))
                        .call(() -> tx.execute(
                                "delete from resource where id in ($1, $2)",
                                "volume/kept-long",
                                "volume/pending-long")))
                .await()
                .atMost(SOON)
                .stream()
                .filter(row -> row[0].equals("volume"))
                .mapToLong(row -> Math.round((Double) row[2]))
                .findFirst()
                .orElseThrow();

        // Then
        assertThat(LocalDate.ofInstant(Instant.now().minusSeconds(since), ZoneOffset.UTC))
                .isBetween(pending.minusDays(1), pending.plusDays(1));
    }

    private static Uni<Void> resource(LedgerTransaction tx, String id, String retainBy, LocalDate asked) {
        return tx.execute("""
                insert into resource (id, uid, leaving, delete_by, delete_origin, retain_by, deletion, asked, changed,
                  revision, told)
                values ($1, '', false, 'a', 'place', nullif($2, ''), 'ASKED', $3::timestamptz, $3::timestamptz, 0, '')
                """, id, retainBy, asked.atStartOfDay().atOffset(ZoneOffset.UTC));
    }
}
