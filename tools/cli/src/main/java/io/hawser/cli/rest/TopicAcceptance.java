package io.hawser.cli.rest;

import java.net.URI;
import java.time.Duration;

/** Confirms to one service that a topic that was made again is complete. */
public final class TopicAcceptance {
    private static final Duration AT_MOST = Duration.ofSeconds(30);

    private final JsonClient http;

    /** @param service its name, for messages */
    public TopicAcceptance(String service, URI base) {
        this.http = new JsonClient(service, base);
    }

    /** @return whether the service waited for that */
    public boolean accept(String topic, String token) {
        return http.post("/v1/topics/" + topic + "/accept", token, AT_MOST)
                .path("waited")
                .asBoolean();
    }
}
