package io.hawser.ledger.fault;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class FaultOrderTest {
    @Test
    @DisplayName("An order says what, where, and when the point is reached for the how-manyth time")
    void anOrder() {
        assertThat(FaultOrder.parse("stop OUTBOX_READ:2"))
                .contains(new FaultOrder(FaultOrder.Action.STOP, CommitPoint.OUTBOX_READ, 2));
        assertThat(FaultOrder.parse("halt CALL_ENDED"))
                .contains(new FaultOrder(FaultOrder.Action.HALT, CommitPoint.CALL_ENDED, 1));
    }

    @Test
    @DisplayName("A file that is just being written says nothing")
    void nothing() {
        assertThat(FaultOrder.parse("")).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"explode CALL_ENDED", "halt SOMEWHERE", "halt CALL_ENDED:often", "halt"})
    @DisplayName("What no process understands is an error, not a process that lives on")
    void notAnOrder(String text) {
        assertThatIllegalArgumentException().isThrownBy(() -> FaultOrder.parse(text));
    }
}
