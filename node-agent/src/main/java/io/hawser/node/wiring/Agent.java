package io.hawser.node.wiring;

import io.hawser.bus.envelope.RecordEncoder;
import io.hawser.node.assignment.AssignmentCache;
import io.hawser.node.assignment.kafka.AssignmentReader;
import io.hawser.node.group.files.VolumeGroups;
import io.hawser.node.holder.files.ProcessRights;
import io.hawser.node.holder.files.ProcessScan;
import io.hawser.node.layout.PluginPaths;
import io.hawser.node.layout.RootLayout;
import io.hawser.node.mount.TaskMounts;
import io.hawser.node.mounttable.files.Kernel;
import io.hawser.node.plugin.PluginBook;
import io.hawser.node.record.files.MountRecords;
import io.hawser.node.record.files.Revisions;
import io.hawser.node.relay.RelaySettings;
import io.hawser.node.report.ReportedMounts;
import io.hawser.node.report.kafka.NodePublisher;
import io.hawser.node.report.kafka.StateWriter;
import io.hawser.node.runtime.socket.MountWaits;
import io.hawser.node.runtime.socket.RuntimeSocket;
import io.hawser.node.work.MountEnvironment;
import io.hawser.node.work.VolumeWorkers;
import io.hawser.v1.AgentIdentity;
import io.micrometer.core.instrument.MeterRegistry;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.Function;
import java.util.stream.Stream;
import org.apache.kafka.clients.producer.Producer;
import org.jboss.logging.Logger;

/** One agent: its parts, how they are connected, and the order in which they start and stop. It knows no framework. */
public final class Agent implements AutoCloseable {
    private static final Logger LOG = Logger.getLogger(Agent.class);
    private static final Duration RETRY = Duration.ofSeconds(1);
    private static final Duration TOPICS = Duration.ofSeconds(2);
    private static final Duration STATS_TURNS = Duration.ofSeconds(1);
    private static final Duration REMINDED = Duration.ofSeconds(5);
    private static final String NOT_READ = "the agent has not read all assignments yet";
    private static final Path PROC = Path.of("/proc");
    private static final Path MACHINE_ID = Path.of("/etc/machine-id");

    private final AgentSettings settings;
    private final Kernel kernel = Kernel.ofThisMachine();
    private final Clock clock = Clock.systemUTC();
    private final RootLayout layout;
    private final RootLock lock;
    private final AgentKafka kafka;
    private final AssignmentCache assignments;
    private final PluginBook plugins = new PluginBook();
    private final NodePlugins nodePlugins;
    private final StateWriter writer;
    private final TopicPresence presence;
    private final AgentTimer topicTimer = new AgentTimer();
    private final Revisions revisions;
    private final NodePublisher publisher;
    private final ReportedMounts reported;
    private final RootTopic rootTopic;
    private final VolumeWorkers workers;
    private final MountWaits mountWaits = new MountWaits();
    private final Optional<RuntimeSocket> runtime;
    private final AssignmentReader reader;
    private final AgentTimer timer = new AgentTimer();
    private final Thread starter = Thread.ofVirtual().name("agent-start").unstarted(this::connect);
    private volatile boolean recovered;
    private volatile boolean closing;
    private volatile boolean failed;

    /**
     * Takes the root and opens everything; nothing runs yet.
     *
     * @param kafkaSettings client settings
     * @param relay where services on other machines reach the controller sockets of this node; empty: nowhere
     * @throws StartRefusedException with a sentence for the operator
     */
    public Agent(
            AgentSettings settings,
            Map<String, Object> kafkaSettings,
            Optional<RelaySettings> relay,
            MeterRegistry metrics) {
        this.settings = settings;
        this.lock = RootLock.takeOrRefuse(settings.root());
        this.layout = lock.layout();
        AgentIdentity self = RootOwner.identifyOrRefuse(
                lock, settings.node(), AgentKafka.installation(kafkaSettings, settings), kernel, MACHINE_ID);
        try {
            this.kafka = new AgentKafka(kafkaSettings, settings);
            this.assignments = new AssignmentCache(settings.node(), self);
            RecordEncoder encoder =
                    new RecordEncoder(settings.topics(), "hawser/node-agent/" + settings.node(), settings.answers());
            this.writer = new StateWriter(encoder, RETRY, this::isGone);
            this.presence = kafka.presence(writer::again);
            this.revisions = Revisions.open(layout.revisions(), clock);
            this.publisher = new NodePublisher(settings.node(), self, encoder, writer, revisions, clock);
            this.reported = new ReportedMounts(layout);
            this.workers = new VolumeWorkers(
                    environment(), new MountListener(publisher, reported, metrics, mountWaits::changed));
            this.rootTopic = new RootTopic(layout.topicIdentity(), publisher::nodeEvent, workers::kickAll);
            this.nodePlugins = new NodePlugins(
                    settings,
                    layout,
                    plugins,
                    workers,
                    publisher,
                    relay,
                    () -> recovered && assignments.notCounted().isEmpty() && !publisher.isAbsent(),
                    clock,
                    metrics);
            this.runtime = settings.runtimeSocket().map(this::runtime);
            this.reader = kafka.assignments(
                    assignments, new AssignmentNews(rootTopic, assignments, workers, publisher, this::recovered));
        } catch (IOException e) {
            throw new StartRefusedException("the folder " + settings.root() + " cannot be used: " + e.getMessage(), e);
        }
    }

    private RuntimeSocket runtime(Path socket) {
        try {
            return new RuntimeSocket(socket, this::mountsOf, mountWaits);
        } catch (IOException e) {
            throw new StartRefusedException("the runtime socket cannot be opened: " + e.getMessage(), e);
        }
    }

    private TaskMounts mountsOf(String task, String volume) {
        if (!recovered) {
            return new TaskMounts.NotYetKnown(NOT_READ);
        }
        // Asked first: it ends only after every assignment was read.
        Optional<String> hold = unmountHold();
        return workers.mountsOf(task, volume).whileHeldBack(hold).onlyReported(path -> reported.has(volume, path));
    }

    /** The writer's thread calls this. It starts only after {@code presence} is set. */
    private boolean isGone(String topic) {
        return presence.isGone(topic);
    }

    private MountEnvironment environment() {
        return new MountEnvironment(
                settings.node(),
                layout,
                new PluginPaths(layout.root(), settings.pluginRoot().orElse(layout.root())),
                new MountRecords(layout, kernel::mounts),
                kernel,
                new VolumeGroups(settings.fsGroup(), PROC)::give,
                holders(),
                plugins,
                assignments::latest,
                this::unmountHold,
                settings.pauses(),
                clock,
                () -> ThreadLocalRandom.current().nextDouble(),
                settings.callsPerPlugin());
    }

    private Function<Path, String> holders() {
        if (!settings.findHolders()) {
            return _ -> "";
        }
        String lacking = ProcessRights.lacking(PROC);
        if (!lacking.isEmpty()) {
            String message = "who holds a mount is not seen of every process (hawser.find-holders): " + lacking;
            LOG.warn(message);
            publisher.nodeEvent("HoldersUnseen", message);
        }
        ProcessScan scan = new ProcessScan(PROC, layout.volumes(), kernel::mounts, clock);
        return path -> scan.of(path).sentence();
    }

    /** Starts. The search for plugins begins immediately; the rest follows as soon as the broker answers. */
    public void start() {
        nodePlugins.start(timer);
        runtime.ifPresent(RuntimeSocket::start);
        starter.start();
    }

    private void connect() {
        try {
            Producer<byte[], byte[]> producer = kafka.producer(RETRY);
            kafka.awaitTopics(RETRY);
            topicTimer.repeat(presence::look, TOPICS);
            writer.start(producer);
            reader.start();
            timer.repeat(() -> publisher.heartbeat(settings.heartbeatInterval()), settings.heartbeatInterval());
            // Done last: it waits for a topic that the agent may not make.
            if (settings.announce()) {
                kafka.announce(RETRY, publisher.announcement());
            }
        } catch (InterruptedException closed) {
            LOG.debug("closed before the broker answered");
        } catch (RuntimeException | Error broken) {
            // Such as no thread more. What has started cannot be started again, so the process must end.
            LOG.log(closing ? Logger.Level.DEBUG : Logger.Level.ERROR, "the agent's start has failed", broken);
            failed = true;
        }
    }

    private void recovered() {
        recovered = true;
        timer.repeat(workers::sweep, settings.fingerprintInterval());
        timer.repeat(workers::remind, REMINDED);
        if (settings.statsInterval().isPositive()) {
            timer.repeat(workers.measurements(clock, settings.statsInterval()), STATS_TURNS);
        }
    }

    public VolumeWorkers mounts() {
        return workers;
    }

    public PluginBook plugins() {
        return plugins;
    }

    public RootLayout layout() {
        return layout;
    }

    /** Why nothing is taken down; empty: mounts are taken down. */
    public Optional<String> unmountHold() {
        return rootTopic.hold();
    }

    /** Why this agent does not count as the node's, and mounts nothing more; empty: it counts. */
    public Optional<String> notCounted() {
        return assignments.notCounted();
    }

    /** Why it is not known what this node has; empty: it is known. */
    public Optional<String> notYetKnown() {
        return recovered ? Optional.empty() : Optional.of(NOT_READ);
    }

    /** What is missing or holds back work, in sentences, also if the agent is ready. */
    public List<String> waitsFor() {
        List<String> sentences = new ArrayList<>(kafka.missingRights());
        Stream.of(notYetKnown(), reader.trouble(), unmountHold(), notCounted(), revisions.trouble())
                .flatMap(Optional::stream)
                .forEach(sentences::add);
        return sentences;
    }

    /** The relay's port, if there is one. */
    public Optional<Integer> relayPort() {
        return nodePlugins.relayPort();
    }

    /** Which topics are gone, in sentences. */
    public List<String> goneTopics() {
        return presence.sentences();
    }

    /** Whether the state was recovered, assignments are read and acted on, and the broker refuses no right. */
    public boolean isReady() {
        boolean reads = reader.isAlive() && reader.trouble().isEmpty();
        return recovered && !closing && reads && kafka.missingRights().isEmpty();
    }

    /** Whether every part that must always run still runs, or may still start. */
    public boolean isAlive() {
        return !failed && reader.isAlive();
    }

    public long position() {
        return reader.position();
    }

    public int unsent() {
        return writer.unsent();
    }

    /**
     * Leaves the mounts as they are. Calls in flight get a few seconds; after that, the record keeps them as uncertain.
     */
    @Override
    public void close() {
        closing = true;
        starter.interrupt();
        timer.close();
        topicTimer.close();
        reader.close();
        workers.close();
        runtime.ifPresent(RuntimeSocket::close);
        nodePlugins.close();
        writer.close();
        kafka.close();
        LOG.infof(
                "node-agent ends; its mounts stay (%d volumes)", workers.views().size());
        lock.close();
    }
}
