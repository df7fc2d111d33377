package io.hawser.cli.rest;

import com.fasterxml.jackson.databind.JsonNode;

/**
 * How far the deletion of a service or network has come.
 *
 * @param state {@code not-asked}, {@code asked} or {@code deallocated}
 * @param message what it waits for, in words
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
