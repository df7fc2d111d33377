package io.hawser.volume.intake;

import static org.assertj.core.api.Assertions.assertThat;

import io.hawser.bus.envelope.Decoded;
import io.hawser.bus.envelope.RecordDecoder;
import io.hawser.testkit.sample.Samples;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class GoldenSamplesTest {
    @Test
    @DisplayName("Every committed sample of the topics that volume-service reads is understood, in each accepted form")
    void everySampleIsUnderstood() {
        RecordDecoder decoder = new RecordDecoder(VolumeRecordHandler.TYPES);
        for (Samples.Sample sample :
                Samples.of("nodes", "tasks", "volume-commands", "mounts", "plugins", "fingerprints")) {
            for (ConsumerRecord<byte[], byte[]> record : sample.records()) {
                assertThat(decoder.decode(record)).as(sample.name()).isInstanceOf(Decoded.Known.class);
            }
        }
    }
}
