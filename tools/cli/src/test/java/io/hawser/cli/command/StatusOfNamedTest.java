package io.hawser.cli.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

class StatusOfNamedTest {
    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    @Test
    @DisplayName("Of several names, one that nothing has hides no other; a name that would lead to another page is one")
    void severalNames() {
        try (FakeServices services = new FakeServices()
                .answer("/v1/volumes/", "{\"items\":[]}")
                .answer("/v1/volumes/v", "{\"name\":\"v\"}")
                .answer("/v1/volumes/v/context", "{\"volumeContext\":{\"pool\":\"a\"}}")
                .answer("/v1/services/./status", "{\"name\":\"status\"}")) {
            CommandLine hawser = HawserCli.commandLine(Map.of(
                    "HAWSER_HOME",
                    "/nonexistent",
                    "HAWSER_VOLUME_SERVICE_URL",
                    services.base().toString(),
                    "HAWSER_DEALLOCATOR_SERVICE_URL",
                    services.base().toString()));
            hawser.setOut(new PrintWriter(out, true)).setErr(new PrintWriter(err, true));

            // When
            int exit = hawser.execute("volume", "status", "-o", "json", "", ".", "..", "v");

            // Then
            assertThat(exit).isEqualTo(1);
            assertThat(err.toString().lines().filter(line -> line.contains("no volume is called")))
                    .hasSize(3);
            assertThat(out.toString())
                    .contains(
                            "\"v\"",
                            "\"volumeContext\" : {\n  \"pool\" : \"a\"\n}"
                                    .indent(2)
                                    .strip())
                    .doesNotContain("{}");
            assertThat(hawser.execute("service", "status", ".")).isEqualTo(1);
            assertThat(err.toString()).contains("no service is called .");
        }
    }
}
