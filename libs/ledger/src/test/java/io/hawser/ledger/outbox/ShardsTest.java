package io.hawser.ledger.outbox;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class ShardsTest {
    @Test
    @DisplayName("Each shard's producer has a transactional id of its own, in the shards' order")
    void transactionalIds() {
        assertThat(Shards.transactionalIds("hawser", "volume-service"))
                .containsExactly("hawser.volume-service.outbox-0", "hawser.volume-service.outbox-1");
    }

    @Test
    @DisplayName("A key's shard never changes: rows of two releases would overtake each other")
    void neverChanges() {
        assertThat(List.of("a", "b", "c", "d").stream().map(key -> Shards.of("hawser.tasks", key)))
                .containsExactly((short) 1, (short) 0, (short) 0, (short) 0);
        assertThat(List.of("a", "b", "c", "d").stream().map(key -> Shards.of("hawser.volumes", key)))
                .containsExactly((short) 0, (short) 0, (short) 1, (short) 1);
    }
}
