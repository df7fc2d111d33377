package io.hawser.cli.command;

import static org.assertj.core.api.Assertions.assertThat;

import io.hawser.bus.service.HawserService;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code republish}, which shows a token. */
class RepublishCommandIT extends CommandLineFixture {
    @Test
    void republishAsksEveryServiceWithTheDataFoldersTokenAndSaysHowManyRecords(@TempDir Path home) throws IOException {
        // Given
        write(home);
        services.answer("/v1/republish", "{\"records\":7}");

        // When
        int exit = hawserIn(home.toString(), "republish");

        // Then
        assertThat(exit).as(err.toString()).isZero();
        assertThat(HawserService.withDatabase())
                .allSatisfy(service -> assertThat(out.toString()).containsPattern(service.serviceName() + " +7"));
        assertThat(services.writes())
                .hasSameSizeAs(HawserService.withDatabase())
                .containsOnly("/v1/republish Bearer t0ken");
    }

    @Test
    void republishWithoutATokenSaysWhereItIsLookedFor() {
        assertThat(hawser("republish")).isEqualTo(4);
        assertThat(err.toString()).contains("HAWSER_TOKEN");
        assertThat(services.writes()).isEmpty();
    }

    @Test
    @DisplayName("What a service waits for before it may write is shown as it says it")
    void theServiceMustWait(@TempDir Path home) throws IOException {
        // Given
        write(home);
        services.answer("/v1/republish", 503, "{\"detail\":\"the start gate is shut\"}");

        // When
        int exit = hawserIn(home.toString(), "republish");

        // Then
        assertThat(exit).isNotZero();
        assertThat(err.toString()).contains("refuses: the start gate is shut");
    }

    private void write(Path home) throws IOException {
        Path token = Files.writeString(home.resolve("rest-token"), "t0ken\n");
        List<String> lines = new ArrayList<>(List.of("token.file=" + token));
        HawserService.withDatabase().forEach(service -> lines.add(service.serviceName() + "=" + services.base()));
        Files.write(home.resolve("endpoints.properties"), lines);
    }
}
