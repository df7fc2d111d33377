package io.hawser.strict;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.grpc.Status.Code;
import io.hawser.csi.v1.NodeGetInfoRequest;
import io.hawser.strict.history.Event;
import java.nio.file.Files;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** A plugin that dies, loses a socket, or is uninstalled. */
class DyingPluginContractTest extends FaultyPlugin {
    @Test
    void aDyingPluginComesBackWithItsState() {
        // Given
        misbehave("CreateVolume * 1 die acting with-state 100ms");

        // When
        Optional<Code> first = createWithin(120_000);

        // Then
        assertThat(first).contains(Code.UNAVAILABLE);
        awaitReconnected();
        assertThat(plugin.volumes()).hasSize(1);
        assertThat(plugin.events())
                .filteredOn(event -> event instanceof Event.CallEnded ended && !ended.delivered())
                .extracting(event -> ((Event.CallEnded) event).effect())
                .containsExactly(Event.Effect.WHOLE);
        assertThat(createWithin(120_000)).isEmpty();
    }

    @Test
    void aDyingPluginMayComeBackWithoutItsState() {
        // Given
        volume.create();
        misbehave("DeleteVolume * 1 die without-state 100ms");

        // When
        Optional<Code> first = Caller.code(volume::delete);

        // Then
        assertThat(first).contains(Code.UNAVAILABLE);
        awaitReconnected();
        assertThat(plugin.volumes()).isEmpty();
    }

    @Test
    void aSocketThatIsGoneLeavesTheOthersAlone() {
        // Given
        misbehave("CreateVolume * 1 socket-gone 30s");

        // When
        Optional<Code> first = createWithin(120_000);
        // The caller hears of the lost connection before the file is gone.
        await().pollInterval(Duration.ofMillis(5)).until(() -> !Files.exists(folder.resolve("csi.sock")));
        Optional<Code> onNode =
                Caller.code(() -> caller.node("n1").nodeGetInfo(NodeGetInfoRequest.getDefaultInstance()));

        // Then
        assertThat(first).contains(Code.UNAVAILABLE);
        assertThat(onNode).isEmpty();
        plugin.comeBack();
        awaitReconnected();
        assertThat(folder.resolve("csi.sock")).exists();
    }

    @Test
    void aSocketThatIsGoneIsBackAfterItsTime() {
        // Given
        misbehave("CreateVolume * 1 socket-gone 50ms");
        long starts = starts();

        // When
        Optional<Code> first = createWithin(120_000);

        // Then
        assertThat(first).contains(Code.UNAVAILABLE);
        await().until(() -> starts() == starts + 1);
        awaitReconnected();
        assertThat(folder.resolve("csi.sock")).exists();
    }

    private long starts() {
        return plugin.events().stream()
                .filter(event -> event instanceof Event.PluginChanged changed
                        && changed.what().equals("started"))
                .count();
    }

    @Test
    @DisplayName("An uninstalled plugin has no sockets; a restart that a fault has scheduled does not bring it back")
    void uninstalled() {
        // Given
        misbehave("CreateVolume * 1 socket-gone 50ms");
        createWithin(120_000);
        // When
        plugin.uninstall();
        // Then
        assertThat(plugin.running()).isEmpty();
        await().during(Duration.ofMillis(200))
                .until(() -> Files.notExists(folder.resolve("csi.sock")) && Files.notExists(folder.resolve("n1.sock")));
        plugin.comeBack();
        awaitReconnected();
        assertThat(plugin.running()).isPresent();
    }
}
