package io.hawser.cli.rest;

import com.fasterxml.jackson.databind.JsonNode;
import io.hawser.bus.service.HawserService;
import java.net.URI;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;

/** Reads services and networks from deallocator-service. */
public final class DeallocatorClient {
    private static final String POSITIONS = "/v1/positions";

    private final JsonClient http;

    public DeallocatorClient(URI base) {
        this.http = new JsonClient(HawserService.DEALLOCATOR_SERVICE.serviceName(), base);
    }

    /** The kinds that may be marked for deletion; the kind's name is the path. */
    public enum Kind {
        SERVICE("services"),
        NETWORK("networks");

        private final String path;

        Kind(String path) {
            this.path = "/v1/" + path;
        }

        /** {@code service} or {@code network}. */
        public String word() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /** All things of this kind by name, in the service's JSON: name, what belongs to the thing, deletion. */
    public Stream<JsonNode> list(Kind kind) {
        return http.list(kind.path);
    }

    /** One thing of this kind, in the service's JSON. */
    public Optional<JsonNode> one(Kind kind, String name) {
        return http.named(kind.path + "/", name);
    }

    /** A service and its resources, in the service's JSON; also if only resources are left. */
    public Optional<JsonNode> serviceStatus(String name) {
        return http.named(Kind.SERVICE.path + "/", name, "/status");
    }

    /** Whether it says how far it has read, which an older version does not; also if it does not answer. */
    public boolean tellsPositions() {
        try {
            return http.get(POSITIONS).isPresent();
        } catch (ServiceUnreachableException e) {
            return true;
        }
    }

    /**
     * The offset after the last record that it has read of a partition; 0: none. Later answers are no older.
     *
     * @param topicId Kafka's, of the topic that has this name now
     */
    public long readTo(String topic, String topicId, int partition) {
        return http.get(POSITIONS)
                .orElseThrow(() -> new ServiceUnreachableException(HawserService.DEALLOCATOR_SERVICE.serviceName()
                        + " has no " + POSITIONS + ": is it a Hawser of this version?"))
                .path("positions")
                .valueStream()
                .filter(position -> position.path("topic").asText().equals(topic)
                        && position.path("topicId").asText().equals(topicId)
                        && position.path("partition").asInt() == partition)
                .mapToLong(position -> position.path("next").asLong())
                .findFirst()
                .orElse(0);
    }

    public Optional<Deletion> deletion(Kind kind, String name) {
        return one(kind, name).map(Deletion::parse);
    }
}
