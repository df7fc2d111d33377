package io.hawser.cli.command;

import static org.assertj.core.api.Assertions.assertThat;

import io.hawser.bus.service.HawserService;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

class AcceptTopicTest {
    private static final String PATH = "/v1/topics/hawser.tasks/accept";

    private final Map<HawserService, FakeServices> services = new EnumMap<>(HawserService.class);
    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    @BeforeEach
    void start() {
        HawserService.withDatabase().forEach(service -> services.put(service, new FakeServices()));
    }

    @AfterEach
    void stop() {
        services.values().forEach(FakeServices::close);
    }

    @Test
    @DisplayName(
            "The command asks each service with a database, with the token, and the table says which of them waited")
    void eachServiceIsTold() {
        // Given
        services.values().forEach(service -> service.answer(PATH, "{\"waited\":true}"));
        services.get(HawserService.PLUGIN_REGISTRY).answer(PATH, "{\"waited\":false}");

        // When
        int exit = acceptTasks();

        // Then
        assertThat(exit).as(err.toString()).isZero();
        List<String> table = new ArrayList<>(List.of("SERVICE|WAITED FOR IT"));
        services.keySet()
                .forEach(service ->
                        table.add(service.serviceName() + (service == HawserService.PLUGIN_REGISTRY ? "|no" : "|yes")));
        assertThat(out.toString().lines().map(line -> line.replaceAll(" {2,}", "|")))
                .isEqualTo(table);
        assertThat(services.values().stream().map(FakeServices::writes))
                .allSatisfy(writes -> assertThat(writes).containsExactly(PATH + " Bearer t0ken"));
    }

    @Test
    @DisplayName("A service that has not read all of the topic yet refuses, and its sentence says to try again; those"
            + " that accepted it are shown")
    void whatIsNotReadYetIsRefusedInItsOwnWords() {
        // Given
        services.get(HawserService.VOLUME_SERVICE).answer(PATH, "{\"waited\":false}");
        services.get(HawserService.PLUGIN_REGISTRY)
                .answer(PATH, 409, "{\"detail\":\"not everything of it is read yet, up to id/tasks/0=9; try again\"}");

        // When
        int exit = acceptTasks();

        // Then
        assertThat(exit).isEqualTo(1);
        assertThat(err.toString())
                .isEqualToIgnoringNewLines("hawser: plugin-registry refuses: not everything of it is read yet,"
                        + " up to id/tasks/0=9; try again\n");
        assertThat(out.toString().lines()).last().asString().matches("volume-service +no");
        assertThat(services.get(HawserService.DEALLOCATOR_SERVICE).writes()).isEmpty();
    }

    @Test
    @DisplayName("The topics complete the command's argument")
    void topicsComplete() {
        assertThat(hawser("completion", "words", "--", "accept-topic", "hawser.plugin-c"))
                .isZero();
        assertThat(out).hasToString("hawser.plugin-commands\n");
    }

    private int acceptTasks() {
        return hawser("accept-topic", "hawser.tasks");
    }

    private int hawser(String... arguments) {
        Map<String, String> environment = new HashMap<>(Map.of("HAWSER_HOME", "/nonexistent", "HAWSER_TOKEN", "t0ken"));
        services.forEach((service, fake) ->
                environment.put("HAWSER_" + service + "_URL", fake.base().toString()));
        CommandLine commandLine = HawserCli.commandLine(environment);
        commandLine.setOut(new PrintWriter(out, true));
        commandLine.setErr(new PrintWriter(err, true));
        return commandLine.execute(arguments);
    }
}
