package io.hawser.cli.command;

import com.google.protobuf.Message;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.hawser.cli.rest.ProtoJson;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Stream;

/** The services' REST answers, as a test wants them; 404 for all else. */
final class FakeServices implements AutoCloseable {
    private final Map<String, String> answers = new ConcurrentHashMap<>();
    private final Map<String, Queue<String>> later = new ConcurrentHashMap<>();
    private final Map<String, Integer> statuses = new ConcurrentHashMap<>();
    private final List<String> shown = new CopyOnWriteArrayList<>();
    private final HttpServer server;

    FakeServices() {
        try {
            server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        server.createContext("/", this::answer);
        server.start();
    }

    URI base() {
        return URI.create("http://127.0.0.1:" + server.getAddress().getPort());
    }

    /** What was written to, and the credentials shown: {@code PATH AUTHORIZATION}. */
    List<String> writes() {
        return List.copyOf(shown);
    }

    /** @param path a whole path, with or without its query, or one that ends with a slash for all below it */
    FakeServices answer(String path, String json) {
        answers.put(path, json);
        return this;
    }

    /** As a service that is not ready answers for its health. */
    FakeServices unavailable(String path, String json) {
        return answer(path, 503, json);
    }

    /** As a service that does not do what it is asked. */
    FakeServices answer(String path, int status, String json) {
        statuses.put(path, status);
        return answer(path, json);
    }

    /** One after the other; the last stays. Empty is 404. */
    FakeServices answers(String path, String... jsons) {
        later.put(path, new ConcurrentLinkedQueue<>(List.of(jsons)));
        return this;
    }

    /** Whether every one of the answers for this path but the last was given, and the last, too. */
    boolean isSaid(String path) {
        return later.getOrDefault(path, new ConcurrentLinkedQueue<>()).isEmpty();
    }

    FakeServices answer(String path, Message message) {
        return answer(path, ProtoJson.print(message));
    }

    private void answer(HttpExchange exchange) throws IOException {
        String path = exchange.getRequestURI().getPath();
        if (exchange.getRequestMethod().equals("POST")) {
            shown.add(path + " " + exchange.getRequestHeaders().getFirst("Authorization"));
        }
        String below = path.substring(0, path.lastIndexOf('/') + 1);
        String query = path + "?" + exchange.getRequestURI().getQuery();
        for (String asked : List.of(query, path, below)) {
            Optional.ofNullable(later.getOrDefault(asked, new ConcurrentLinkedQueue<>())
                            .poll())
                    .ifPresent(next -> answers.put(asked, next));
        }
        String answer = Stream.of(query, path, below)
                .filter(answers::containsKey)
                .findFirst()
                .map(answers::get)
                .orElse("");
        byte[] body = answer.getBytes(StandardCharsets.UTF_8);
        exchange.sendResponseHeaders(
                answer.isEmpty() ? 404 : statuses.getOrDefault(path, 200), body.length == 0 ? -1 : body.length);
        exchange.getResponseBody().write(body);
        exchange.close();
    }

    @Override
    public void close() {
        server.stop(0);
    }
}
