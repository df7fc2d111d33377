package io.hawser.strict;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.grpc.Status.Code;
import io.hawser.csi.v1.VolumeCapability.AccessMode.Mode;
import io.hawser.strict.fault.Fault;
import io.hawser.strict.history.Event;
import java.util.Optional;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Calls that take longer than their caller waits. */
class SlowCallsContractTest extends FaultyPlugin {
    /** Milliseconds. Short, so that what comes behind such a call has time while the plugin is still busy with it. */
    private static final int SOON = 500;

    @Test
    void aDelayedCallKeepsItsVolumeBusyAfterItsCallerGaveUp() {
        // Given
        misbehave("CreateVolume * 1 delay 10s");

        // When
        createTooLate();
        Optional<Code> second = createWithin(120_000);

        // Then
        assertThat(second).contains(Code.ABORTED);
        await().until(() -> plugin.volumes().size() == 1);
        assertThat(createWithin(120_000)).isEmpty();
        assertThat(plugin.verdict().violations()).isEmpty();
    }

    @Test
    void aHangingCallDoesNothingAndFreesItsVolume() {
        // Given
        misbehave("CreateVolume * 1 hang");

        // When
        createTooLate();

        // Then
        assertThat(plugin.volumes()).isEmpty();
        await().until(() -> createWithin(120_000).isEmpty());
    }

    @Test
    void aHangingCallMayHoldItsVolumeForEver() {
        // Given
        misbehave("CreateVolume * 1 hang holding");

        // When
        createTooLate();

        // Then
        assertThat(createWithin(120_000)).contains(Code.ABORTED);
        assertThat(createWithin(120_000)).contains(Code.ABORTED);
        plugin.die(Fault.Die.Memory.WITH_STATE);
        plugin.comeBack();
        awaitReconnected();
        assertThat(createWithin(120_000)).isEmpty();
    }

    @Test
    void aCallThatHoldsItsVolumeMayBeThePluginsEnd() {
        // Given
        misbehave("CreateVolume * 1 hang holding 10s");

        // When
        createTooLate();
        Optional<Code> second = createWithin(120_000);

        // Then
        assertThat(second).contains(Code.ABORTED);
        await().until(() -> {
            caller.reconnect();
            return createWithin(120_000).isEmpty();
        });
    }

    @Test
    void aLateAnswerComesAfterItsCallerGaveUp() {
        // Given
        misbehave("CreateVolume * 1 late 50ms");

        // When
        createTooLate();

        // Then
        await().until(() -> plugin.volumes().size() == 1);
        assertThat(plugin.events().stream()
                        .filter(Event.CallEnded.class::isInstance)
                        .map(Event.CallEnded.class::cast)
                        .filter(ended -> !ended.delivered()))
                .singleElement()
                .satisfies(ended -> assertThat(ended.effect()).isEqualTo(Event.Effect.WHOLE));
    }

    @Test
    @DisplayName("A call that runs on a node when the node is lost has no effect later")
    void aLostNodePublishesNothing() {
        // Given
        volume.create().attach("n1").stage("n1");
        misbehave("""
                NodePublishVolume * 1 delay 2s
                CreateVolume      * 1 delay 3s
                """);
        caller.nodeLater("n1")
                .nodePublishVolume(volume.publishRequest("n1", "t1").build());
        await().until(this::isFaultApplied);

        // When
        plugin.lost("n1");

        // Then
        createAnother();
        assertThat(plugin.volumes())
                .allSatisfy(each -> assertThat(each.publications()).isEmpty());
    }

    /** Ends by its deadline while the plugin has the call. One that did not get there in time is sent again. */
    private void createTooLate() {
        await().until(() -> {
            if (isFaultApplied()) {
                return true;
            }
            Code ended = createWithin(SOON).orElseThrow();
            // The call before may have got there after all, and keep the volume busy.
            assertThat(ended).isIn(Code.DEADLINE_EXCEEDED, Code.ABORTED);
            return isFaultApplied();
        });
    }

    private boolean isFaultApplied() {
        return plugin.events().stream().anyMatch(Event.FaultApplied.class::isInstance);
    }

    /** Later than the other call's delay ends. */
    private void createAnother() {
        new VolumeUser(caller, OFFERED, "b", Mode.MULTI_NODE_MULTI_WRITER).create();
    }
}
