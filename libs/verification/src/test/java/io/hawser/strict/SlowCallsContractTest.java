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
    /** Milliseconds: a call must reach the plugin before its caller gives up, on a slow machine, too. */
    private static final int SOON = 1000;

    @Test
    void aDelayedCallKeepsItsVolumeBusyAfterItsCallerGaveUp() {
        // Given
        misbehave("CreateVolume * 1 delay 3s");

        // When
        Optional<Code> first = createWithin(SOON);
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
        Optional<Code> first = createWithin(SOON);

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
        createWithin(SOON);

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
        misbehave("CreateVolume * 1 hang holding 3s");

        // When
        Optional<Code> first = createWithin(SOON);
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
        Optional<Code> first = createWithin(SOON);

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
        await().until(() -> plugin.events().stream().anyMatch(Event.FaultApplied.class::isInstance));

        // When
        plugin.lost("n1");

        // Then
        createAnother();
        assertThat(plugin.volumes())
                .allSatisfy(each -> assertThat(each.publications()).isEmpty());
    }

    /** Later than the other call's delay ends. */
    private void createAnother() {
        new VolumeUser(caller, OFFERED, "b", Mode.MULTI_NODE_MULTI_WRITER).create();
    }
}
