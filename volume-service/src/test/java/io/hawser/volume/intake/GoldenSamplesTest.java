package io.hawser.volume.intake;

import static org.assertj.core.api.Assertions.assertThat;

import io.hawser.bus.envelope.Decoded;
import io.hawser.bus.envelope.RecordDecoder;
import io.hawser.ledger.testkit.ReadTopics;
import io.hawser.testkit.sample.Samples;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class GoldenSamplesTest {
    @Test
    @DisplayName("Every committed sample of the topics that volume-service reads is understood, in each accepted form")
    void everySampleIsUnderstood() {
        RecordDecoder decoder = new RecordDecoder(ReadTopics.types());
        for (Samples.Sample sample : Samples.of(ReadTopics.suffixes())) {
            for (ConsumerRecord<byte[], byte[]> record : sample.records()) {
                assertThat(decoder.decode(record)).as(sample.name()).isInstanceOf(Decoded.Known.class);
            }
        }
    }
}
