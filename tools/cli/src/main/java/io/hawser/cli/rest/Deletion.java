package io.hawser.cli.rest;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * The progress of a deletion.
 *
 * @param name of the service or resource
 * @param state {@code not-asked}, {@code asked} or {@code deallocated}
 * @param message what the deletion waits for, in words
 * @param since when it was asked for; after the decision, when that was made
 * @param heldBy the number of holders
 * @param holders the first few
 * @param stillToRead what must be read before the decision: each a partition, its position and the end
 */
public record Deletion(
        String name,
        String state,
        String message,
        Optional<Instant> since,
        long heldBy,
        List<Holder> holders,
        List<String> stillToRead) {
    public Deletion {
        holders = List.copyOf(holders);
        stillToRead = List.copyOf(stillToRead);
    }

    /**
     * One holder.
     *
     * @param what for example {@code live task}
     */
    public record Holder(String what, String name, Instant since) {
        static Holder parse(JsonNode json) {
            return new Holder(
                    json.path("what").asText(),
                    json.path("name").asText(),
                    Instant.parse(json.path("since").asText()));
        }
    }

    /** @param json a service or resource */
    public static Deletion parse(JsonNode json) {
        JsonNode deletion = json.path("deletion");
        return new Deletion(
                json.path("name").asText(),
                deletion.path("state").asText(),
                deletion.path("message").asText(),
                deletion.hasNonNull("since")
                        ? Optional.of(Instant.parse(deletion.path("since").asText()))
                        : Optional.empty(),
                deletion.path("heldBy").asLong(),
                deletion.path("holders").valueStream().map(Holder::parse).toList(),
                deletion.path("stillToRead").valueStream().map(JsonNode::asText).toList());
    }

    public boolean asked() {
        return !state.equals("not-asked");
    }

    public boolean deallocated() {
        return state.equals("deallocated");
    }
}
