package io.hawser.cli.rest;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.Optional;

/**
 * The readiness that a service reports (MicroProfile Health).
 *
 * @param database whether the service reaches its database; empty if it has none, or does not say
 * @param waitsFor each failing check with what it waits for; also what a check reports without failing
 */
public record ServiceReadiness(boolean ready, Optional<Boolean> database, List<String> waitsFor) {
    public ServiceReadiness {
        waitsFor = List.copyOf(waitsFor);
    }

    static ServiceReadiness parse(JsonNode health) {
        return new ServiceReadiness(
                isUp(health),
                health.path("checks")
                        .valueStream()
                        .filter(check -> check.path("name").asText().startsWith("Reactive PostgreSQL"))
                        .map(ServiceReadiness::isUp)
                        .findFirst(),
                health.path("checks")
                        .valueStream()
                        .filter(check -> !isUp(check) || !message(check).isEmpty())
                        .map(check ->
                                check.path("name").asText() + (message(check).isEmpty() ? "" : ": " + message(check)))
                        .toList());
    }

    private static String message(JsonNode check) {
        return check.path("data").path("waitsFor").asText();
    }

    private static boolean isUp(JsonNode answer) {
        return answer.path("status").asText().equals("UP");
    }
}
