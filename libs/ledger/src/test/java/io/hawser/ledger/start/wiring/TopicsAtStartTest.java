package io.hawser.ledger.start.wiring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.hawser.bus.right.NeededRights;
import io.hawser.bus.topic.HawserTopic;
import io.hawser.bus.topic.TopicNames;
import io.hawser.ledger.ReplicaSettings;
import io.quarkus.runtime.StartupEvent;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.FutureTask;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.apache.kafka.common.KafkaException;
import org.jboss.logmanager.ExtLogRecord;
import org.jboss.logmanager.formatters.PatternFormatter;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class TopicsAtStartTest {
    private final Logger logger = Logger.getLogger(TopicsAtStart.class.getName());
    private final List<String> lines = new CopyOnWriteArrayList<>();
    private final Handler handler = new Handler() {
        @Override
        public void publish(LogRecord record) {
            lines.add(new PatternFormatter("%s").format(ExtLogRecord.wrap(record)));
        }

        @Override
        public void flush() {}

        @Override
        public void close() {}
    };

    @BeforeEach
    void listen() {
        logger.addHandler(handler);
    }

    @AfterEach
    void end() {
        logger.removeHandler(handler);
    }

    @Test
    @DisplayName("A start waits while the broker's name has no address, and says for which name")
    void waitsForTheAddress() throws InterruptedException {
        // Given
        TopicsAtStart topics = topics("no-such-host.invalid:9092");
        FutureTask<Boolean> start = new FutureTask<>(() -> {
            topics.ensure(new StartupEvent());
            return true;
        });

        // When
        Thread thread = Thread.ofVirtual().start(start);

        // Then
        await().until(() -> lines.size() > 1 || start.isDone());
        assertThat(lines).hasSizeGreaterThan(1).allSatisfy(line -> assertThat(line)
                .startsWith("the broker does not answer yet: ")
                .contains("no-such-host.invalid:9092"));
        start.cancel(true);
        // A look for the address does not end by that, and another test would have its line.
        assertThat(thread.join(Duration.ofMinutes(1))).isTrue();
    }

    @Test
    @DisplayName("A start does not wait for what is no address: the setting is wrong")
    void doesNotWaitForAWrongSetting() {
        // Given
        TopicsAtStart topics = topics("no port");

        // Then
        assertThatThrownBy(() -> topics.ensure(new StartupEvent())).isInstanceOf(KafkaException.class);
        assertThat(lines).isEmpty();
    }

    private static TopicsAtStart topics(String bootstrap) {
        return new TopicsAtStart(
                ReplicaSettings.needed(),
                NeededRights.ofService(
                        "volume-service", new TopicNames("hawser"), Set.of(HawserTopic.TASKS), Set.of(), List.of()),
                null,
                Map.of("bootstrap.servers", bootstrap));
    }
}
