package io.hawser.ledger;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.google.protobuf.Message;
import io.hawser.bus.topic.HawserTopic;
import io.hawser.bus.topic.TopicNames;
import io.hawser.v1.Event;
import io.hawser.v1.TaskMount;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Metrics;
import io.micrometer.core.instrument.Tag;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@QuarkusTest
@QuarkusTestResource(LedgerServices.class)
class SkippedRecordsIT {
    private static final Duration SOON = Duration.ofSeconds(60);

    @Inject
    TaskLog tasks;

    @Inject
    TopicNames names;

    /** Without one the composite counts nothing. */
    private final MeterRegistry metrics = new SimpleMeterRegistry();

    private final String key = "s" + UUID.randomUUID();

    @BeforeEach
    void count() {
        Metrics.addRegistry(metrics);
    }

    @AfterEach
    void stopCounting() {
        Metrics.removeRegistry(metrics);
    }

    @Test
    @DisplayName("Records of unknown types are counted by topic alone: a type is the producer's text, "
            + "and each would be a series for ever")
    void countedByTopicAlone() {
        // Given
        Message unknown = Event.getDefaultInstance();
        Message another = TaskMount.getDefaultInstance();

        // When
        tasks.write(HawserTopic.TASKS, key, unknown);
        tasks.write(HawserTopic.TASKS, key, another);
        tasks.write(HawserTopic.NODES, key, unknown);

        // Then
        await().atMost(SOON).until(() -> skipped(HawserTopic.TASKS) == 2 && skipped(HawserTopic.NODES) == 1);
        assertThat(series(HawserTopic.TASKS)).containsExactly(List.of(Tag.of("topic", names.of(HawserTopic.TASKS))));
        assertThat(series(HawserTopic.NODES)).containsExactly(List.of(Tag.of("topic", names.of(HawserTopic.NODES))));
    }

    @Test
    @DisplayName("A record is counted once, however often the batch that it is in is tried")
    void countedOnce() {
        // When
        tasks.sendTogether(
                key,
                List.of(
                        tasks.record(HawserTopic.TASKS, key, Event.getDefaultInstance()),
                        tasks.record("poison", key),
                        tasks.record(key + "-a", key),
                        tasks.record(key + "-b", key)));

        // Then
        await().atMost(SOON).until(() -> tasks.count(key) == 2);
        assertThat(skipped(HawserTopic.TASKS)).isEqualTo(1);
    }

    private double skipped(HawserTopic topic) {
        return counters(topic).stream().mapToDouble(Counter::count).sum();
    }

    private List<List<Tag>> series(HawserTopic topic) {
        return counters(topic).stream()
                .map(counter -> counter.getId().getTags())
                .toList();
    }

    private Collection<Counter> counters(HawserTopic topic) {
        return metrics.find("hawser_intake_skipped_total")
                .tag("topic", names.of(topic))
                .counters();
    }
}
