package io.hawser.deallocator.deletion.work;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.hawser.ledger.catchup.ClosedGateException;
import io.hawser.ledger.testkit.HeldGate;
import io.smallrye.mutiny.Uni;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class DeletionWorkTest {
    @Test
    @DisplayName("Nothing is deallocated before the start gate is open: a live task may be written and not read")
    void nothingIsDecidedBeforeTheGateIsOpen() {
        // Given
        HeldGate gate = HeldGate.read();
        DeletionWork work = new DeletionWork(gate, null, null, null);

        // When
        Uni<Void> done = work.work(new Services(null, null), List.of("a"));

        // Then
        assertThatThrownBy(() -> done.await().indefinitely()).isInstanceOf(ClosedGateException.class);

        // When
        gate.open();

        // Then: it goes on to whom it deletes, which this test has nobody to ask for.
        assertThatThrownBy(() -> done.await().indefinitely()).isInstanceOf(NullPointerException.class);
    }
}
