package io.hawser.embedded.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;

class CacheFolderTest {

    @Test
    void followsTheEnvironment() {
        // Given
        Map<String, String> environment = Map.of("XDG_CACHE_HOME", "/x", "HOME", "/h");
        // When
        Path cache = CacheFolder.path(environment);
        // Then
        assertThat(cache).isEqualTo(Path.of("/x/hawser"));
        assertThat(CacheFolder.path(Map.of("HOME", "/h"))).isEqualTo(Path.of("/h/.cache/hawser"));
        assertThat(CacheFolder.path(Map.of("HAWSER_CACHE", "/c", "HOME", "/h"))).isEqualTo(Path.of("/c"));
    }
}
