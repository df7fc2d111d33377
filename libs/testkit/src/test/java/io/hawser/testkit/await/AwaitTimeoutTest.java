package io.hawser.testkit.await;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class AwaitTimeoutTest {
    @Test
    @DisplayName("An await that names no timeout has a minute")
    void aMinute() {
        AtomicLong left = new AtomicLong();

        await().conditionEvaluationListener(looked -> left.set(looked.getRemainingTimeInMS()))
                .until(() -> true);

        assertThat(left.get()).isGreaterThan(10_000);
    }
}
