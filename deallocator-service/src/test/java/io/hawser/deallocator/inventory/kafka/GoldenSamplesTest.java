package io.hawser.deallocator.inventory.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import io.hawser.bus.envelope.RecordDecoder;
import io.hawser.bus.topic.TopicNames;
import io.hawser.deallocator.inventory.ParsedRecord;
import io.hawser.deallocator.kafka.Kinds;
import io.hawser.ledger.testkit.ReadTopics;
import io.hawser.testkit.sample.Samples;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class GoldenSamplesTest {
    @Test
    @DisplayName("Every committed sample of the topics that deallocator-service reads is a fact, in each accepted form")
    void everySampleIsAFact() {
        // Given
        FactReader reader = new FactReader(TopicNames.DEFAULT, Kinds.HAWSERS);
        RecordDecoder decoder = new RecordDecoder(ReadTopics.types());
        for (Samples.Sample sample : Samples.of(ReadTopics.suffixes())) {
            for (ConsumerRecord<byte[], byte[]> record : sample.records()) {
                // When
                ParsedRecord reading = reader.read(decoder.decode(record));
                // Then
                assertThat(reading).as(sample.name()).isInstanceOf(ParsedRecord.Accepted.class);
            }
        }
    }
}
