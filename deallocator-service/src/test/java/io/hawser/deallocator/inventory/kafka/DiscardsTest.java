package io.hawser.deallocator.inventory.kafka;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.hawser.bus.dead.DeadRecord;
import io.hawser.bus.envelope.Origin;
import io.hawser.bus.topic.HawserTopic;
import io.hawser.bus.topic.TopicNames;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.MockConsumer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.PartitionInfo;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class DiscardsTest {
    private static final String LETTERS = TopicNames.DEFAULT.deadOf(HawserTopic.TASKS);
    private static final TopicPartition LOG = new TopicPartition(LETTERS, 0);

    private final Discards discards = new Discards(Map.of(), TopicNames.DEFAULT, null);

    @Test
    @DisplayName("New bad records do not begin the reading again before it has come to its end")
    void newPlacesWait() {
        // Given
        MockConsumer<byte[], byte[]> first = consumer(2);
        first.schedulePollTask(() -> first.addRecord(discarded(1, 0)));
        first.schedulePollTask(() -> first.setPollException(new KafkaException("the broker is away")));
        assertThatThrownBy(() -> discards.of(places(1), first, Optional.empty()))
                .hasMessageContaining("away");

        // When
        MockConsumer<byte[], byte[]> second = consumer(2);
        second.schedulePollTask(() -> second.addRecord(discarded(2, 1)));
        Set<String> readOn = discards.of(places(1, 2), second, Optional.empty());

        // Then
        assertThat(readOn).isEqualTo(places(1));

        // When
        MockConsumer<byte[], byte[]> third = consumer(2);
        third.schedulePollTask(() -> {
            third.addRecord(discarded(1, 0));
            third.addRecord(discarded(2, 1));
        });
        Set<String> again = discards.of(places(1, 2), third, Optional.empty());

        // Then
        assertThat(again).isEqualTo(places(1, 2));
    }

    private static MockConsumer<byte[], byte[]> consumer(long end) {
        MockConsumer<byte[], byte[]> consumer = new MockConsumer<>("none");
        consumer.updatePartitions(LETTERS, List.of(new PartitionInfo(LETTERS, 0, null, null, null)));
        consumer.updateBeginningOffsets(Map.of(LOG, 0L));
        consumer.updateEndOffsets(Map.of(LOG, end));
        return consumer;
    }

    private static Set<String> places(long... offsets) {
        return Arrays.stream(offsets).mapToObj(offset -> place(offset).place()).collect(Collectors.toUnmodifiableSet());
    }

    private static Origin place(long offset) {
        return new Origin(TopicNames.DEFAULT.of(HawserTopic.TASKS), "id", 0, offset);
    }

    private static ConsumerRecord<byte[], byte[]> discarded(long offset, long at) {
        ProducerRecord<byte[], byte[]> written = DeadRecord.discarded(place(offset), LETTERS, "not ours");
        ConsumerRecord<byte[], byte[]> read = new ConsumerRecord<>(LETTERS, 0, at, written.key(), written.value());
        written.headers().forEach(read.headers()::add);
        return read;
    }
}
