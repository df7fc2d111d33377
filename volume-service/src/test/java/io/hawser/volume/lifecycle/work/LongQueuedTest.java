package io.hawser.volume.lifecycle.work;

import static io.hawser.volume.id.Ids.N1;
import static io.hawser.volume.id.Ids.N2;
import static org.assertj.core.api.Assertions.assertThat;

import io.hawser.volume.lifecycle.Operation;
import io.hawser.volume.lifecycle.Reconciliation;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class LongQueuedTest {
    private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");
    private static final Operation DETACH = new Operation.Unpublish(N1);
    private static final Operation ATTACH = new Operation.Publish(N2);

    @Test
    @DisplayName("A volume that waits for a permit of one kind is soon looked at for a call of another kind")
    void twoKinds() {
        assertThat(LongQueued.lookAt(outcome(Optional.empty(), DETACH, ATTACH), Optional.empty(), NOW))
                .hasValueSatisfying(look -> assertThat(look).isBetween(NOW.plusMillis(1), NOW.plusSeconds(10)));
        assertThat(LongQueued.lookAt(
                        outcome(Optional.empty(), DETACH, new Operation.Unpublish(N2)), Optional.empty(), NOW))
                .isEmpty();
    }

    @Test
    @DisplayName("A volume that waits for a permit is looked at when another call is due, or a condition")
    void later() {
        Optional<Instant> retry = Optional.of(NOW.plusSeconds(3));
        Optional<Instant> condition = Optional.of(NOW.plusSeconds(2));

        assertThat(LongQueued.lookAt(outcome(retry, DETACH), Optional.empty(), NOW))
                .isEqualTo(retry);
        assertThat(LongQueued.lookAt(outcome(retry, DETACH), condition, NOW)).isEqualTo(condition);
        assertThat(LongQueued.lookAt(outcome(Optional.empty(), DETACH), condition, NOW))
                .isEqualTo(condition);
    }

    @Test
    @DisplayName("A wait keeps the time at which it began, unless that is still to come: another clock was ahead")
    void since() {
        assertThat(LongQueued.since(null, NOW)).isEqualTo(NOW);
        assertThat(LongQueued.since(NOW.minusSeconds(1), NOW)).isEqualTo(NOW.minusSeconds(1));
        assertThat(LongQueued.since(NOW.plusMillis(1), NOW)).isEqualTo(NOW);
    }

    private static Reconciliation.Outcome outcome(Optional<Instant> next, Operation... calls) {
        return new Reconciliation.Outcome(Optional.empty(), List.of(), List.of(), List.of(calls), next);
    }
}
