package io.hawser.local.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.hawser.embedded.process.Signal;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ProcessSpecTest {

    @Test
    void itsTextHoldsNoSecret() {
        // Given
        var spec = spec("volume-service", List.of("run", "--password=secret"), Map.of("PASSWORD", "secret"));
        // When
        String text = spec.toString();
        // Then
        assertThat(text).isEqualTo("ProcessSpec[volume-service]");
    }

    @Test
    void namesTheBadField() {
        assertThatThrownBy(() -> spec("../evil", List.of("run"), Map.of())).hasMessageContaining("name");
        assertThatThrownBy(() -> spec("fine", List.of(), Map.of())).hasMessageContaining("command");
    }

    private static ProcessSpec spec(String name, List<String> command, Map<String, String> environment) {
        return new ProcessSpec(name, command, environment, () -> true, Path.of("log"), Signal.TERM);
    }
}
