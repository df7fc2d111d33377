package io.hawser.cli.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.hawser.bus.topic.TopicNames;
import io.hawser.cli.look.Look;
import io.hawser.cli.topic.TopicTail;
import io.hawser.cli.topic.TopicWriter;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.Clock;
import java.time.Duration;
import java.util.Optional;
import org.apache.kafka.clients.consumer.MockConsumer;
import org.apache.kafka.common.KafkaException;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class StateWriterTest {
    private static final String BROKER = "127.0.0.1:1";

    @AutoClose
    private final MockConsumer<byte[], byte[]> consumer = new MockConsumer<>("earliest");

    @AutoClose
    private final StateWriter writer = new StateWriter(
            Optional.of(new TopicTail(consumer, BROKER)),
            new TopicWriter(BROKER, TopicNames.DEFAULT, "test", Clock.systemUTC()));

    @BeforeEach
    void unreadable() {
        consumer.setPollException(new KafkaException("it went away"));
    }

    @Test
    @DisplayName(
            "When answers cannot be read after the record was written, it says that it is written, and how to look")
    void isWritten() {
        assertThatThrownBy(() -> await(Duration.ZERO, Look.of(false, () -> "it has not read its record yet")))
                .isInstanceOfSatisfying(CommandFailedException.class, failed -> assertThat(failed.status())
                        .isEqualTo(ExitStatus.UNFINISHED))
                .hasMessageContaining("it went away")
                .hasMessageEndingWith(
                        "; its record is written, and takes effect as soon as it is read; `./hawser command"
                                + " id` says whether it was rejected");
    }

    @Test
    @DisplayName("A record whose effect is shown is in effect, although answers cannot be read")
    void isShown() {
        assertThat(await(Duration.ofMinutes(1), Look.of(true, () -> ""))).isEmpty();
    }

    private Optional<?> await(Duration atMost, Look<?> page) {
        Waiting waiting = new Waiting(new PrintWriter(new StringWriter()), atMost);
        return writer.await(waiting, "id", "node n to be known", () -> page, StateWriter.readLater("id"));
    }
}
