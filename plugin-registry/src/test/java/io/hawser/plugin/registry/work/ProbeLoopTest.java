package io.hawser.plugin.registry.work;

import static org.assertj.core.api.Assertions.assertThat;

import io.hawser.ledger.due.work.DueSignal;
import io.hawser.ledger.testkit.HeldGate;
import io.hawser.plugin.wiring.ProbeConfig;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.vertx.core.Handler;
import io.vertx.core.Vertx;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class ProbeLoopTest {
    private final List<Handler<Long>> polls = new ArrayList<>();
    private final HeldGate gate = HeldGate.read();

    @Test
    @DisplayName("No instance is asked before the start gate is open: its registration may have been taken back since")
    void nothingIsAskedBeforeTheGateIsOpen() {
        // Given
        ProbeLoop loop = new ProbeLoop(
                HeldGate.config(),
                HeldGate.defaults(ProbeConfig.class, Map.of()),
                gate.transactions(),
                gate,
                timers(),
                new DueSignal(new SimpleMeterRegistry()),
                null);
        loop.loop.start();

        // When
        poll();

        // Then
        assertThat(gate.transactions().count()).isZero();

        // When
        gate.open();
        poll();

        // Then
        assertThat(gate.transactions().count()).isEqualTo(1);
    }

    private void poll() {
        polls.forEach(poll -> poll.handle(0L));
    }

    /** Timers that expire when the test says so. */
    private Vertx timers() {
        return (Vertx) Proxy.newProxyInstance(
                Vertx.class.getClassLoader(), new Class<?>[] {Vertx.class}, (proxy, method, arguments) -> {
                    if (!method.getName().equals("setPeriodic")) {
                        throw new UnsupportedOperationException(method.toString());
                    }
                    @SuppressWarnings("unchecked")
                    Handler<Long> poll = (Handler<Long>) arguments[1];
                    polls.add(poll);
                    return 0L;
                });
    }
}
