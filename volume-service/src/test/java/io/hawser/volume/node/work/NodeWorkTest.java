package io.hawser.volume.node.work;

import static org.assertj.core.api.Assertions.assertThat;

import io.hawser.ledger.testkit.HeldGate;
import io.hawser.volume.GatedLoop;
import io.hawser.volume.node.db.NodeRow;
import io.hawser.volume.wiring.VolumeConfig;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class NodeWorkTest {
    @Test
    @DisplayName("No node is forgotten before the start has read the topics: it may be in the inventory again")
    void nothingIsDecidedBefore() {
        // Given
        GatedLoop loop = started(false);

        // When
        loop.wake(NodeRow.KIND);

        // Then
        assertThat(loop.noted).isEmpty();
    }

    @Test
    @DisplayName("A node is decided within the gate alone, which another database server shuts")
    void decidedInTheGate() {
        // Given
        GatedLoop loop = started(true);

        // When
        loop.wake(NodeRow.KIND);

        // Then
        assertThat(loop.noted).contains(GatedLoop.DECIDED_IN_THE_GATE).doesNotContain(GatedLoop.DECIDED_OUTSIDE);
    }

    private static GatedLoop started(boolean read) {
        GatedLoop loop = new GatedLoop(read, Optional.empty());
        new NodeWork(
                        loop.transactions,
                        loop.gate,
                        null,
                        null,
                        HeldGate.defaults(VolumeConfig.class, Map.of()),
                        loop.config,
                        GatedLoop.vertx(),
                        loop.signal)
                .loop.start();
        return loop;
    }
}
