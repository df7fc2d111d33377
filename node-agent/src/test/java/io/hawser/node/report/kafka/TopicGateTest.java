package io.hawser.node.report.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.kafka.common.errors.TopicAuthorizationException;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class TopicGateTest {
    /** Overflows soon, as System.nanoTime() may. */
    private final AtomicLong now =
            new AtomicLong(Long.MAX_VALUE - Duration.ofSeconds(5).toNanos());

    private final TopicGate gate = new TopicGate("lost"::equals, now::get);

    @Test
    @DisplayName("After a refusal nothing is sent to the topic for ten seconds, however many records wait for it")
    void aPause() {
        // Given
        long end = gate.refused("events");
        now.addAndGet(Duration.ofSeconds(9).toNanos());

        // Then
        assertThat(gate.refused("events")).isEqualTo(end);
        assertThat(gate.refusal("events")).containsInstanceOf(TopicAuthorizationException.class);
        assertThat(gate.refusal("heartbeats")).isEmpty();

        // When
        now.addAndGet(Duration.ofSeconds(1).toNanos());

        // Then
        assertThat(gate.refusal("events")).isEmpty();
        assertThat(gate.refused("events"))
                .isEqualTo(end + Duration.ofSeconds(10).toNanos());
        assertThat(gate.refusal("events")).containsInstanceOf(TopicAuthorizationException.class);
    }

    @Test
    void aTopicThatIsGone() {
        assertThat(gate.refusal("lost")).containsInstanceOf(UnknownTopicOrPartitionException.class);
    }
}
