package io.hawser.node.assignment.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import io.hawser.bus.envelope.RecordDecoder;
import io.hawser.bus.key.NodeVolume;
import io.hawser.node.assignment.AssignmentCache;
import io.hawser.node.mount.DesiredState;
import io.hawser.testkit.sample.Samples;
import io.hawser.v1.AgentIdentity;
import io.hawser.v1.NodeAgent;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class GoldenSamplesTest {
    @Test
    @DisplayName("Every committed sample of an assignment is one that the node acts on, in each accepted form")
    void everySampleIsActedOn() {
        // Given
        RecordDecoder decoder = new RecordDecoder(AssignmentReader.TYPES);
        for (Samples.Sample sample : Samples.of("assignments")) {
            if (sample.type().equals(NodeAgent.getDescriptor().getFullName())) {
                continue;
            }
            NodeVolume key = NodeVolume.parse(sample.key()).orElseThrow();
            for (ConsumerRecord<byte[], byte[]> record : sample.records()) {
                AssignmentCache book = new AssignmentCache(key.node(), AgentIdentity.getDefaultInstance());
                // When
                book.apply(sample.key(), decoder.decode(record));
                // Then
                assertThat(book.latest(key.volume())).as(sample.name()).containsInstanceOf(DesiredState.Usable.class);
            }
        }
    }
}
