package io.hawser.cli.rest;

import java.net.URI;
import java.time.Duration;

/** Asks one service to write its state records again. */
public final class Republishing {
    // The service reads and writes every row once.
    private static final Duration AT_MOST = Duration.ofMinutes(10);

    private final JsonClient http;

    /** @param service its name, for messages */
    public Republishing(String service, URI base) {
        this.http = new JsonClient(service, base);
    }

    /** @return the number of records that the service writes */
    public long ask(String token) {
        return http.post("/v1/republish", token, AT_MOST).path("records").asLong();
    }
}
