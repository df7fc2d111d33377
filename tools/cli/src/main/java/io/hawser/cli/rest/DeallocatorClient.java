package io.hawser.cli.rest;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import java.net.URI;
import java.util.Optional;

/** What deallocator-service knows about services and networks. */
public final class DeallocatorClient {
    private static final int PAGE = 1000;

    private final JsonClient http;

    public DeallocatorClient(URI base) {
        this.http = new JsonClient("deallocator-service", base);
    }

    /** Who may be marked for deletion; its name is the path. */
    public enum Kind {
        SERVICE("services"),
        NETWORK("networks");

        private final String path;

        Kind(String path) {
            this.path = "/v1/" + path;
        }

        /** {@code service} or {@code network}. */
        public String word() {
            return name().toLowerCase(java.util.Locale.ROOT);
        }
    }

    /** All of them, as they come: name, what belongs to it, deletion. */
    public ArrayNode list(Kind kind) {
        ArrayNode all = JsonNodeFactory.instance.arrayNode();
        String after = "";
        JsonNode page;
        do {
            page = http.list(kind.path + "?limit=" + PAGE + "&after=" + JsonClient.escaped(after));
            page.forEach(all::add);
            after = all.isEmpty() ? "" : all.get(all.size() - 1).path("name").asText();
        } while (page.size() == PAGE);
        return all;
    }

    /** One of them, as it comes. */
    public Optional<JsonNode> one(Kind kind, String name) {
        return http.get(kind.path + "/" + JsonClient.escaped(name));
    }

    public Optional<Deletion> deletion(Kind kind, String name) {
        return one(kind, name).map(Deletion::parse);
    }
}
