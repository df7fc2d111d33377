package io.hawser.cli.rest;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;

/**
 * What a service says of its readiness (MicroProfile Health).
 *
 * @param waitsFor why it is not ready: the check that fails and what that check waits for
 */
public record ServiceReadiness(boolean ready, List<String> waitsFor) {
    public ServiceReadiness {
        waitsFor = List.copyOf(waitsFor);
    }

    static ServiceReadiness parse(JsonNode health) {
        return new ServiceReadiness(
                isUp(health),
                health.path("checks")
                        .valueStream()
                        .filter(check -> !isUp(check))
                        .map(check -> {
                            String why = check.path("data").path("waitsFor").asText();
                            return check.path("name").asText() + (why.isEmpty() ? "" : ": " + why);
                        })
                        .toList());
    }

    private static boolean isUp(JsonNode answer) {
        return answer.path("status").asText().equals("UP");
    }
}
