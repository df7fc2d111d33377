package io.hawser.cli.command;

import static org.assertj.core.api.Assertions.assertThat;

import io.hawser.testkit.shared.SharedBroker;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What {@code status} says of services that are ready, and of others. */
class StatusCommandIT extends CommandLineFixture {
    @Test
    @DisplayName("status says for machines where each part listens; the database's address nobody knows")
    void addresses() throws Exception {
        // Given
        services.answer("/q/health/ready", """
                {"status":"UP","checks":[{"name":"Reactive PostgreSQL connections health check","status":"UP"}]}""");

        // When
        int exit = hawser("status", "-o", "json");

        // Then
        assertThat(exit).as(err.toString()).isZero();
        var json = new com.fasterxml.jackson.databind.ObjectMapper().readTree(out.toString());
        assertThat(json.at("/kafka/address").asText()).isEqualTo(SharedBroker.bootstrapServers());
        assertThat(json.at("/volume-service/address").asText())
                .isEqualTo(services.base().toString());
        assertThat(json.path("database").has("address")).isTrue();
        assertThat(json.at("/database/address").isNull()).isTrue();
    }

    @Test
    @DisplayName("A prefix of topics that looks like an address is no service")
    void aPrefixLikeAnAddress(@TempDir Path home) throws Exception {
        // Given
        services.answer("/q/health/ready", "{\"status\":\"UP\",\"checks\":[]}");
        Files.writeString(
                home.resolve("endpoints.properties"), """
                kafka=%s
                topics.prefix=http-prod
                volume-service=%s
                """.formatted(SharedBroker.bootstrapServers(), services.base()));

        // When
        int exit = hawserIn(home.toString(), "status");

        // Then
        assertThat(exit).as(err.toString()).isZero();
        assertThat(out.toString()).contains("volume-service").doesNotContain("topics.prefix");
    }

    @Test
    @DisplayName("status names what a service that is not ready waits for")
    void statusNamesWhatAServiceWaitsFor() {
        // Given
        services.unavailable("/q/health/ready", """
                {"status":"DOWN","checks":[
                  {"name":"database","status":"UP"},
                  {"name":"decisions","status":"DOWN","data":{"waitsFor":"hawser.tasks-0 is read to 7 of 9"}}]}""");

        // When
        int exit = hawser("status");
        int json = hawser("status", "--output", "json");

        // Then
        assertThat(List.of(exit, json)).containsExactly(4, 4);
        assertThat(out.toString())
                .contains("not ready")
                .contains("decisions: hawser.tasks-0 is read to 7 of 9")
                .contains("\"waitsFor\"");
        assertThat(err.toString()).isEmpty();
    }

    @Test
    @DisplayName("status names what fails in a service that is ready all the same")
    void statusNamesWhatFailsInAReadyService() {
        // Given
        services.answer("/q/health/ready", """
                {"status":"UP","checks":[
                  {"name":"intake","status":"UP","data":{"waitsFor":""}},
                  {"name":"work","status":"UP","data":{"waitsFor":"volume v1 has failed 3 times in a row"}}]}""");

        // When
        int exit = hawser("status");

        // Then
        assertThat(exit).isZero();
        assertThat(out.toString())
                .contains("ready")
                .contains("work: volume v1 has failed 3 times in a row")
                .doesNotContain("intake");
    }
}
