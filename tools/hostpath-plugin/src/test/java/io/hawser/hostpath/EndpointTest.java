package io.hawser.hostpath;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.hawser.hostpath.HostPathPlugin.Size;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

class EndpointTest {
    @Test
    void bothUnixFormsAreAbsolutePaths() {
        assertThat(Endpoint.parse("unix:///run/x.sock").socket()).isEqualTo(Path.of("/run/x.sock"));
        assertThat(Endpoint.parse("unix:/run/x.sock").socket()).isEqualTo(Path.of("/run/x.sock"));
    }

    @Test
    void anythingElseIsRefusedInWords() {
        for (String bad :
                List.of("tcp://localhost:1", "/run/x.sock", "unix://tmp/x.sock", "unix:///" + "x".repeat(107)))
            assertThatThrownBy(() -> Endpoint.parse(bad))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageStartingWith("endpoint:");
    }

    @Test
    void sizesHaveBinaryUnits() {
        assertThat(new Size().convert("12")).isEqualTo(12);
        assertThat(new Size().convert("2KiB")).isEqualTo(2048);
        assertThat(new Size().convert("1TiB")).isEqualTo(1L << 40);
        assertThatThrownBy(() -> new Size().convert("1GB")).hasMessageContaining("1GB");
    }
}
