package io.hawser.node.layout;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SafeSegmentTest {
    @ParameterizedTest
    @ValueSource(strings = {"", ".", "..", "a/b", "../a", "a..b", "-a", ".a", "A", "a b", "a\0", "a\n", "é", "a\\b"})
    void refusesWhatCouldLeadElsewhere(String text) {
        // Given
        RootLayout layout = new RootLayout(Path.of("/node"));
        VolumeKey key = new VolumeKey("data", "u1");
        // When
        boolean safe = SafeSegment.isSafe(text);
        // Then
        assertThat(safe).isFalse();
        assertThatIllegalArgumentException().isThrownBy(() -> layout.target(key, text));
        assertThatIllegalArgumentException().isThrownBy(() -> new VolumeKey(text, "u1"));
    }

    @Test
    void takesDnsLabelsAndHexadecimalIds() {
        // Given
        String longest = "a".repeat(128);
        // When
        boolean safe = SafeSegment.isSafe("task-1.2") && SafeSegment.isSafe("0af3") && SafeSegment.isSafe(longest);
        // Then
        assertThat(safe).isTrue();
        assertThat(SafeSegment.isSafe(longest + "a")).isFalse();
    }
}
