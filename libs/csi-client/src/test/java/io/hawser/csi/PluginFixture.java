package io.hawser.csi;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.Message;
import io.hawser.csi.v1.VolumeCapability;
import io.hawser.csi.v1.VolumeCapability.AccessMode.Mode;
import io.hawser.v1.MountAccess;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/** A strict plugin on a socket, with a script of what to say, and a connection to it. */
abstract class PluginFixture {

    static final Duration LONG = Duration.ofSeconds(60);
    static final VolumeCapability MOUNT = AccessModes.mount(Mode.SINGLE_NODE_WRITER, MountAccess.getDefaultInstance());

    @TempDir
    Path folder;

    final SimpleMeterRegistry meters = new SimpleMeterRegistry();
    PluginScript plugin;
    CsiClient client;
    CsiConnection connection;

    @BeforeEach
    void connect() {
        plugin = PluginScript.startedAt(folder.resolve("csi.sock"));
        client = CsiClient.create(meters);
        connection = open(options());
    }

    @AfterEach
    void disconnect() {
        client.close();
        plugin.close();
    }

    static ConnectionOptions options() {
        return ConnectionOptions.reading(CsiService.CONTROLLER, CsiService.NODE)
                .withIdentityDeadline(LONG)
                .withReconnectEvery(Duration.ofMillis(100));
    }

    CsiConnection open(ConnectionOptions options) {
        return client.connect(new CsiEndpoint.Unix(folder.resolve("csi.sock").toString()), options);
    }

    <Q extends Message, R extends Message> RpcOutcome<R> call(CsiRpc<Q, R> rpc, Q request) {
        return call(rpc, request, LONG);
    }

    <Q extends Message, R extends Message> RpcOutcome<R> call(CsiRpc<Q, R> rpc, Q request, Duration deadline) {
        return connection.call(rpc, request, deadline).await().indefinitely();
    }

    static <R> R done(RpcOutcome<R> ending) {
        assertThat(ending).isInstanceOf(RpcOutcome.Done.class);
        return ((RpcOutcome.Done<R>) ending).response();
    }

    static void refusedHere(RpcOutcome<?> ending, String field) {
        assertThat(ending)
                .isInstanceOfSatisfying(RpcOutcome.Rejected.class, rejected -> assertThat(rejected.origin())
                        .isEqualTo(RpcOutcome.Origin.CLIENT))
                .isInstanceOfSatisfying(RpcOutcome.Rejected.class, rejected -> assertThat((Object) rejected.field())
                        .hasToString("Optional[" + field + "]"));
    }

    static void rejected(RpcOutcome<?> ending, CsiCode code) {
        assertThat(ending).isInstanceOfSatisfying(RpcOutcome.Rejected.class, rejected -> {
            assertThat(rejected.code()).isEqualTo(code);
            assertThat(rejected.origin()).isEqualTo(RpcOutcome.Origin.PLUGIN);
        });
    }

    static void uncertain(RpcOutcome<?> ending, CsiCode code, RpcOutcome.Origin origin) {
        assertThat(ending).isInstanceOfSatisfying(RpcOutcome.Uncertain.class, uncertain -> {
            assertThat(uncertain.code()).isEqualTo(code);
            assertThat(uncertain.origin()).isEqualTo(origin);
        });
    }
}
