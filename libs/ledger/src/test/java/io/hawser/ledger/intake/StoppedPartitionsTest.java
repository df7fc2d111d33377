package io.hawser.ledger.intake;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.vertx.core.Handler;
import io.vertx.core.Vertx;
import java.lang.reflect.Proxy;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Predicate;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class StoppedPartitionsTest {
    private static final TopicPartition TASKS = new TopicPartition("hawser.tasks", 0);
    private static final TopicPartition NODES = new TopicPartition("hawser.nodes", 0);
    private static final Exception NO_COLUMN = new SQLException("column x does not exist", "42703", 0);

    private final List<Handler<Long>> pauses = new ArrayList<>();
    private final SimpleMeterRegistry metrics = new SimpleMeterRegistry();
    private final AtomicInteger resumed = new AtomicInteger();
    private final StoppedPartitions stopped = new StoppedPartitions(
            new PausedPartitions(null, null) {
                @Override
                void resume(Predicate<TopicPartition> which) {
                    assertThat(which.test(TASKS)).isTrue();
                    assertThat(which.test(NODES)).isFalse();
                    resumed.incrementAndGet();
                }
            },
            timers(),
            metrics);

    @Test
    @DisplayName("A partition that stops rests by itself, is tried again by itself, "
            + "and is named until a record of it is applied")
    void restsAndGoesOn() {
        // When
        stopped.stop(TASKS, NO_COLUMN, () -> true);

        // Then
        assertThat(stopped.rests(TASKS)).isTrue();
        assertThat(stopped.rests(NODES)).isFalse();
        assertThat(resumed).hasValue(0);
        pauses.forEach(pause -> pause.handle(0L));
        assertThat(resumed).hasValue(1);
        assertThat(stopped.rests(TASKS)).isFalse();
        assertThat(stopped.sentences()).containsEntry("hawser.tasks-0", "column x does not exist");
        assertThat(metrics.get("hawser_intake_stopped")
                        .tags("topic", "hawser.tasks", "cause", "42703")
                        .gauge()
                        .value())
                .isEqualTo(1);

        // When
        stopped.goesOn(NODES);
        stopped.goesOn(TASKS);

        // Then
        assertThat(stopped.sentences()).isEmpty();
        assertThat(metrics.find("hawser_intake_stopped").gauges()).isEmpty();
    }

    @Test
    @DisplayName("A partition that is revoked while its record is tried is not named here")
    void isRevokedDuringTheTry() {
        // When
        stopped.stop(TASKS, NO_COLUMN, () -> false);

        // Then
        assertThat(stopped.sentences()).isEmpty();
        assertThat(stopped.rests(TASKS)).isFalse();
        assertThat(metrics.find("hawser_intake_stopped").gauges()).isEmpty();
    }

    @Test
    @DisplayName("What another replica reads now is not named here")
    void forgets() {
        stopped.stop(TASKS, new IllegalStateException("ours"), () -> true);
        assertThat(metrics.get("hawser_intake_stopped")
                        .tag("cause", "IllegalStateException")
                        .gauge()
                        .value())
                .isEqualTo(1);
        stopped.forget(List.of(NODES));
        assertThat(stopped.rests(TASKS)).isTrue();
        stopped.forget(List.of(TASKS));
        assertThat(stopped.rests(TASKS)).isFalse();
        assertThat(stopped.sentences()).isEmpty();
    }

    /** Timers that expire when the test says so. */
    private Vertx timers() {
        return (Vertx) Proxy.newProxyInstance(
                Vertx.class.getClassLoader(), new Class<?>[] {Vertx.class}, (proxy, method, arguments) -> {
                    if (!method.getName().equals("setTimer")) {
                        throw new UnsupportedOperationException(method.toString());
                    }
                    @SuppressWarnings("unchecked")
                    Handler<Long> pause = (Handler<Long>) arguments[1];
                    pauses.add(pause);
                    return 0L;
                });
    }
}
