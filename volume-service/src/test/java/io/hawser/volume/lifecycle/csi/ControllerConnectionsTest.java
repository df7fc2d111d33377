package io.hawser.volume.lifecycle.csi;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.Message;
import io.hawser.csi.CsiConnection;
import io.hawser.csi.CsiEndpoint;
import io.hawser.csi.CsiRpc;
import io.hawser.csi.PluginIdentity;
import io.hawser.csi.PluginLook;
import io.hawser.csi.RpcOutcome;
import io.hawser.v1.Plugin;
import io.hawser.volume.plugin.db.PluginRow;
import io.smallrye.mutiny.Uni;
import io.smallrye.mutiny.subscription.UniEmitter;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class ControllerConnectionsTest {
    private static final CsiEndpoint HERE = new CsiEndpoint.Unix("/here.sock");
    private static final CsiEndpoint THERE = new CsiEndpoint.Unix("/there.sock");
    private static final Duration LONG = Duration.ofMinutes(11);

    private final Set<CsiEndpoint> present = new HashSet<>(Set.of(HERE, THERE));
    private final AtomicLong now = new AtomicLong();
    private final List<CsiEndpoint> opened = new ArrayList<>();
    private final List<CsiEndpoint> closed = new ArrayList<>();
    private final ControllerConnections connections = new ControllerConnections(
            Fake::new, now::get, () -> Uni.createFrom().item(present));

    @Test
    @DisplayName("Calls to one endpoint share a connection; "
            + "one that no call has used for ten minutes is closed, and opened again by the next")
    void whatIsUnusedIsClosed() {
        // Given
        call(HERE);
        call(HERE);
        call(THERE);
        pass(Duration.ofMinutes(9));
        call(THERE);
        // When
        pass(Duration.ofMinutes(2));
        // Then
        assertThat(opened).containsExactly(HERE, THERE);
        assertThat(closed).containsExactly(HERE);
        // When
        call(HERE);
        // Then
        assertThat(opened).containsExactly(HERE, THERE, HERE);
    }

    @Test
    @DisplayName("A connection that a call is under way over stays open, "
            + "however long that takes, and whether it fails or is given up")
    void whatIsUsedStaysOpen() {
        // Given
        AtomicReference<UniEmitter<? super String>> answer = new AtomicReference<>();
        connections
                .with(HERE, connection -> Uni.createFrom().<String>emitter(answer::set))
                .subscribe()
                .with(ignored -> {}, failure -> {});
        var givenUp = connections
                .with(THERE, connection -> Uni.createFrom().nothing())
                .subscribe()
                .with(ignored -> {});
        pass(LONG);
        assertThat(closed).isEmpty();
        // When
        answer.get().fail(new IllegalStateException("broken"));
        givenUp.cancel();
        pass(LONG);
        // Then
        assertThat(closed).containsExactlyInAnyOrder(HERE, THERE);
    }

    @Test
    @DisplayName("A call that cannot even be made gives the connection back")
    void aCallThatThrowsGivesBack() {
        // Given
        connections
                .with(HERE, connection -> {
                    throw new IllegalStateException("broken");
                })
                .subscribe()
                .with(ignored -> {}, failure -> {});
        // When
        pass(LONG);
        // Then
        assertThat(closed).containsExactly(HERE);
    }

    @Test
    @DisplayName("A connection to an endpoint that no plugin has any more is closed with the next look, "
            + "as soon as no call uses it")
    void whereNoPluginIsAnyMore() {
        // Given
        AtomicReference<UniEmitter<? super String>> answer = new AtomicReference<>();
        call(HERE);
        connections
                .with(THERE, connection -> Uni.createFrom().<String>emitter(answer::set))
                .subscribe()
                .with(ignored -> {}, failure -> {});
        // When
        present.clear();
        pass(Duration.ZERO);
        // Then
        assertThat(closed).containsExactly(HERE);
        // When
        answer.get().complete("done");
        pass(Duration.ZERO);
        // Then
        assertThat(closed).containsExactly(HERE, THERE);
    }

    @Test
    @DisplayName("Only an endpoint that a plugin has now is present; one that cannot be read is nobody's")
    void presentEndpoints() {
        // Then
        assertThat(PresentEndpoints.of(List.of(plugin("unix:///here.sock"), plugin(""), plugin("nonsense"))))
                .containsExactly(HERE);
    }

    private static PluginRow plugin(String endpoint) {
        PluginRow row = new PluginRow();
        row.message = Plugin.newBuilder().setEndpoint(endpoint).build().toByteArray();
        return row;
    }

    private void call(CsiEndpoint endpoint) {
        connections
                .with(endpoint, connection -> Uni.createFrom().item(connection.endpoint()))
                .await()
                .indefinitely();
    }

    private void pass(Duration time) {
        now.addAndGet(time.toNanos());
        connections.look();
    }

    private final class Fake implements CsiConnection {
        private final CsiEndpoint endpoint;

        private Fake(CsiEndpoint endpoint) {
            this.endpoint = endpoint;
            opened.add(endpoint);
        }

        @Override
        public CsiEndpoint endpoint() {
            return endpoint;
        }

        @Override
        public <Q extends Message, R extends Message> Uni<RpcOutcome<R>> call(
                CsiRpc<Q, R> rpc, Q request, Duration deadline) {
            throw new UnsupportedOperationException();
        }

        @Override
        public <Q extends Message, R extends Message> Uni<RpcOutcome<R>> call(
                String plugin, CsiRpc<Q, R> rpc, Q request, Duration deadline) {
            throw new UnsupportedOperationException();
        }

        @Override
        public Uni<RpcOutcome<PluginIdentity>> identity() {
            throw new UnsupportedOperationException();
        }

        @Override
        public Uni<PluginLook> look(Duration deadline) {
            throw new UnsupportedOperationException();
        }

        @Override
        public void close() {
            closed.add(endpoint);
        }
    }
}
