package io.hawser.bench.machine;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class KnownFingerprintsTest {

    @Test
    void nodesWithoutPluginDoNotCount() {
        // Given
        String nodes = """
                [{"node":{"name":"a"},"removed":false,"plugins":[]},
                 {"node":{"name":"b"},"removed":false,"plugins":[{"plugin":"p","healthy":true}]}]
                """;

        // When
        int count = KnownFingerprints.in(nodes);

        // Then
        assertThat(count).isEqualTo(1);
    }
}
