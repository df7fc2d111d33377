package io.hawser.node.layout;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class RootLayoutTest {
    @Test
    @DisplayName("Files keep their names over versions: another name would be an empty root")
    void filesKeepTheirNames() {
        // Given
        RootLayout layout = new RootLayout(Path.of("/node"));
        VolumeKey key = new VolumeKey("data", "u1");

        // Then
        assertThat(layout.lock()).isEqualTo(Path.of("/node/lock"));
        assertThat(layout.identity()).isEqualTo(Path.of("/node/identity"));
        assertThat(layout.topicIdentity()).isEqualTo(Path.of("/node/assignments-topic"));
        assertThat(layout.revisions()).isEqualTo(Path.of("/node/revisions"));
        assertThat(layout.registeredPlugins()).isEqualTo(Path.of("/node/registered-plugins"));
        assertThat(layout.record(key)).isEqualTo(Path.of("/node/records/data/u1.record"));
        assertThat(layout.staging(key)).isEqualTo(Path.of("/node/volumes/data/u1/staging"));
        assertThat(layout.target(key, "t1")).isEqualTo(Path.of("/node/volumes/data/u1/targets/t1"));
    }
}
