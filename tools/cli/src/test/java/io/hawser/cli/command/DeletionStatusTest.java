package io.hawser.cli.command;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.hawser.bus.service.HawserService;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

class DeletionStatusTest {
    private static final String STATUS = "/v1/services/app/status";
    private static final String HELD = """
            {"service":{"name":"app","deletion":{"state":"asked","message":"waits for 1 live task: a"}},
             "resources":[]}""";

    private final FakeServices deallocator = new FakeServices();
    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    @AfterEach
    void stop() {
        deallocator.close();
    }

    @ParameterizedTest
    @ValueSource(strings = {"status", "describe", "inspect"})
    @DisplayName("service status asks for the service with its resources, under each of its names")
    void service(String command) {
        // Given
        deallocator.answer(STATUS, HELD);

        // When
        int exit = hawser("service", command, "app");

        // Then
        assertThat(exit).as(err.toString()).isZero();
        assertThat(out.toString()).startsWith("SERVICE   app\n").contains("waits for 1 live task: a");
    }

    @Test
    @DisplayName("network status asks for the network, also under a name that a path must escape")
    void network() {
        // Given
        deallocator.answer(
                "/v1/networks/a b", "{\"name\":\"a b\",\"deletion\":{\"message\":\"stays\",\"state\":\"not-asked\"}}");

        // When
        int exit = hawser("network", "status", "a b");

        // Then
        assertThat(exit).as(err.toString()).isZero();
        assertThat(out.toString()).isEqualTo("NETWORK   a b\ndeletion  stays\n");
    }

    @Test
    @DisplayName("With --output json the answer is unchanged")
    void json() throws Exception {
        // Given
        deallocator.answer(STATUS, HELD);

        // When
        hawser("service", "status", "app", "--output", "json");

        // Then
        ObjectMapper json = new ObjectMapper();
        assertThat(json.readTree(out.toString())).isEqualTo(json.readTree(HELD));
    }

    @ParameterizedTest
    @ValueSource(strings = {"service", "network"})
    @DisplayName("An unknown name ends the command with 1, watched or not, and says where to look")
    void unknown(String kind) {
        // When
        List<Integer> exits = List.of(hawser(kind, "status", "x"), hawser(kind, "status", "x", "--watch"));

        // Then
        assertThat(exits).containsOnly(1);
        assertThat(err.toString()).contains("no " + kind + " is called x; `").contains("hawser " + kind + " list`");
    }

    @Test
    @DisplayName("--watch ends when the service is gone, and says so")
    void watch() {
        // Given
        deallocator.answers(STATUS, HELD, "");

        // When
        int exit = hawser("service", "status", "app", "--watch");

        // Then
        assertThat(exit).as(err.toString()).isZero();
        assertThat(out.toString()).startsWith("SERVICE   app\n").containsOnlyOnce("waits for 1 live task: a");
        assertThat(err.toString()).isEqualTo("service app is gone\n");
    }

    private int hawser(String... arguments) {
        CommandLine commandLine = HawserCli.commandLine(Map.of(
                "HAWSER_HOME",
                "/nonexistent",
                "HAWSER_" + HawserService.DEALLOCATOR_SERVICE + "_URL",
                deallocator.base().toString()));
        commandLine.setOut(new PrintWriter(out, true));
        commandLine.setErr(new PrintWriter(err, true));
        return commandLine.execute(arguments);
    }
}
