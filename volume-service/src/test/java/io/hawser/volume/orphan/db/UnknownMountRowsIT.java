package io.hawser.volume.orphan.db;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.hawser.ledger.tx.db.LedgerTransaction;
import io.hawser.ledger.tx.db.Transactions;
import io.hawser.testkit.quarkus.EmbeddedServices;
import io.hawser.volume.id.NodeName;
import io.hawser.volume.id.NodeVolume;
import io.hawser.volume.id.VolumeName;
import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.smallrye.mutiny.Uni;
import jakarta.inject.Inject;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Which mounts under a name hold a registration up. */
@QuarkusTest
@QuarkusTestResource(EmbeddedServices.class)
class UnknownMountRowsIT {
    private static final Duration SOON = Duration.ofSeconds(60);

    @Inject
    Transactions transactions;

    private final NodeName node = new NodeName("n-" + UUID.randomUUID());
    private final VolumeName volume = new VolumeName("v-" + UUID.randomUUID());

    @Test
    @DisplayName("A mount counts until its node has said other things for an hour")
    void theHour() {
        assertThat(under(Optional.of("59 minutes"), "0")).isEqualTo(List.of(mount()));
        assertThat(under(Optional.of("61 minutes"), "0")).isEmpty();
    }

    @Test
    @DisplayName("A silent node's last report counts for as long as the node is silent, and so does that of a node"
            + " without heartbeats")
    void aSilentNode() {
        assertThat(under(Optional.of("0"), "3 days")).isEqualTo(List.of(mount()));
        assertThat(under(Optional.empty(), "3 days")).isEqualTo(List.of(mount()));
    }

    @Test
    @DisplayName("A mount of another name does not count")
    void anotherName() {
        assertThat(seen(Optional.empty(), "0", new VolumeName("another"))).isEmpty();
    }

    private UnknownMounts.Mount mount() {
        return new UnknownMounts.Mount(node, volume, "uid");
    }

    private List<UnknownMounts.Mount> under(Optional<String> heardAfter, String ago) {
        return seen(heardAfter, ago, volume);
    }

    /**
     * Nothing of it is stored.
     *
     * @param heardAfter how long after the report of the mount the node was heard last; empty = it has no heartbeats
     * @param ago how long ago the mount was reported
     */
    private List<UnknownMounts.Mount> seen(Optional<String> heardAfter, String ago, VolumeName asked) {
        List<UnknownMounts.Mount> seen = new ArrayList<>();
        assertThatThrownBy(() -> transactions
                        .run(tx -> UnknownMounts.isNew(tx, new NodeVolume(node, volume), "uid")
                                .chain(() -> tx.execute(
                                        "update unknown_mount set heard = now() - $2::text::interval where node = $1",
                                        node.value(),
                                        ago))
                                .chain(() -> heardAfter
                                        .map(after -> hear(tx, after))
                                        .orElseGet(() -> Uni.createFrom().voidItem()))
                                .chain(() -> UnknownMounts.under(tx, List.of(asked)))
                                .invoke(seen::addAll)
                                .chain(() -> Uni.createFrom().failure(new NotStoredException())))
                        .await()
                        .atMost(SOON))
                .isInstanceOf(NotStoredException.class);
        return seen;
    }

    private Uni<Void> hear(LedgerTransaction tx, String after) {
        return tx.execute("""
                        insert into ledger_heard (name, applied, interval_ms, silent)
                        select node, heard + $2::text::interval, 1000, true from unknown_mount where node = $1
                        """, node.value(), after);
    }

    private static final class NotStoredException extends RuntimeException {
        private static final long serialVersionUID = 1;
    }
}
