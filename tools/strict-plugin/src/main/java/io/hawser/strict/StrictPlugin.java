package io.hawser.strict;

import io.hawser.strict.backend.Backend;
import io.hawser.strict.backend.PluginSelf;
import io.hawser.strict.backend.SettledVolumes;
import io.hawser.strict.backend.StoredVolume;
import io.hawser.strict.call.Capabilities;
import io.hawser.strict.call.Moment;
import io.hawser.strict.call.Rpc;
import io.hawser.strict.fault.Fault;
import io.hawser.strict.fault.FaultScript;
import io.hawser.strict.history.Event;
import io.hawser.strict.history.Journal;
import io.hawser.strict.knowledge.Subjects;
import io.hawser.strict.knowledge.World;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;

/**
 * A running strict plugin. One thread owns all of its state. Its methods may be called from any other thread; they wait
 * for that thread.
 */
public final class StrictPlugin implements AutoCloseable {

    private final StrictPluginOptions options;
    private final Engine engine = new Engine();
    private final PluginSelf version;
    private final Journal journal;
    private final Backend backend;
    private final RuleJudge judge;
    private final CallFlow flow;
    private final PluginSockets sockets;
    private volatile Duration latency;
    private volatile FaultScript faults;
    private boolean away;
    /** It was ended: a restart that a fault has scheduled must not bring it back. */
    private boolean ended;

    private StrictPlugin(StrictPluginOptions options) {
        this.options = options;
        this.version = new PluginSelf(
                options.name,
                options.nodeSockets.keySet().stream()
                        .map(StrictPluginOptions::nodeId)
                        .collect(Collectors.toUnmodifiableSet()),
                options.maxVolumesPerNode,
                options.capabilities);
        this.latency = options.latency;
        this.faults = options.faults;
        this.journal = new Journal(options.keepHistory, options.log);
        this.backend = new Backend(version, options.files, options.state);
        World world = new World(options.capabilities, options.limits, Moment.now());
        Subjects subjects = new Subjects();
        options.adopted.forEach(backend::adopt);
        backend.volumes().forEach(volume -> {
            subjects.exists(volume.id(), volume.name());
            world.exists(volume);
        });
        this.judge = new RuleJudge(world, journal);
        this.flow = new CallFlow(
                engine,
                backend,
                subjects,
                options.judging ? judge : Judge.NONE,
                journal,
                new Outages(),
                () -> latency,
                () -> faults,
                options.files.real());
        this.sockets = new PluginSockets(options, engine, flow);
    }

    /**
     * Starts a plugin and listens on all of its sockets.
     *
     * @throws UncheckedIOException if a socket cannot be bound
     */
    public static StrictPlugin start(StrictPluginOptions options) {
        StrictPlugin plugin = new StrictPlugin(options);
        plugin.engine.run(plugin::listen);
        return plugin;
    }

    /** The controller's endpoint in the form that CSI callers use. */
    public String controllerEndpoint() {
        return sockets.controllerEndpoint();
    }

    public String nodeEndpoint(String nodeName) {
        return sockets.nodeEndpoint(nodeName);
    }

    /** The TCP endpoint as a URL; empty if the options name no port. */
    public Optional<String> tcpEndpoint() {
        return sockets.tcpEndpoint();
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
     * The plugin's volumes, in the order of their ids: created volumes in the order in which they were created. This is
     * the plugin's own state, whatever its callers know.
     */
    public List<StoredVolume> volumes() {
        return engine.ask(backend::volumes);
    }

    /**
     * Adds volumes that exist already.
     *
     * @throws IllegalStateException if the plugin judges: it would have to know what its caller knows of them
     */
    public void shelve(SettledVolumes settled) {
        if (options.judging) {
            throw new IllegalStateException("settled volumes are for a plugin that does not judge");
        }
        engine.run(() -> backend.shelve(settled));
    }

    /** Everything that happened, in order. */
    public List<Event> events() {
        return engine.ask(journal::events);
    }

    /**
     * Number of calls of each RPC since the start or since {@link #forgetVerdict}, even if the plugin keeps no history.
     */
    public Map<Rpc, Long> calls() {
        return engine.ask(journal::calls);
    }

    /**
     * The verdict on the caller so far, including calls that should have come by now and did not.
     *
     * @throws IllegalStateException if the plugin does not judge: an empty verdict would look like a clean one
     */
    public Verdict verdict() {
        if (!options.judging) {
            throw new IllegalStateException("this plugin does not judge its caller");
        }
        return engine.ask(() -> judge.verdict(Moment.now()));
    }

    /** Begins a new verdict and a new history. The caller's knowledge stays. */
    public void forgetVerdict() {
        engine.run(() -> {
            judge.forgetVerdict();
            journal.clear();
        });
    }

    /** What the plugin says of itself now; empty if it was ended. */
    public Optional<Running> running() {
        return engine.ask(() ->
                ended ? Optional.empty() : Optional.of(new Running(version.vendorVersion(), version.capabilities())));
    }

    /** A version of the plugin. */
    public record Running(String vendorVersion, Capabilities capabilities) {}

    /** Becomes another version of the plugin, with these capabilities; they may be the same as before. */
    public void offer(Capabilities wanted) {
        engine.run(() -> {
            version.become(wanted);
            judge.world().pluginStarted(wanted, Moment.now());
            note("offers " + wanted);
        });
    }

    /** Sets or lifts a fence, the guarantee that nothing runs on this node any more. */
    public void fence(String nodeName, boolean fenced) {
        engine.run(() -> {
            judge.world().setFenced(StrictPluginOptions.nodeId(nodeName), fenced);
            note((fenced ? "fenced " : "unfenced ") + nodeName);
        });
    }

    /** What runs on the node has ended: its running calls are lost, without effect. What was there before stays. */
    public void lost(String nodeName) {
        engine.run(() -> flow.lost(StrictPluginOptions.nodeId(nodeName)));
    }

    /**
     * The node's machine is gone, with everything that was staged and published there. Its running calls are lost,
     * without effect. Attachments stay.
     */
    public void wipe(String nodeName) {
        engine.run(() -> {
            String node = StrictPluginOptions.nodeId(nodeName);
            flow.lost(node);
            backend.wipe(node);
            judge.world().placements().wipe(node);
            judge.world().attempts().wipe(node);
            note("wiped " + node);
        });
    }

    /** Dies like a killed process and stays away until {@link #comeBack}. Running calls are lost, without effect. */
    public void die(Fault.Die.Memory memory) {
        engine.run(() -> {
            ended = true;
            kill(memory);
        });
    }

    /** Like {@link #die}, and removes the files of its sockets, too. It keeps its volumes. */
    public void uninstall() {
        engine.run(() -> {
            ended = true;
            kill(Fault.Die.Memory.WITH_STATE);
            sockets.unlink();
        });
    }

    /** Listens again after {@link #die} or {@link #uninstall}. */
    public void comeBack() {
        engine.run(() -> {
            ended = false;
            listen();
        });
    }

    @Override
    public void close() {
        engine.run(() -> {
            ended = true;
            sockets.close();
            journal.close();
        });
        engine.shutdownNow();
    }

    private void kill(Fault.Die.Memory memory) {
        note("died " + memory);
        sockets.kill();
        flow.died();
        away = true;
        if (memory == Fault.Die.Memory.WITHOUT_STATE) {
            backend.forget();
        }
    }

    private void listen() throws IOException {
        if (ended) {
            return;
        }
        note("started");
        if (away) {
            away = false;
            judge.world().pluginStarted(version.capabilities(), Moment.now());
        }
        sockets.listen();
    }

    private void note(String what) {
        journal.note(new Event.PluginChanged(what, Moment.now()));
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
            sockets.gone(socket);
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
}
