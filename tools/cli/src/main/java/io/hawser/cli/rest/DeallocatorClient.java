package io.hawser.cli.rest;

import com.fasterxml.jackson.databind.JsonNode;
import io.hawser.bus.service.HawserService;
import java.net.URI;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;

/** Reads services and networks from deallocator-service. */
public final class DeallocatorClient {
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

    /** All of them, by name, unchanged: name, what belongs to it, deletion. */
    public Stream<JsonNode> list(Kind kind) {
        return http.list(kind.path);
    }

    /** One of them, unchanged. */
    public Optional<JsonNode> one(Kind kind, String name) {
        return http.named(kind.path + "/", name);
    }

    /** A service and what becomes of what belongs to it, unchanged; also while only the latter is still there. */
    public Optional<JsonNode> serviceStatus(String name) {
        return http.named(Kind.SERVICE.path + "/", name, "/status");
    }

    public Optional<Deletion> deletion(Kind kind, String name) {
        return one(kind, name).map(Deletion::parse);
    }
}
