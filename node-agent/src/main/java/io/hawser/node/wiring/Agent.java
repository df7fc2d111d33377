package io.hawser.node.wiring;

import io.hawser.bus.envelope.Decoded;
import io.hawser.bus.envelope.RecordEncoder;
import io.hawser.bus.topic.HawserTopic;
import io.hawser.bus.topic.TopicCreator;
import io.hawser.csi.CsiClient;
import io.hawser.csi.FileSecretProvider;
import io.hawser.csi.SecretProvider;
import io.hawser.csi.SecretUnavailableException;
import io.hawser.node.assignment.AssignmentReader;
import io.hawser.node.assignment.TopicIdentity;
import io.hawser.node.assignment.WishBook;
import io.hawser.node.layout.RootLayout;
import io.hawser.node.mount.Wish;
import io.hawser.node.mounttable.Kernel;
import io.hawser.node.plugin.PluginAnnouncer;
import io.hawser.node.plugin.PluginBook;
import io.hawser.node.plugin.PluginFolder;
import io.hawser.node.plugin.Reading;
import io.hawser.node.record.DurableFile;
import io.hawser.node.record.MountRecords;
import io.hawser.node.report.NodeRecords;
import io.hawser.node.report.NodeVoice;
import io.hawser.node.report.Revisions;
import io.hawser.node.report.StateWriter;
import io.hawser.node.work.Machine;
import io.hawser.node.work.MountLoop;
import io.micrometer.core.instrument.MeterRegistry;
import io.smallrye.mutiny.Uni;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.jboss.logging.Logger;

/** One agent: its parts, how they are joined, and in which order they start and stop. Knows no framework. */
public final class Agent implements AutoCloseable {
    private static final Logger LOG = Logger.getLogger(Agent.class);
    private static final List<HawserTopic> TOPICS = List.of(
            HawserTopic.ASSIGNMENTS,
            HawserTopic.MOUNTS,
            HawserTopic.FINGERPRINTS,
            HawserTopic.PLUGIN_COMMANDS,
            HawserTopic.EVENTS,
            HawserTopic.NODES);
    private static final Duration RETRY = Duration.ofSeconds(1);

    private final AgentSettings settings;
    private final Map<String, Object> kafka;
    private final Clock clock = Clock.systemUTC();
    private final RootLayout layout;
    private final RootLock lock;
    private final CsiClient csi;
    private final WishBook wishes;
    private final PluginBook plugins = new PluginBook();
    private final StateWriter writer;
    private final NodeVoice voice;
    private final PluginAnnouncer announcer;
    private final PluginFolder folder;
    private final MountLoop loop;
    private final Admin admin;
    private final AssignmentReader reader;
    private final AtomicReference<Optional<String>> heldBack = new AtomicReference<>(Optional.empty());
    private final ScheduledExecutorService timer = Executors.newSingleThreadScheduledExecutor(
            Thread.ofPlatform().daemon().name("agent-timer").factory());
    private final Thread starter = Thread.ofVirtual().name("agent-start").unstarted(this::connect);
    private volatile boolean recovered;
    private volatile boolean closing;

    /**
     * Takes the root and opens everything; nothing runs yet.
     *
     * @param kafka client settings
     * @throws StartRefusedException with a sentence for the operator
     */
    public Agent(AgentSettings settings, Map<String, Object> kafka, MeterRegistry metrics) {
        this.settings = settings;
        this.kafka = Map.copyOf(kafka);
        this.layout = new RootLayout(settings.root());
        this.lock = lock();
        try {
            this.csi = CsiClient.create(metrics);
            this.wishes = new WishBook(settings.node());
            this.writer = new StateWriter(producer());
            this.voice = new NodeVoice(
                    settings.node(),
                    new RecordEncoder(settings.topics(), "hawser/node-agent/" + settings.node()),
                    writer,
                    Revisions.open(layout.revisions(), clock),
                    clock);
            this.announcer = new PluginAnnouncer(
                    settings.node(), plugins, voice, clock, settings.pluginGoneAfter(), layout.registeredPlugins());
            this.folder = new PluginFolder(
                    settings.pluginDir(),
                    csi,
                    secrets(),
                    plugins,
                    settings.fingerprintInterval(),
                    settings.rpcDeadline(),
                    new PluginNews());
            this.loop = new MountLoop(machine(), new MountListener(voice, metrics));
            this.admin = Admin.create(this.kafka);
            this.reader = new AssignmentReader(
                    this.kafka,
                    admin,
                    settings.node(),
                    settings.topics().of(HawserTopic.ASSIGNMENTS),
                    wishes,
                    new AssignmentNews());
        } catch (IOException e) {
            throw new StartRefusedException("the folder " + settings.root() + " cannot be used: " + e.getMessage(), e);
        }
    }

    private RootLock lock() {
        try {
            DurableFile.createFolders(layout.root());
            return RootLock.take(layout.lock())
                    .orElseThrow(() -> new StartRefusedException("another node-agent runs on the folder "
                            + layout.root() + "; stop it, or give this one a folder of its own (hawser.root)"));
        } catch (IOException e) {
            throw new StartRefusedException("the folder " + layout.root() + " cannot be used: " + e, e);
        }
    }

    private Machine machine() {
        return new Machine(
                settings.node(),
                layout,
                new MountRecords(layout),
                Kernel.ofThisMachine(),
                plugins,
                wishes::latest,
                heldBack::get,
                settings.backoff(),
                clock,
                () -> ThreadLocalRandom.current().nextDouble(),
                settings.callsPerPlugin());
    }

    private SecretProvider secrets() {
        return settings.secretsDir()
                .<SecretProvider>map(FileSecretProvider::new)
                .orElse(references -> references.isEmpty()
                        ? Uni.createFrom().item(Map.of())
                        : Uni.createFrom()
                                .failure(new SecretUnavailableException(
                                        references.getFirst().getName(),
                                        "cannot be had: hawser.secrets-dir is not set")));
    }

    private KafkaProducer<byte[], byte[]> producer() {
        Map<String, Object> reliable = new HashMap<>(kafka);
        reliable.put("acks", "all");
        reliable.put("enable.idempotence", "true");
        reliable.put("linger.ms", "5");
        reliable.put("delivery.timeout.ms", "30000");
        reliable.put("request.timeout.ms", "10000");
        reliable.put("max.block.ms", "10000");
        reliable.put("client.id", "node-agent-" + settings.node());
        return new KafkaProducer<>(reliable, new ByteArraySerializer(), new ByteArraySerializer());
    }

    /** Begins: plugins are looked for at once, the rest follows as soon as the broker answers. */
    public void start() {
        folder.start();
        repeat(this::tellOfPlugins, RETRY);
        starter.start();
    }

    private void connect() {
        while (!closing) {
            try {
                new TopicCreator(admin, settings.topics()).ensure(TOPICS).forEach(LOG::warn);
                if (settings.announce()
                        && !NodeRecords.exists(kafka, settings.topics().of(HawserTopic.NODES), settings.node())) {
                    voice.announce();
                }
                writer.start();
                reader.start();
                repeat(voice::heartbeat, settings.heartbeatInterval());
                return;
            } catch (ExecutionException | KafkaException e) {
                LOG.warnf("the broker does not answer yet: %s", e.getMessage());
            } catch (InterruptedException stopped) {
                return;
            }
            try {
                Thread.sleep(RETRY);
            } catch (InterruptedException stopped) {
                return;
            }
        }
    }

    private void repeat(Runnable task, Duration every) {
        timer.scheduleWithFixedDelay(
                () -> {
                    try {
                        task.run();
                    } catch (RuntimeException e) {
                        LOG.error("a repeated task failed", e);
                    }
                },
                0,
                every.toNanos(),
                TimeUnit.NANOSECONDS);
    }

    private void tellOfPlugins() {
        try {
            announcer.tell();
        } catch (UncheckedIOException disk) {
            LOG.errorf("%s: %s", disk.getMessage(), disk.getCause());
        }
    }

    private final class AssignmentNews implements AssignmentReader.Listener {
        @Override
        public void reading(TopicIdentity from) {
            Path file = layout.topicIdentity();
            try {
                Optional<TopicIdentity> before = TopicIdentity.read(file);
                if (before.isEmpty()) {
                    from.write(file);
                } else {
                    before.get().difference(from, file).ifPresent(this::holdBack);
                }
            } catch (IOException e) {
                holdBack("nothing is taken down: which topic fed this root cannot be read or written: " + e);
            }
        }

        private void holdBack(String why) {
            if (!heldBack.getAndSet(Optional.of(why)).equals(Optional.of(why))) {
                LOG.error(why);
                voice.event("node/" + settings.node(), "HeldBack", why);
            }
        }

        @Override
        public void caughtUp() {
            try {
                loop.start(wishes.volumes());
            } catch (IOException e) {
                throw new UncheckedIOException("the records cannot be read", e);
            }
            wishes.volumes().forEach(this::refused);
            recovered = true;
            repeat(loop::sweep, settings.fingerprintInterval());
        }

        @Override
        public void changed(String volume) {
            refused(volume);
            loop.wished(volume);
        }

        private void refused(String volume) {
            if (wishes.latest(volume).orElse(null) instanceof Wish.Refused refused) {
                LOG.warnf("%s volume=%s", refused.sentence(), volume);
                voice.event("volume/" + volume, "AssignmentRefused", refused.sentence());
            }
        }

        @Override
        public void unusable(
                org.apache.kafka.clients.consumer.ConsumerRecord<byte[], byte[]> record, Decoded.Malformed why) {
            voice.dead(HawserTopic.ASSIGNMENTS, record, why.reason());
        }
    }

    private final class PluginNews implements PluginFolder.Listener {
        @Override
        public void found(Path socket) {
            LOG.infof("socket found path=%s", socket);
        }

        @Override
        public void read(Path socket, Reading before, Reading now) {
            tellOfPlugins();
            now.identity().ifPresent(identity -> {
                if (before.healthy() != now.healthy() || !before.identity().equals(now.identity())) {
                    LOG.infof(
                            "plugin %s is %s path=%s",
                            identity.name(), now.healthy() ? "well" : "ill: " + now.why(), socket);
                    loop.pluginChanged(identity.name());
                }
            });
        }

        @Override
        public void gone(Path socket, Reading last) {
            LOG.infof("socket gone path=%s", socket);
            tellOfPlugins();
            last.identity().ifPresent(identity -> loop.pluginChanged(identity.name()));
        }
    }

    public AgentSettings settings() {
        return settings;
    }

    public MountLoop mounts() {
        return loop;
    }

    public PluginBook plugins() {
        return plugins;
    }

    public RootLayout layout() {
        return layout;
    }

    /** Why nothing is taken down; empty: it is. */
    public Optional<String> heldBack() {
        return heldBack.get();
    }

    /** Whether the state was given back and assignments are acted on. */
    public boolean isReady() {
        return recovered && !closing;
    }

    /** Whether what must always run still does. */
    public boolean isAlive() {
        return reader.isAlive();
    }

    public long position() {
        return reader.position();
    }

    public int unsent() {
        return writer.unsent();
    }

    /** Leaves the mounts. Calls in flight get a few seconds; what is still in flight then is a doubt in its record. */
    @Override
    public void close() {
        closing = true;
        starter.interrupt();
        timer.shutdownNow();
        reader.close();
        loop.close();
        folder.close();
        csi.close();
        writer.close();
        admin.close(Duration.ofSeconds(2));
        LOG.infof("node-agent ends; its mounts stay (%d volumes)", loop.views().size());
        try {
            lock.close();
        } catch (IOException e) {
            LOG.debug("the lock goes with the process", e);
        }
    }
}
