package io.hawser.ledger.intake;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.clients.consumer.ConsumerGroupMetadata;
import org.apache.kafka.clients.consumer.MockConsumer;
import org.apache.kafka.common.Metric;
import org.apache.kafka.common.MetricName;
import org.apache.kafka.common.PartitionInfo;
import org.apache.kafka.common.errors.TimeoutException;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** With a member of a group that has more members than partitions. */
class HeartbeatsTest {
    private static final Heartbeats HEARTBEATS = new Heartbeats(10_000, null, null);

    @ParameterizedTest(name = "answers: {0}, last heartbeat {1} s ago: {2}")
    @CsvSource({"true, 11, true", "false, 11, false", "true, 10, false"})
    @DisplayName("A member without a partition joins the group again only if the broker answers")
    void withoutAPartition(boolean answers, double secondsAgo, boolean joins) {
        // Given
        var member = new Member(answers, secondsAgo);
        // When
        HEARTBEATS.joinAgain(member);
        // Then
        assertThat(member.joins).isEqualTo(joins);
    }

    private static final class Member extends MockConsumer<byte[], byte[]> {
        private final boolean brokerAnswers;
        private final double secondsAgo;
        private boolean joins;

        Member(boolean brokerAnswers, double secondsAgo) {
            super("earliest");
            this.brokerAnswers = brokerAnswers;
            this.secondsAgo = secondsAgo;
        }

        @Override
        public synchronized Map<String, List<PartitionInfo>> listTopics(Duration timeout) {
            if (!brokerAnswers) {
                throw new TimeoutException("no answer");
            }
            return Map.of();
        }

        @Override
        public synchronized ConsumerGroupMetadata groupMetadata() {
            return new ConsumerGroupMetadata("group", 1, "member", Optional.empty());
        }

        @Override
        public synchronized Map<MetricName, ? extends Metric> metrics() {
            var name = new MetricName("last-heartbeat-seconds-ago", "coordinator", "", Map.of());
            return Map.of(name, new Metric() {
                @Override
                public MetricName metricName() {
                    return name;
                }

                @Override
                public Object metricValue() {
                    return secondsAgo;
                }
            });
        }

        @Override
        public void enforceRebalance(String reason) {
            joins = true;
        }
    }
}
