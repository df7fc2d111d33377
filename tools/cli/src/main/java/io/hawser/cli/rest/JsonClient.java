package io.hawser.cli.rest;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.InputStream;
import java.net.HttpURLConnection;
import java.net.SocketTimeoutException;
import java.net.URI;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * A client for one service's JSON. {@code java.net.http} would prepare TLS for each command, and its thread would hold
 * up the end of the JVM by 0.3 s.
 */
public final class JsonClient {
    private static final String READY = "/q/health/ready";
    private static final int PAGE = 500;
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final Duration CONNECT = Duration.ofSeconds(3);
    private static final Duration ANSWER = Duration.ofSeconds(10);

    private final String service;
    private final URI base;

    /** @param service its name, for messages */
    public JsonClient(String service, URI base) {
        this.service = service;
        this.base = base;
    }

    private record Answer(int status, String body) {}

    /** An escaped path segment or query value. */
    static String escaped(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
    }

    /**
     * @return empty if the service answers 404
     * @throws ServiceRefusesException if it answers 400: it does not know what this program asks for
     * @throws ServiceUnreachableException if it answers anything else but 200, or not at all
     */
    public Optional<JsonNode> get(String path) {
        Answer answer = ask(path);
        return switch (answer.status()) {
            case 200 -> Optional.of(json(path, answer.body()));
            case 404 -> Optional.empty();
            case 400 -> throw new ServiceRefusesException(service + " refuses: " + detail(path, answer));
            default ->
                throw new ServiceUnreachableException(
                        service + " answers " + answer.status() + " to GET " + path + ": its log says why");
        };
    }

    /**
     * The thing of this name.
     *
     * @param collection path of all of them, with a slash at its end
     * @return empty if there is none; nothing has a name that would lead to another path
     */
    Optional<JsonNode> named(String collection, String name) {
        return named(collection, name, "");
    }

    /** The same, for a page below the thing's own. */
    Optional<JsonNode> named(String collection, String name, String page) {
        return name.isEmpty() || name.equals(".") || name.equals("..")
                ? Optional.empty()
                : get(collection + escaped(name) + page);
    }

    /** The sentence of a problem (RFC 9457). */
    private String detail(String path, Answer answer) {
        return json(path, answer.body()).path("detail").asText("it does not say why; its log does");
    }

    /**
     * Whether the service is ready, and what it waits for.
     *
     * @throws ServiceUnreachableException if it does not answer, or has no health page
     */
    public ServiceReadiness readiness() {
        Answer answer = ask(READY);
        return switch (answer.status()) {
            case 200, 503 -> ServiceReadiness.parse(json(READY, answer.body()));
            default ->
                throw new ServiceUnreachableException(
                        service + " answers " + answer.status() + " to GET " + READY + ": is it one of Hawser's?");
        };
    }

    private Answer ask(String path) {
        return send("GET", path, Optional.empty(), ANSWER);
    }

    /** A list that always exists, even if it is empty. The next page is requested when the one before has been read. */
    Stream<JsonNode> list(String path) {
        return list(path, "");
    }

    /** The list of something that may be gone: then it is empty. */
    Stream<JsonNode> listOf(String path, String fields) {
        String list = query(path, fields);
        return get(list).stream().flatMap(first -> pages(list, first));
    }

    /** @param fields a field selector; empty: all */
    Stream<JsonNode> list(String path, String fields) {
        String list = query(path, fields);
        return pages(list, page(list));
    }

    private static String query(String path, String fields) {
        return path + "?limit=" + PAGE + (fields.isEmpty() ? "" : "&fieldSelector=" + escaped(fields));
    }

    private Stream<JsonNode> pages(String list, JsonNode first) {
        return Stream.iterate(first, Objects::nonNull, page -> {
                    String next = page.path("continue").asText();
                    return next.isEmpty() ? null : page(list + "&continue=" + escaped(next));
                })
                .flatMap(page -> page.path("items").valueStream());
    }

    private JsonNode page(String path) {
        return get(path)
                .filter(page -> page.path("items").isArray())
                .orElseThrow(() -> new ServiceUnreachableException(
                        service + " at " + base + " has no list at " + path + ": is it a Hawser of this version?"));
    }

    /**
     * Asks the service to write.
     *
     * @throws ServiceRefusesException if it answers 409
     * @throws ServiceUnreachableException if it answers anything but 200 and 409, or not at all
     */
    JsonNode post(String path, String token, Duration atMost) {
        Answer answer = send("POST", path, Optional.of(token), atMost);
        return switch (answer.status()) {
            case 200 -> json(path, answer.body());
            case 401 ->
                throw new ServiceUnreachableException(
                        service + " refuses the token: set HAWSER_TOKEN to that of the service");
            case 403, 503 -> throw new ServiceUnreachableException(service + " refuses: " + detail(path, answer));
            case 409 -> throw new ServiceRefusesException(service + " refuses: " + detail(path, answer));
            default ->
                throw new ServiceUnreachableException(
                        service + " answers " + answer.status() + " to POST " + path + ": its log says why");
        };
    }

    private Answer send(String method, String path, Optional<String> token, Duration atMost) {
        boolean connected = false;
        try {
            HttpURLConnection http =
                    (HttpURLConnection) base.resolve(path).toURL().openConnection();
            http.setRequestMethod(method);
            http.setConnectTimeout(Math.toIntExact(CONNECT.toMillis()));
            http.setReadTimeout(Math.toIntExact(atMost.toMillis()));
            http.setRequestProperty("Accept", "application/json");
            token.ifPresent(secret -> http.setRequestProperty("Authorization", "Bearer " + secret));
            http.connect();
            connected = true;
            int status = http.getResponseCode();
            try (InputStream body = status < HttpURLConnection.HTTP_BAD_REQUEST
                    ? http.getInputStream()
                    : Objects.requireNonNullElse(http.getErrorStream(), InputStream.nullInputStream())) {
                return new Answer(status, new String(body.readAllBytes(), StandardCharsets.UTF_8));
            }
        } catch (IOException e) {
            throw new ServiceUnreachableException(
                    connected && e instanceof SocketTimeoutException
                            ? service + " at " + base + " has not answered " + method + " " + path + " within "
                                    + atMost.toSeconds() + " s; it may still be working: its log says more"
                            : service + " does not answer at " + base
                                    + "; does it run (`./hawser status`), and is the address right?",
                    e);
        }
    }

    private JsonNode json(String path, String body) {
        try {
            return JSON.readTree(body);
        } catch (JsonProcessingException e) {
            throw new ServiceUnreachableException(
                    service + " answers no JSON to " + path + ": is it a Hawser of this version?", e);
        }
    }
}
