package io.hawser.deallocator.deletion.work;

import static org.assertj.core.api.Assertions.assertThat;

import io.hawser.deallocator.DeallocationIT;
import io.hawser.ledger.tx.Transactions;
import io.hawser.testkit.quarkus.EmbeddedServices;
import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import jakarta.inject.Inject;
import java.time.Duration;
import java.util.stream.Collectors;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@QuarkusTest
@TestProfile(DeallocationIT.WithToken.class)
@QuarkusTestResource(EmbeddedServices.class)
class PendingGaugesIT {
    private static final Duration SOON = Duration.ofSeconds(30);

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
}
