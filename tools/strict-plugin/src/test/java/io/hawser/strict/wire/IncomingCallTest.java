package io.hawser.strict.wire;

import static org.assertj.core.api.Assertions.assertThat;

import io.grpc.Deadline;
import io.hawser.csi.v1.NodeUnstageVolumeRequest;
import io.hawser.strict.Moment;
import io.hawser.strict.Rpc;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class IncomingCallTest {
    private static final Duration LATE = Duration.ofSeconds(5);

    @Test
    @DisplayName("A caller whose deadline passed gave up then, however late a busy plugin notices")
    void whoseDeadlinePassedGaveUpThen() {
        // Given
        IncomingCall call = call(Optional.of(Deadline.after(-LATE.toSeconds(), TimeUnit.SECONDS)));
        Moment noticed = Moment.now();

        // When
        Duration before = noticed.since(call.givenUpAt(noticed));

        // Then
        assertThat(before).isGreaterThanOrEqualTo(LATE);
    }

    @Test
    @DisplayName("A caller that cancels before its deadline, or that sent none, gave up when it was noticed")
    void whoCancelsGaveUpWhenItWasNoticed() {
        Moment noticed = Moment.now();
        assertThat(call(Optional.of(Deadline.after(1, TimeUnit.HOURS))).givenUpAt(noticed))
                .isEqualTo(noticed);
        assertThat(call(Optional.empty()).givenUpAt(noticed)).isEqualTo(noticed);
    }

    @Test
    @DisplayName("A caller that lost its connection gave up then")
    void whoLostItsConnectionGaveUpThen() {
        // Given
        Moment noticed = Moment.now();
        Moment lost = noticed.before(LATE);

        // When / Then
        assertThat(call(Optional.of(Deadline.after(1, TimeUnit.HOURS)), lost).givenUpAt(noticed))
                .isEqualTo(lost);
        assertThat(call(Optional.empty(), noticed).givenUpAt(lost)).isEqualTo(lost);
    }

    private static IncomingCall call(Optional<Deadline> deadline) {
        return call(deadline, null);
    }

    private static IncomingCall call(Optional<Deadline> deadline, Moment closed) {
        return new IncomingCall(
                Rpc.NODE_UNSTAGE_VOLUME,
                NodeUnstageVolumeRequest.getDefaultInstance(),
                1,
                deadline,
                new AtomicReference<>(closed),
                null,
                () -> {});
    }
}
