package io.hawser.csi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class CsiEndpointTest {

    @ParameterizedTest
    @DisplayName("An endpoint is written back as it is read, in one spelling")
    @CsvSource({
        "unix:///run/csi.sock, unix:///run/csi.sock",
        "unix:/run/csi.sock, unix:///run/csi.sock",
        "tcp://localhost:9000, tcp://localhost:9000",
        "tcp://127.0.0.1:1, tcp://127.0.0.1:1",
        "tcp://[::1]:65535, tcp://[::1]:65535",
    })
    void whatIsReadIsWrittenBack(String text, String written) {
        // When
        CsiEndpoint endpoint = CsiEndpoint.parse(text);
        // Then
        assertThat(endpoint).hasToString(written);
        assertThat(CsiEndpoint.parse(endpoint.toString())).isEqualTo(endpoint);
    }

    @ParameterizedTest
    @DisplayName("Anything else is refused with a sentence that shows it")
    @ValueSource(
            strings = {
                "/run/csi.sock",
                "unix:",
                "unix://",
                "unix://run/csi.sock",
                "unix:csi.sock",
                "unix:///run/",
                "unix:///run/../etc/s.sock",
                "unix:///run/./s.sock",
                "unix:////run/s.sock",
                "unix:/run//s.sock",
                "unix:///run/..",
                "tcp://",
                "tcp://host",
                "tcp://host:0",
                "tcp://host:65536",
                "tcp://host:9/path",
                "tcp://user@host:9",
                "tcp://ho st:9",
                "http://host:9",
                "dns:///host:9"
            })
    void anythingElseIsRefused(String text) {
        assertThatThrownBy(() -> CsiEndpoint.parse(text))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith("endpoint: ");
    }

    @Test
    @DisplayName("A socket path longer than the kernel takes is refused, counted in bytes")
    void aPathThatTheKernelRefusesIsRefusedHere() {
        // Given
        String longest = "/" + "a".repeat(106);
        // When
        CsiEndpoint fits = CsiEndpoint.parse("unix://" + longest);
        // Then
        assertThat(fits).isEqualTo(new CsiEndpoint.Unix(longest));
        assertThatThrownBy(() -> CsiEndpoint.parse("unix://" + longest + "a")).hasMessageContaining("107 bytes");
        assertThatThrownBy(() -> CsiEndpoint.parse("unix:///" + "ä".repeat(54))).hasMessageContaining("107 bytes");
    }
}
