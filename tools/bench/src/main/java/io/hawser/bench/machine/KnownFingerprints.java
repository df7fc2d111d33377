package io.hawser.bench.machine;

import com.google.gson.JsonElement;
import com.google.gson.JsonParser;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;

/** Asks volume-service which nodes it knows to have a plugin: what it has not read yet it rejects wishes for. */
public final class KnownFingerprints {
    private final HttpClient client = HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(Duration.ofSeconds(2))
            .build();
    private final HttpRequest request;

    KnownFingerprints(URI volumeService) {
        this.request = HttpRequest.newBuilder(volumeService.resolve("/v1/nodes"))
                .timeout(Duration.ofSeconds(5))
                .build();
    }

    /**
     * How many nodes have one at this moment.
     *
     * @throws IllegalStateException if volume-service does not answer
     */
    public int count() {
        try {
            HttpResponse<String> response = client.send(request, HttpResponse.BodyHandlers.ofString());
            if (response.statusCode() != 200) {
                throw new IllegalStateException(
                        request.uri() + " answered " + response.statusCode() + ": " + response.body());
            }
            return in(response.body());
        } catch (IOException e) {
            throw new IllegalStateException("cannot read " + request.uri() + ": " + e.getMessage(), e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while reading " + request.uri(), e);
        }
    }

    static int in(String nodes) {
        int count = 0;
        for (JsonElement node : JsonParser.parseString(nodes).getAsJsonArray()) {
            if (!node.getAsJsonObject().getAsJsonArray("plugins").isEmpty()) {
                count++;
            }
        }
        return count;
    }
}
