package io.hawser.cli.rest;

import com.fasterxml.jackson.databind.JsonNode;

/**
 * The progress of a service's or network's deletion.
 *
 * @param state {@code not-asked}, {@code asked} or {@code deallocated}
 * @param message what the deletion waits for, in words
 */
public record Deletion(String name, String state, String message) {
    static Deletion parse(JsonNode json) {
        JsonNode deletion = json.path("deletion");
        return new Deletion(
                json.path("name").asText(),
                deletion.path("state").asText(),
                deletion.path("message").asText());
    }

    public boolean deallocated() {
        return state.equals("deallocated");
    }
}
