package io.hawser.plugin.registry.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import io.hawser.bus.envelope.Decoded;
import io.hawser.bus.envelope.RecordDecoder;
import io.hawser.bus.topic.TopicNames;
import io.hawser.csi.AllowedEndpoints;
import io.hawser.ledger.testkit.ReadTopics;
import io.hawser.testkit.sample.Samples;
import java.util.List;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class GoldenSamplesTest {
    @Test
    @DisplayName("Every committed sample of the topics that plugin-registry reads is understood, in each accepted form")
    void everySampleIsUnderstood() {
        // Given
        AllowedEndpoints allowed = AllowedEndpoints.parse("here", List.of("unix:///run/csi"));
        RecordDecoder decoder = new RecordDecoder(ReadTopics.types());
        for (Samples.Sample sample : Samples.of(ReadTopics.suffixes())) {
            for (ConsumerRecord<byte[], byte[]> record : sample.records()) {
                // When
                Decoded decoded = decoder.decode(record);
                ParsedRecord reading = FactReader.read(decoded, TopicNames.DEFAULT, allowed);
                // Then
                assertThat(decoded).as(sample.name()).isInstanceOf(Decoded.Known.class);
                assertThat(reading)
                        .as(sample.name())
                        .isInstanceOfAny(ParsedRecord.Accepted.class, ParsedRecord.Heartbeat.class);
            }
        }
    }
}
