package io.hawser.cli.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

class AcceptTopicTest {
    private static final String PATH = "/v1/topics/hawser.tasks/accept";

    private final FakeServices registry = new FakeServices();
    private final FakeServices volumes = new FakeServices();
    private final FakeServices deallocator = new FakeServices();
    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    @AfterEach
    void stop() {
        Stream.of(registry, volumes, deallocator).forEach(FakeServices::close);
    }

    @Test
    @DisplayName("Each of the three services is told, with the token, and the table says which of them waited")
    void eachServiceIsTold() {
        // Given
        registry.answer(PATH, "{\"waited\":false}");
        volumes.answer(PATH, "{\"waited\":true}");
        deallocator.answer(PATH, "{\"waited\":true}");

        // When
        int exit = acceptTasks();

        // Then
        assertThat(exit).as(err.toString()).isZero();
        assertThat(out.toString()).isEqualTo("""
                SERVICE              WAITED FOR IT
                plugin-registry      no
                volume-service       yes
                deallocator-service  yes
                """);
        assertThat(Stream.of(registry, volumes, deallocator).map(FakeServices::writes))
                .allSatisfy(writes -> assertThat(writes).containsExactly(PATH + " Bearer t0ken"));
    }

    @Test
    @DisplayName("A service that has not read all of the topic yet refuses, and its sentence says to try again")
    void whatIsNotReadYetIsRefusedInItsOwnWords() {
        // Given
        registry.answer(PATH, "{\"waited\":false}");
        volumes.answer(PATH, 409, "{\"error\":\"not everything of it is read yet, up to id/tasks/0=9; try again\"}");

        // When
        int exit = acceptTasks();

        // Then
        assertThat(exit).isEqualTo(1);
        assertThat(err.toString())
                .isEqualToIgnoringNewLines("hawser: volume-service refuses: not everything of it is read yet,"
                        + " up to id/tasks/0=9; try again\n");
        assertThat(out.toString()).isEmpty();
        assertThat(deallocator.writes()).isEmpty();
    }

    private int acceptTasks() {
        CommandLine commandLine = HawserCli.commandLine(Map.of(
                "HAWSER_HOME", "/nonexistent",
                "HAWSER_TOKEN", "t0ken",
                "HAWSER_PLUGIN_REGISTRY_URL", registry.base().toString(),
                "HAWSER_VOLUME_SERVICE_URL", volumes.base().toString(),
                "HAWSER_DEALLOCATOR_SERVICE_URL", deallocator.base().toString()));
        commandLine.setOut(new PrintWriter(out, true));
        commandLine.setErr(new PrintWriter(err, true));
        return commandLine.execute("accept-topic", "hawser.tasks");
    }
}
