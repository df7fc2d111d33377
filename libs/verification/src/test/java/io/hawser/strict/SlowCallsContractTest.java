package io.hawser.strict;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.grpc.Status.Code;
import io.hawser.strict.fault.Fault;
import io.hawser.strict.history.Event;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Calls that take longer than their caller waits. */
class SlowCallsContractTest extends FaultyPlugin {
    @Test
    void aDelayedCallKeepsItsVolumeBusyAfterItsCallerGaveUp() {
        // Given
        misbehave("CreateVolume * 1 delay 1s");

        // When
        Optional<Code> first = createWithin(100);
        Optional<Code> second = createWithin(30_000);

        // Then
        assertThat(first).contains(Code.DEADLINE_EXCEEDED);
        assertThat(second).contains(Code.ABORTED);
        await().until(() -> plugin.volumes().size() == 1);
        assertThat(createWithin(30_000)).isEmpty();
        assertThat(plugin.verdict().violations()).isEmpty();
    }

    @Test
    void aHangingCallDoesNothingAndFreesItsVolume() {
        // Given
        misbehave("CreateVolume * 1 hang");

        // When
        Optional<Code> first = createWithin(100);

        // Then
        assertThat(first).contains(Code.DEADLINE_EXCEEDED);
        assertThat(plugin.volumes()).isEmpty();
        await().until(() -> createWithin(30_000).isEmpty());
    }

    @Test
    void aHangingCallMayHoldItsVolumeForEver() {
        // Given
        misbehave("CreateVolume * 1 hang holding");

        // When
        createWithin(100);

        // Then
        assertThat(createWithin(30_000)).contains(Code.ABORTED);
        assertThat(createWithin(30_000)).contains(Code.ABORTED);
        plugin.die(Fault.Die.Memory.WITH_STATE);
        plugin.comeBack();
        awaitReconnected();
        assertThat(createWithin(30_000)).isEmpty();
    }

    @Test
    void aCallThatHoldsItsVolumeMayBeThePluginsEnd() {
        // Given
        misbehave("CreateVolume * 1 hang holding 1s");

        // When
        Optional<Code> first = createWithin(100);
        Optional<Code> second = createWithin(30_000);

        // Then
        assertThat(first).contains(Code.DEADLINE_EXCEEDED);
        assertThat(second).contains(Code.ABORTED);
        await().until(() -> {
            caller.reconnect();
            return createWithin(30_000).isEmpty();
        });
    }

    @Test
    void aLateAnswerComesAfterItsCallerGaveUp() {
        // Given
        misbehave("CreateVolume * 1 late 50ms");

        // When
        Optional<Code> first = createWithin(100);

        // Then
        assertThat(first).contains(Code.DEADLINE_EXCEEDED);
        await().until(() -> plugin.volumes().size() == 1);
        assertThat(plugin.events().stream()
                        .filter(Event.CallEnded.class::isInstance)
                        .map(Event.CallEnded.class::cast)
                        .filter(ended -> !ended.delivered()))
                .singleElement()
                .satisfies(ended -> assertThat(ended.effect()).isEqualTo(Event.Effect.WHOLE));
    }
}
