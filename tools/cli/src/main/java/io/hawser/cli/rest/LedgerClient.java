package io.hawser.cli.rest;

import java.net.URI;
import java.time.Duration;

/** Asks one service for what every service with a database does on request. */
public final class LedgerClient {
    // The service reads and writes every row once.
    private static final Duration REPUBLISHED_WITHIN = Duration.ofMinutes(10);
    private static final Duration ACCEPTED_WITHIN = Duration.ofSeconds(30);

    private final JsonClient http;

    /** @param service its name, for messages */
    public LedgerClient(String service, URI base) {
        this.http = new JsonClient(service, base);
    }

    /**
     * Has the service write its state records again.
     *
     * @return the number of records that the service writes
     */
    public long republish(String token) {
        return http.post("/v1/republish", token, REPUBLISHED_WITHIN)
                .path("records")
                .asLong();
    }

    /**
     * Confirms that a topic that was made again is complete.
     *
     * @return whether the service waited for that
     */
    public boolean accept(String topic, String token) {
        return http.post("/v1/topics/" + topic + "/accept", token, ACCEPTED_WITHIN)
                .path("waited")
                .asBoolean();
    }
}
