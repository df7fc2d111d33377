package io.hawser.strict;

import static io.hawser.strict.RightPace.PAUSE;
import static io.hawser.strict.RightPace.options;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.grpc.ConnectivityState;
import io.hawser.csi.v1.ListVolumesRequest;
import io.hawser.csi.v1.ProbeRequest;
import io.hawser.csi.v1.VolumeCapability.AccessMode.Mode;
import io.hawser.strict.call.Capabilities;
import io.hawser.strict.call.CapabilityProfiles;
import io.hawser.strict.fault.FaultScript;
import java.nio.file.Path;
import java.time.Duration;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** Calls that come again after one that failed. Each test has a plugin and a folder of its own. */
@Tag("concurrent")
@Execution(ExecutionMode.CONCURRENT)
class RightRepeatsContractTest {
    /** Nothing here is to wait for a deadline, and the first call of a JVM takes its time. */
    private static final Duration PATIENCE = Duration.ofSeconds(120);

    @TempDir
    Path folder;

    @Test
    @DisplayName("a token that was answered with ABORTED may be used again once a listing begun anew has given it")
    void aTokenGivenAnewBreaksNoRule() {
        // Given
        Capabilities offered = CapabilityProfiles.full();
        FaultScript forgetful = FaultScript.parse("ListVolumes * 2 error ABORTED");
        try (StrictPlugin plugin = StrictPlugin.start(options(folder, offered, forgetful));
                Caller caller = new Caller(plugin, folder)) {
            caller.read(offered, "n1");
            new VolumeUser(caller, offered, "a", Mode.SINGLE_NODE_WRITER).create();
            new VolumeUser(caller, offered, "b", Mode.SINGLE_NODE_WRITER).create();
            String forgotten = firstPage(caller);
            assertThatThrownBy(() -> nextPage(caller, forgotten)).hasMessageContaining("ABORTED");

            // When
            String again = firstPage(caller);
            nextPage(caller, again);

            // Then
            assertThat(again).isEqualTo(forgotten);
            assertThat(plugin.verdict().violations()).isEmpty();
        }
    }

    @Test
    @DisplayName("A call that changes nothing may be repeated after a pause, and by another caller without one")
    void askingAgainAfterAPauseBreaksNoRule() {
        // Given
        FaultScript failing = FaultScript.parse("ListVolumes * 1-2 error UNAVAILABLE");
        try (StrictPlugin plugin = StrictPlugin.start(options(folder, CapabilityProfiles.full(), failing));
                Caller caller = new Caller(plugin, folder);
                Caller another = new Caller(plugin, folder)) {
            caller.read(CapabilityProfiles.full());

            // When
            assertThatThrownBy(() -> firstPage(caller)).hasMessageContaining("UNAVAILABLE");
            assertThatThrownBy(() -> firstPage(another)).hasMessageContaining("UNAVAILABLE");
            await().pollDelay(PAUSE).until(() -> firstPage(caller).isEmpty());

            // Then
            assertThat(plugin.verdict().violations()).isEmpty();
            assertThat(plugin.verdict().exercised().get("retry-not-at-once")).isPositive();
        }
    }

    @Test
    @DisplayName("Of a call that would reach another plugin than the one whose capabilities were read, nothing leaves")
    void anotherPluginIsNotCalledUnread() {
        // Given
        Capabilities offered = CapabilityProfiles.full();
        FaultScript deadly = FaultScript.parse("ListVolumes * 1 die with-state 200ms");
        try (StrictPlugin plugin = StrictPlugin.start(options(folder, offered, deadly));
                Caller caller = Caller.careful(plugin, folder, PATIENCE);
                Caller another = new Caller(plugin, folder)) {
            caller.read(offered, "n1");
            another.read(offered);
            assertThatThrownBy(() -> firstPage(another)).hasMessageContaining("UNAVAILABLE");
            await().until(() -> {
                another.reconnect();
                return Caller.code(() -> another.identity().probe(ProbeRequest.getDefaultInstance()))
                        .isEmpty();
            });
            // A call that is sent before the channel notices would be lost with the connection.
            await().until(() -> Stream.of(caller.controllerChannel(), caller.nodeChannel("n1"))
                    .noneMatch(channel -> channel.getState(false) == ConnectivityState.READY));

            // When
            assertThatThrownBy(() -> firstPage(caller)).hasMessageContaining("CANCELLED");
            caller.reconnect();
            caller.read(offered, "n1");
            firstPage(caller);

            // Then
            assertThat(plugin.verdict().violations()).isEmpty();
        }
    }

    private static String firstPage(Caller caller) {
        return caller.controller()
                .listVolumes(ListVolumesRequest.newBuilder().setMaxEntries(1).build())
                .getNextToken();
    }

    private static void nextPage(Caller caller, String token) {
        caller.controller()
                .listVolumes(ListVolumesRequest.newBuilder()
                        .setMaxEntries(1)
                        .setStartingToken(token)
                        .build());
    }
}
