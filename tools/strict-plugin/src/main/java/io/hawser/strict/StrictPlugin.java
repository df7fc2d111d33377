package io.hawser.strict;

import io.hawser.strict.backend.Backend;
import io.hawser.strict.backend.PluginSelf;
import io.hawser.strict.backend.SettledVolumes;
import io.hawser.strict.backend.StoredVolume;
import io.hawser.strict.fault.Fault;
import io.hawser.strict.fault.FaultScript;
import io.hawser.strict.history.Event;
import io.hawser.strict.history.Journal;
import io.hawser.strict.knowledge.Subjects;
import io.hawser.strict.knowledge.World;
import io.hawser.strict.wire.IncomingCall;
import io.hawser.strict.wire.SocketServer;
import io.netty.channel.epoll.EpollEventLoopGroup;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/**
 * A running strict plugin. One thread owns all of its state. Its methods may be called from any other thread; they wait
 * for that thread.
 */
public final class StrictPlugin implements AutoCloseable {

    private static final String TCP = "tcp";

    private final StrictPluginOptions options;
    private final ScheduledThreadPoolExecutor engine;
    private final EpollEventLoopGroup loops = new EpollEventLoopGroup(2);
    private final Journal journal;
    private final Backend backend;
    private final RuleJudge judge;
    private final CallFlow flow;
    private final Map<String, SocketServer> servers = new LinkedHashMap<>();
    private volatile Capabilities capabilities;
    private volatile Duration latency;
    private volatile FaultScript faults;
    private final AtomicInteger release = new AtomicInteger();
    private volatile Optional<InetSocketAddress> tcp;
    private boolean closed;
    private boolean away;
    /** Somebody ended it: a restart that a fault has scheduled must not bring it back. */
    private boolean ended;

    private StrictPlugin(StrictPluginOptions options) {
        this.options = options;
        this.capabilities = options.capabilities();
        this.latency = options.latency();
        this.faults = options.faults();
        this.tcp = options.tcp();
        this.engine = new ScheduledThreadPoolExecutor(1, runnable -> {
            Thread thread = new Thread(runnable, "strict-plugin");
            thread.setDaemon(true);
            return thread;
        });
        engine.setRemoveOnCancelPolicy(true);
        this.journal = new Journal(options.keepHistory(), options.log());
        this.backend = new Backend(new Self(), options.files(), options.state());
        World world = new World(capabilities, options.limits(), Moment.now());
        Subjects subjects = new Subjects();
        options.adopted().forEach(backend::adopt);
        backend.volumes().forEach(volume -> {
            subjects.stands(volume.id(), volume.name());
            world.stands(volume);
        });
        this.judge = new RuleJudge(world, journal);
        this.flow = new CallFlow(
                engine,
                backend,
                subjects,
                options.judging() ? judge : Judge.NONE,
                journal,
                new Outages(),
                () -> latency,
                () -> faults,
                options.files().real());
    }

    /**
     * Starts a plugin and listens on all of its sockets.
     *
     * @throws UncheckedIOException if a socket cannot be bound
     */
    public static StrictPlugin start(StrictPluginOptions options) {
        StrictPlugin plugin = new StrictPlugin(options);
        plugin.onEngine(() -> {
            plugin.listen();
            return null;
        });
        return plugin;
    }

    /** The controller's endpoint in the form that CSI callers use. */
    public String controllerEndpoint() {
        return "unix:" + options.controllerSocket().toAbsolutePath();
    }

    /** A node's endpoint, by the node's name. */
    public String nodeEndpoint(String nodeName) {
        return "unix:"
                + Objects.requireNonNull(options.nodeSockets().get(nodeName), nodeName)
                        .toAbsolutePath();
    }

    /** The TCP endpoint as a URL; empty if the options name no port. */
    public Optional<String> tcpEndpoint() {
        return tcp.map(address -> "tcp://" + host(address) + ":" + address.getPort());
    }

    private static String host(InetSocketAddress address) {
        String host = address.getAddress().getHostAddress();
        return host.indexOf(':') < 0 ? host : "[" + host + "]";
    }

    /** Uses this script from now on. Running calls are not affected. */
    public void misbehave(FaultScript script) {
        faults = script;
    }

    /** Each call takes this long from now on. */
    public void setLatency(Duration wanted) {
        latency = wanted;
    }

    /**
     * The plugin's volumes, in the order in which they were made. This is the plugin's own state, whatever its callers
     * know.
     */
    public List<StoredVolume> volumes() {
        return onEngine(backend::volumes);
    }

    /**
     * Adds volumes that stand already.
     *
     * @throws IllegalStateException if the plugin judges: it would have to know what its caller knows of them
     */
    public void shelve(SettledVolumes settled) {
        if (options.judging()) {
            throw new IllegalStateException("settled volumes are for a plugin that does not judge");
        }
        onEngine(() -> {
            backend.shelve(settled);
            return null;
        });
    }

    /** Everything that happened, in order. */
    public List<Event> events() {
        return onEngine(journal::events);
    }

    /**
     * Number of calls of each RPC since the start or since {@link #forgetVerdict}, even if the plugin keeps no history.
     */
    public Map<Rpc, Long> calls() {
        return onEngine(journal::calls);
    }

    /**
     * The verdict on the caller so far, including calls that should have come by now and did not.
     *
     * @throws IllegalStateException if the plugin does not judge: an empty verdict would look like a clean one
     */
    public Verdict verdict() {
        if (!options.judging()) {
            throw new IllegalStateException("this plugin does not judge its caller");
        }
        return onEngine(() -> judge.verdict(Moment.now()));
    }

    /** Begins a new verdict and a new history. The caller's knowledge stays. */
    public void forgetVerdict() {
        onEngine(() -> {
            judge.forgetVerdict();
            journal.clear();
            return null;
        });
    }

    /** What it says of itself now; empty if somebody ended it. */
    public Optional<Running> running() {
        return onEngine(
                () -> ended ? Optional.empty() : Optional.of(new Running(new Self().vendorVersion(), capabilities)));
    }

    /** A version of the plugin. */
    public record Running(String vendorVersion, Capabilities capabilities) {}

    /** Becomes another version of the plugin, with these capabilities; they may be the same as before. */
    public void offer(Capabilities wanted) {
        onEngine(() -> {
            capabilities = wanted;
            release.incrementAndGet();
            judge.world().pluginStarted(wanted, Moment.now());
            note("offers " + wanted);
            return null;
        });
    }

    /** Sets or lifts a fence, the guarantee that nothing runs on this node any more. */
    public void fence(String nodeName, boolean fenced) {
        onEngine(() -> {
            judge.world().setFenced(StrictPluginOptions.nodeId(nodeName), fenced);
            note((fenced ? "fenced " : "unfenced ") + nodeName);
            return null;
        });
    }

    /**
     * The node's machine is gone, with everything that was staged and published there. Its running calls are lost,
     * without effect. Attachments stay.
     */
    public void wipe(String nodeName) {
        onEngine(() -> {
            String node = StrictPluginOptions.nodeId(nodeName);
            flow.lost(node);
            backend.wipe(node);
            judge.world().placements().wipe(node);
            note("wiped " + node);
            return null;
        });
    }

    /** Dies like a killed process and stays away until {@link #comeBack}. Running calls are lost, without effect. */
    public void die(Fault.Die.Memory memory) {
        onEngine(() -> {
            ended = true;
            kill(memory);
            return null;
        });
    }

    /** Like {@link #die}, and removes the files of its sockets, too. It keeps its volumes. */
    public void uninstall() {
        onEngine(() -> {
            ended = true;
            kill(Fault.Die.Memory.WITH_STATE);
            for (Path socket : sockets()) {
                Files.deleteIfExists(socket);
            }
            return null;
        });
    }

    /** Listens again after {@link #die} or {@link #uninstall}. */
    public void comeBack() {
        onEngine(() -> {
            ended = false;
            listen();
            return null;
        });
    }

    @Override
    public void close() {
        onEngine(() -> {
            closed = true;
            servers.values().forEach(SocketServer::killAndUnlink);
            servers.clear();
            journal.close();
            return null;
        });
        engine.shutdownNow();
        loops.shutdownGracefully(0, 1, TimeUnit.SECONDS);
    }

    private void kill(Fault.Die.Memory memory) {
        note("died " + memory);
        servers.values().forEach(SocketServer::kill);
        servers.clear();
        flow.died();
        away = true;
        if (memory == Fault.Die.Memory.WITHOUT_STATE) {
            backend.forget();
        }
    }

    private void listen() throws IOException {
        if (closed || ended) {
            return;
        }
        note("started");
        if (away) {
            away = false;
            judge.world().pluginStarted(capabilities, Moment.now());
        }
        for (Path socket : sockets()) {
            if (!servers.containsKey(socket.toString())) {
                String key = socket.toString();
                servers.put(key, SocketServer.listen(socket, sides(socket), loops, engine, arrivals(key, socket)));
            }
        }
        if (tcp.isPresent() && !servers.containsKey(TCP)) {
            listen(tcp.get());
        }
    }

    /** With the controller's services. The port that was chosen once stays the plugin's: its callers know no other. */
    private void listen(InetSocketAddress address) throws IOException {
        Path like = options.controllerSocket();
        SocketServer server = SocketServer.listen(address, sides(like), loops, engine, arrivals(TCP, like));
        servers.put(TCP, server);
        tcp = Optional.of(new InetSocketAddress(address.getAddress(), server.port()));
    }

    private Consumer<IncomingCall> arrivals(String key, Path socket) {
        String node = nodeOn(socket).orElse("");
        return call -> flow.arrived(call, key, node);
    }

    private Optional<String> nodeOn(Path socket) {
        return options.nodeSockets().entrySet().stream()
                .filter(entry -> entry.getValue().equals(socket))
                .map(entry -> StrictPluginOptions.nodeId(entry.getKey()))
                .findFirst();
    }

    private Set<Side> sides(Path socket) {
        boolean controls = socket.equals(options.controllerSocket()) || options.allOnNodeSockets();
        Set<Side> sides = EnumSet.of(Side.IDENTITY);
        if (controls) {
            sides.add(Side.CONTROLLER);
            sides.add(Side.GROUP);
        }
        if (nodeOn(socket).isPresent()) {
            sides.add(Side.NODE);
        }
        return sides;
    }

    private Set<Path> sockets() {
        Set<Path> sockets = new LinkedHashSet<>();
        sockets.add(options.controllerSocket());
        sockets.addAll(options.nodeSockets().values());
        return sockets;
    }

    private void note(String what) {
        journal.note(new Event.PluginChanged(what, Moment.now()));
    }

    private <T> T onEngine(Callable<T> work) {
        try {
            return engine.submit(work).get();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted", e);
        } catch (ExecutionException e) {
            if (e.getCause() instanceof IOException io) {
                throw new UncheckedIOException(io);
            }
            throw new IllegalStateException(e.getCause());
        }
    }

    private final class Outages implements CallFlow.Outages {
        @Override
        public void die(Fault.Die.Memory memory, Duration away) {
            kill(memory);
            listenAfter(away);
        }

        @Override
        public void socketGone(String socket, Duration away) {
            note("socket gone " + socket);
            Optional.ofNullable(servers.remove(socket)).ifPresent(SocketServer::killAndUnlink);
            listenAfter(away);
        }

        private void listenAfter(Duration away) {
            engine.schedule(
                    () -> {
                        listen();
                        return null;
                    },
                    away.toNanos(),
                    TimeUnit.NANOSECONDS);
        }
    }

    private final class Self implements PluginSelf {
        private final Set<String> nodeIds = options.nodeSockets().keySet().stream()
                .map(StrictPluginOptions::nodeId)
                .collect(Collectors.toUnmodifiableSet());

        @Override
        public String name() {
            return options.name();
        }

        @Override
        public Capabilities capabilities() {
            return capabilities;
        }

        @Override
        public int release() {
            return release.get();
        }

        @Override
        public Set<String> nodeIds() {
            return nodeIds;
        }

        @Override
        public long maxVolumesPerNode() {
            return options.maxVolumesPerNode();
        }
    }
}
