package io.hawser.bus.topic;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import org.apache.kafka.clients.producer.internals.BuiltInPartitioner;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class KeyHashTest {
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 8, 13, 64})
    void itIsWhatKafkasDefaultPartitionerChooses(int partitions) {
        for (int i = 0; i < 500; i++) {
            String node = "node-" + i + ".example.org";
            assertThat(KeyHash.of(node, partitions))
                    .isEqualTo(BuiltInPartitioner.partitionForKey(node.getBytes(StandardCharsets.UTF_8), partitions));
        }
    }
}
