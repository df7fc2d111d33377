package io.hawser.node.mount;

import static io.hawser.node.mount.NextSteps.NOW;
import static io.hawser.node.mount.NextSteps.STAGES;
import static org.assertj.core.api.Assertions.assertThat;

import io.hawser.node.layout.VolumeKey;
import java.util.Optional;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** What an assignment orders, and that silence orders nothing. */
class OrderTest {
    @Test
    void withoutAnAssignmentNothingIsTakenDown() {
        // Given
        MountRecord have = Sample.mounted(1, "t1");
        // When
        Order order = Order.of(have, Optional.empty());
        Step step = NextStep.of(have, order, STAGES, false, RetryState.FRESH, Optional.empty(), NOW);
        // Then
        assertThat(order).isEqualTo(new Order.Keep("no assignment", true));
        assertThat(step).isEqualTo(new Step.Rest());
    }

    @Test
    void anOlderGenerationIsNotActedOn() {
        // Given
        MountRecord have = Sample.mounted(5, "t1");
        // When
        Order order = Order.of(have, Optional.of(new DesiredState.Usable(Sample.nothing(4))));
        // Then
        assertThat(order).isInstanceOf(Order.Keep.class);
    }

    @Test
    void anotherVolumeOfTheNameTakesNothingDownUnlessTheOldOneWasOrderedToGo() {
        // Given
        MountRecord claimed = Sample.mounted(1, "t1");
        MountRecord leaving = claimed.under(Sample.nothing(2));
        DesiredState other = Sample.desired(Sample.assignment(3, "t2").setUid("u2"));
        // When
        Order orphaned = Order.of(claimed, Optional.of(new DesiredState.Usable(other)));
        Order letGo = Order.of(leaving, Optional.of(new DesiredState.Usable(other)));
        // Then
        assertThat(other.key()).isEqualTo(new VolumeKey("data", "u2"));
        assertThat(orphaned).isInstanceOf(Order.Keep.class);
        assertThat(letGo).isEqualTo(new Order.LetGo(Optional.empty()));
    }

    @Test
    @DisplayName("An order to let go goes on under a later assignment of the name only, not under "
            + "one of the same generation")
    void anOrderToLetGoGoesOnUnderALaterAssignmentOnly() {
        // Given
        MountRecord leaving = Sample.mounted(1, "t1").under(Sample.nothing(2));
        DesiredState same = Sample.desired(Sample.assignment(2, "t2").setUid("u2"));

        // Then
        assertThat(Order.of(leaving, Optional.of(new DesiredState.Usable(same))))
                .isInstanceOf(Order.Keep.class);
    }

    @Test
    @DisplayName("Without an order, what is certainly not here is forgotten, and everything else rests as it is")
    void withoutAnOrderOnlyNothingIsForgotten() {
        // Given
        Order orphaned = new Order.Keep("no assignment", true);
        Order unusable = new Order.Keep("assignment refused", false);

        // Then
        assertThat(silent(Sample.none(), orphaned)).isEqualTo(new Step.Forget());
        assertThat(silent(Sample.none(), unusable)).isEqualTo(new Step.Rest());
        assertThat(silent(Sample.mounted(1, "t1"), orphaned)).isEqualTo(new Step.Rest());
        assertThat(silent(Sample.mounted(1, "t1"), unusable)).isEqualTo(new Step.Rest());
    }

    private static Step silent(MountRecord have, Order order) {
        return NextStep.of(have, order, STAGES, false, RetryState.FRESH, Optional.empty(), NOW);
    }
}
