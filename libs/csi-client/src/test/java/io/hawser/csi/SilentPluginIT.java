package io.hawser.csi;

import static io.hawser.csi.OneVolume.DELETE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.hawser.csi.v1.DeleteVolumeResponse;
import io.hawser.embedded.network.Relay;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A network between the client and a plugin that accepts bytes, passes none on, and closes nothing. */
class SilentPluginIT {
    private static final Duration SHORT = Duration.ofSeconds(1);
    private static final Duration LONG = Duration.ofSeconds(60);

    @TempDir
    Path folder;

    private PluginScript plugin;
    private Relay network;
    private CsiClient client;
    private CsiConnection connection;

    @BeforeEach
    void start() throws IOException {
        plugin = PluginScript.startedAtAndOnTcp(folder.resolve("csi.sock"));
        plugin.answer(CsiRpc.DELETE_VOLUME, DeleteVolumeResponse.getDefaultInstance());
        network = new Relay(((CsiEndpoint.Tcp) plugin.tcp()).port());
        client = CsiClient.create(new SimpleMeterRegistry());
    }

    private void connect(Duration identityDeadline) {
        connection = client.connect(
                new CsiEndpoint.Tcp("127.0.0.1", network.port()),
                ConnectionOptions.reading(CsiService.CONTROLLER).withIdentityDeadline(identityDeadline));
    }

    @AfterEach
    void stop() throws IOException {
        client.close();
        network.close();
        plugin.close();
    }

    @Test
    @DisplayName("After a call without an answer in time, the next call uses a new connection")
    void aConnectionThatDiesSilently() {
        // Given
        connect(LONG);
        assertThat(delete(LONG)).isInstanceOf(RpcOutcome.Done.class);
        network.swallow();
        assertThat(delete(SHORT)).isInstanceOf(RpcOutcome.Uncertain.class);
        // When
        network.heal();
        // Then
        assertThat(delete(LONG)).isInstanceOf(RpcOutcome.Done.class);
    }

    @Test
    @DisplayName("After a connection that never came up in time, a later call uses a new one")
    void aConnectionThatNeverComesUp() {
        // Given
        connect(SHORT);
        network.swallow();
        assertThat(delete(SHORT)).isInstanceOf(RpcOutcome.Uncertain.class);
        // When
        network.heal();
        // Then
        await().until(() -> delete(SHORT) instanceof RpcOutcome.Done);
    }

    private RpcOutcome<DeleteVolumeResponse> delete(Duration deadline) {
        return connection.call(CsiRpc.DELETE_VOLUME, DELETE, deadline).await().indefinitely();
    }
}
