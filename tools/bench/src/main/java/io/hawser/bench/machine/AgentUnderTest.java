package io.hawser.bench.machine;

import io.hawser.local.command.LocalRun;
import io.hawser.local.process.ProcessSpec;
import io.hawser.local.service.LocalServices;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.locks.LockSupport;

/** The one node-agent of a bench's machine, as {@code ./hawser up} starts it. */
public final class AgentUnderTest {
    public static final String NODE = "node-1";
    private static final Duration LOOK = Duration.ofMillis(5);

    private final LocalRun run;
    private final String process = LocalServices.agentName(NODE);

    private final List<String> javaOptions;

    AgentUnderTest(LocalRun run, List<String> javaOptions) {
        this.run = run;
        this.javaOptions = javaOptions;
    }

    /** @param residentMiB what Linux says that the process has in memory (VmRSS) */
    public record Size(double residentMiB, int threads) {}

    /** A socket that the agent finds. */
    public Path pluginSocket() {
        return run.layout().pluginSockets(NODE).resolve("csi.sock");
    }

    /** A folder for the plugin's data, made if it is missing. */
    public Path data() {
        try {
            return Files.createDirectories(run.layout().home().resolve("bench-data"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    public void start() {
        ProcessSpec usual = run.services().agent(NODE);
        List<String> command = new ArrayList<>(usual.command());
        command.addAll(command.indexOf("-jar"), javaOptions);
        run.supervisor()
                .start(List.of(new ProcessSpec(
                        usual.name(), command, usual.environment(), usual.readiness(), usual.log(), usual.stop())));
    }

    /**
     * Stops and starts it.
     *
     * @return from the start of the process until it says that it is ready
     */
    public Duration restart() {
        run.supervisor().stop(process);
        long began = System.nanoTime();
        CompletableFuture<Void> started =
                CompletableFuture.runAsync(() -> run.supervisor().restart(process));
        URI ready = run.services().http(process).resolve("/q/health/ready");
        try (HttpClient client = HttpClient.newHttpClient()) {
            HttpRequest ask = HttpRequest.newBuilder(ready).build();
            while (!answers(client, ask)) {
                if (started.isCompletedExceptionally()) {
                    started.join();
                }
                LockSupport.parkNanos(LOOK.toNanos());
            }
        }
        Duration took = Duration.ofNanos(System.nanoTime() - began);
        started.join();
        return took;
    }

    private static boolean answers(HttpClient client, HttpRequest ask) {
        try {
            return client.send(ask, HttpResponse.BodyHandlers.discarding()).statusCode() == 200;
        } catch (IOException notYet) {
            return false;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted", e);
        }
    }

    public long pid() {
        return run.supervisor().pid(process);
    }

    public Size size() {
        return new Size(ProcessFigures.status(pid(), "VmRSS") / 1024.0, (int) ProcessFigures.status(pid(), "Threads"));
    }
}
