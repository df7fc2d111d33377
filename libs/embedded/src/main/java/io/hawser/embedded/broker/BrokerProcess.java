package io.hawser.embedded.broker;

import io.hawser.embedded.process.ChildProcess;
import io.hawser.embedded.process.JavaCommand;
import io.hawser.embedded.process.Launch;
import io.hawser.embedded.process.LoopbackPort;
import io.hawser.embedded.process.Signal;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Stream;
import org.apache.kafka.clients.admin.Admin;
import org.jspecify.annotations.Nullable;

/** A real Kafka broker on a data folder, in a process of its own. Port and data stay the same over restarts. */
public final class BrokerProcess implements AutoCloseable {
    private static final Duration START_WITHIN = Duration.ofSeconds(90);
    private static final Duration STOP_WITHIN = Duration.ofSeconds(20);
    private static final int HEAP_MIB = 320;

    private final Path folder;
    private final BrokerCode code;
    private final int port;
    private final int controllerPort;
    private List<String> login = List.of();
    private @Nullable ChildProcess process;

    private BrokerProcess(Path folder, BrokerCode code) {
        this.folder = folder.toAbsolutePath();
        this.code = code;
        this.port = LoopbackPort.keptIn(folder.resolve("port"));
        this.controllerPort = LoopbackPort.keptIn(folder.resolve("controller-port"));
    }

    /** The broker of this folder, not started yet. */
    public static BrokerProcess in(Path folder) {
        return new BrokerProcess(folder, BrokerCode.here());
    }

    /** Host and port in the form of Kafka's {@code bootstrap.servers}. */
    public String bootstrapServers() {
        return "127.0.0.1:" + port;
    }

    /**
     * Adds a login for these users at {@link #loginServers}, who may do nothing without an ACL. At {@link
     * #bootstrapServers} everybody may still do everything. Must be called before the start.
     *
     * @param passwords by user
     */
    public BrokerProcess withLogins(Map<String, String> passwords) {
        login = Stream.concat(
                        Stream.of(Integer.toString(LoopbackPort.keptIn(folder.resolve("login-port")))),
                        passwords.entrySet().stream().flatMap(each -> Stream.of(each.getKey(), each.getValue())))
                .toList();
        return this;
    }

    /** Host and port of the listener with a login. */
    public String loginServers() {
        return "127.0.0.1:" + login.getFirst();
    }

    /** The file with the broker's output. */
    public Path log() {
        return folder.resolve("broker.log");
    }

    /** The command that runs the broker in the foreground; {@code options} are for its JVM. */
    public List<String> command(List<String> options) {
        List<String> all = new ArrayList<>(code.options());
        all.add("-Djava.util.logging.manager=org.jboss.logmanager.LogManager");
        all.addAll(options);
        List<String> arguments =
                new ArrayList<>(List.of(folder.toString(), Integer.toString(port), Integer.toString(controllerPort)));
        arguments.addAll(login);
        return JavaCommand.of(HEAP_MIB, all, code.classPath(), BrokerMain.class.getName(), arguments);
    }

    /** Whether the broker answers now and is registered with its controller. */
    public boolean ready() {
        // The port check is cheap; an admin client is not.
        return listening() && answers();
    }

    private boolean listening() {
        try (var socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
            return socket.isConnected();
        } catch (IOException e) {
            return false;
        }
    }

    private boolean answers() {
        try (var admin = Admin.create(Map.of(
                "bootstrap.servers", bootstrapServers(),
                "default.api.timeout.ms", "2000",
                "request.timeout.ms", "2000"))) {
            return !admin.describeCluster().nodes().get(3, TimeUnit.SECONDS).isEmpty();
        } catch (ExecutionException | TimeoutException e) {
            return false;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while asking the broker", e);
        }
    }

    /** Starts the broker and returns when it answers. The broker ends with this JVM. */
    public BrokerProcess start() {
        if (running()) {
            throw new IllegalStateException("the broker of " + folder + " already runs");
        }
        process =
                ChildProcess.start(new Launch("broker", command(List.of()), Map.of(), log(), Launch.Lifetime.WITH_US));
        process.awaitReady(this::ready, START_WITHIN);
        return this;
    }

    /** Whether the process that this object started runs. */
    public boolean running() {
        return process != null && process.alive();
    }

    /** Kills the broker (-9). */
    public void kill() {
        started().kill();
    }

    /** Stops the broker in good order: segments are flushed and closed. */
    public void stop() {
        started().stop(Signal.TERM, STOP_WITHIN);
    }

    /** Stops the broker in good order and starts it again at the same address. */
    public void restart() {
        stop();
        start();
    }

    /** SIGSTOP: connections stay open and nothing answers. */
    public void pause() {
        started().pause();
    }

    /** SIGCONT. */
    public void resume() {
        started().resume();
    }

    private ChildProcess started() {
        if (process == null) {
            throw new IllegalStateException("the broker of " + folder + " was not started");
        }
        return process;
    }

    @Override
    public void close() {
        if (process != null) {
            stop();
        }
    }
}
