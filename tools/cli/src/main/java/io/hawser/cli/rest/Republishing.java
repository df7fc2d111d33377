package io.hawser.cli.rest;

import java.net.URI;
import java.time.Duration;

/** Asks one service to write its state records again. */
public final class Republishing {
    // Every row is read and written once.
    private static final Duration AT_MOST = Duration.ofMinutes(10);

    private final JsonClient http;

    /** @param service its name, for sentences */
    public Republishing(String service, URI base) {
        this.http = new JsonClient(service, base);
    }

    /** @return how many records leave */
    public long ask(String token) {
        return http.post("/v1/republish", token, AT_MOST).path("records").asLong();
    }
}
