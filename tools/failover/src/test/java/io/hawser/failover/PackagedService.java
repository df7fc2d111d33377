package io.hawser.failover;

import io.hawser.embedded.postgres.PostgresDatabase;
import io.hawser.embedded.process.ChildProcess;
import io.hawser.embedded.process.JavaCommand;
import io.hawser.embedded.process.Launch;
import io.hawser.embedded.process.LoopbackPort;
import io.hawser.embedded.process.Signal;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * A service as it is shipped ({@code target/quarkus-app} of the module under test), as a process that can be killed.
 */
public final class PackagedService implements AutoCloseable {
    /** No promise: modules of tests share two cores. */
    static final Duration START = Duration.ofMinutes(4);

    private static final Duration STOP = Duration.ofMinutes(1);
    /** Longer than the service itself may wait for its database. */
    private static final Duration ANSWER = Duration.ofSeconds(30);

    private static final Duration PROBE = Duration.ofSeconds(5);
    private static final HttpClient HTTP = HttpClient.newHttpClient();

    private final String name;
    private final Map<String, String> environment;
    private final Path log;
    private final int port = LoopbackPort.free();
    private ChildProcess process;

    /**
     * One replica of it, on any broker.
     *
     * @param prefix of the topics, so that tests do not meet
     */
    public PackagedService(
            String name, String replica, String bootstrapServers, PostgresDatabase database, String prefix, Path log) {
        this.name = name + "-" + replica;
        this.log = log;
        this.environment = new HashMap<>(Map.of(
                "QUARKUS_PROFILE", "local",
                "QUARKUS_HTTP_PORT", Integer.toString(port),
                "KAFKA_BOOTSTRAP_SERVERS", bootstrapServers,
                "HAWSER_REPLICA", replica,
                "HAWSER_TOPICS_PREFIX", prefix,
                "QUARKUS_DATASOURCE_USERNAME", database.user(),
                "QUARKUS_DATASOURCE_PASSWORD", database.password(),
                "QUARKUS_DATASOURCE_JDBC_URL", database.jdbcUrl(),
                "QUARKUS_DATASOURCE_REACTIVE_URL", database.reactiveUrl()));
        // Tests put sockets where they may write.
        environment.put("HAWSER_VOLUME_ENDPOINTS", "unix:///");
        environment.put("HAWSER_PROBE_ENDPOINTS", "unix:///");
    }

    /**
     * Starts it, with more environment; does not wait: a service that halts at a commit point may never get ready.
     *
     * @param target the service's build folder
     */
    public void start(Map<String, String> more, Path target) {
        Map<String, String> all = new HashMap<>(environment);
        all.putAll(more);
        List<String> command = JavaCommand.ofService(256, List.of(), target);
        process = ChildProcess.start(new Launch(name, command, all, log, Launch.Lifetime.WITH_US));
    }

    /**
     * Waits until it is ready.
     *
     * @throws IllegalStateException whose first line says what it waits for, if it is not in time
     */
    public void awaitReady() {
        try {
            process.awaitReady(this::ready, START);
        } catch (IllegalStateException late) {
            throw new IllegalStateException(down() + ": " + late.getMessage(), late);
        }
    }

    private String down() {
        try {
            return ask("GET", "/q/health/ready").body().replaceAll("\\s+", " ");
        } catch (IOException e) {
            return e.toString();
        }
    }

    /** What it has written so far. */
    public String log() throws IOException {
        return Files.readString(log);
    }

    public boolean alive() {
        return process != null && process.alive();
    }

    /** Whether it says so of itself. */
    public boolean ready() {
        return says("/q/health/ready");
    }

    /** Whether it says so of itself. */
    public boolean live() {
        return says("/q/health/live");
    }

    private boolean says(String path) {
        try {
            return ask(PROBE, "GET", path).statusCode() == 200;
        } catch (IOException e) {
            return false;
        }
    }

    /** Any request without a body. */
    public HttpResponse<String> ask(String method, String path, String... headers) throws IOException {
        return ask(ANSWER, method, path, headers);
    }

    private HttpResponse<String> ask(Duration within, String method, String path, String... headers)
            throws IOException {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path))
                .method(method, HttpRequest.BodyPublishers.noBody())
                .timeout(within);
        if (headers.length > 0) {
            request.headers(headers);
        }
        try {
            return HTTP.send(request.build(), HttpResponse.BodyHandlers.ofString());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new InterruptedIOException(path);
        }
    }

    /** Whether it stands still: SIGSTOP, from whomever. */
    public boolean stopped() {
        return process.id().stopped();
    }

    /** SIGSTOP. */
    public void pause() {
        process.pause();
    }

    /** SIGCONT. */
    public void resume() {
        process.resume();
    }

    /**
     * SIGTERM, and waits for its end; killed after a minute.
     *
     * @return whether it ended by itself
     */
    public boolean terminate() {
        return process.stop(Signal.TERM, STOP);
    }

    /** Kills it (-9), if it runs. */
    @Override
    public void close() {
        if (process != null) {
            process.kill();
        }
    }
}
