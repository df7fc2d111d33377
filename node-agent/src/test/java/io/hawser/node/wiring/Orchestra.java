package io.hawser.node.wiring;

import io.hawser.bus.envelope.AnswerForm;
import io.hawser.bus.envelope.OutgoingRecord;
import io.hawser.bus.envelope.RecordEncoder;
import io.hawser.bus.envelope.TopicComplete;
import io.hawser.bus.pace.Backoff;
import io.hawser.bus.topic.HawserTopic;
import io.hawser.bus.topic.TopicCreator;
import io.hawser.bus.topic.TopicNames;
import io.hawser.csi.ConnectionOptions;
import io.hawser.csi.CsiClient;
import io.hawser.csi.CsiConnection;
import io.hawser.csi.CsiEndpoint;
import io.hawser.csi.CsiRpc;
import io.hawser.csi.CsiService;
import io.hawser.csi.RpcOutcome;
import io.hawser.csi.v1.CapacityRange;
import io.hawser.csi.v1.ControllerExpandVolumeRequest;
import io.hawser.csi.v1.ControllerPublishVolumeRequest;
import io.hawser.csi.v1.CreateVolumeRequest;
import io.hawser.csi.v1.VolumeCapability;
import io.hawser.hostpath.Endpoint;
import io.hawser.hostpath.PluginServer;
import io.hawser.hostpath.PluginSettings;
import io.hawser.hostpath.mount.LoopDevices;
import io.hawser.hostpath.volume.NodeId;
import io.hawser.hostpath.volume.VolumeId;
import io.hawser.node.mount.Pauses;
import io.hawser.node.mounttable.Kernel;
import io.hawser.testkit.shared.ScratchFolder;
import io.hawser.testkit.shared.SharedBroker;
import io.hawser.v1.Assignment;
import io.hawser.v1.AssignmentTarget;
import io.hawser.v1.BlockAccess;
import io.hawser.v1.DeregisterPluginInstance;
import io.hawser.v1.Event;
import io.hawser.v1.Fingerprint;
import io.hawser.v1.MountAccess;
import io.hawser.v1.MountReport;
import io.hawser.v1.Node;
import io.hawser.v1.NodeHeartbeat;
import io.hawser.v1.RegisterPluginInstance;
import io.hawser.v1.Scope;
import io.hawser.v1.Sharing;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.apache.kafka.clients.admin.Admin;
import org.awaitility.Awaitility;

/**
 * Everything around one agent, for real: a broker, topics, a plugin with its volumes, and what volume-service would
 * write.
 */
final class Orchestra implements AutoCloseable {
    static final String NODE = "node-1";
    static final String PLUGIN = PluginSettings.DEFAULT_NAME;
    private static final Duration DEADLINE = Duration.ofSeconds(20);
    private static final VolumeCapability.AccessMode SHARED = VolumeCapability.AccessMode.newBuilder()
            .setMode(VolumeCapability.AccessMode.Mode.SINGLE_NODE_MULTI_WRITER)
            .build();

    final TopicNames names;
    final String bootstrap = SharedBroker.bootstrapServers();
    final Path root;
    /** The same folder as an operator may name it: through a symbolic link, as {@code /var/run} is one. */
    final Path rootByLink;

    final Path plugins;
    final Path registry;
    final Path state;
    final TopicLog mounts;
    final TopicLog fingerprints;
    final TopicLog commands;
    final TopicLog nodes;
    final TopicLog events;
    private final TopicLog assignments;
    private final RecordEncoder encoder;
    private final CsiClient csi = CsiClient.create(new SimpleMeterRegistry());
    private Optional<PluginServer> plugin = Optional.empty();
    private long generation;

    Orchestra(Class<?> test) throws Exception {
        String fresh = SharedBroker.freshPrefix(test).toLowerCase(java.util.Locale.ROOT);
        names = new TopicNames(fresh.replaceAll("[^a-z0-9.-]", "-").replaceAll("\\.$", ""));
        encoder = new RecordEncoder(names, "test");
        Path scratch = ScratchFolder.create("agent");
        root = scratch.resolve("root");
        rootByLink = Files.createSymbolicLink(scratch.resolve("link"), scratch).resolve("root");
        plugins = Files.createTempDirectory("hawser");
        registry = Files.createTempDirectory("hawser");
        state = ScratchFolder.create("hostpath");
        mounts = log(HawserTopic.MOUNTS, MountReport.getDefaultInstance());
        fingerprints =
                log(HawserTopic.FINGERPRINTS, Fingerprint.getDefaultInstance(), NodeHeartbeat.getDefaultInstance());
        commands = log(
                HawserTopic.PLUGIN_COMMANDS,
                RegisterPluginInstance.getDefaultInstance(),
                DeregisterPluginInstance.getDefaultInstance());
        nodes = log(HawserTopic.NODES, Node.getDefaultInstance());
        events = log(HawserTopic.EVENTS, Event.getDefaultInstance());
        assignments = log(HawserTopic.ASSIGNMENTS, Assignment.getDefaultInstance());
        // A topic that was made a moment ago may not be known to be described yet.
        Awaitility.await().ignoreExceptions().until(() -> {
            createTopics();
            return true;
        });
    }

    private TopicLog log(HawserTopic topic, com.google.protobuf.Message... types) {
        return new TopicLog(bootstrap, names.of(topic), types);
    }

    void createTopics() throws Exception {
        try (Admin admin = Admin.create(kafka())) {
            new TopicCreator(admin, names).ensure(List.of(HawserTopic.values()));
        }
    }

    /** Somebody deletes the topic of assignments. */
    void deleteAssignments() throws Exception {
        String topic = names.of(HawserTopic.ASSIGNMENTS);
        try (Admin admin = Admin.create(kafka())) {
            admin.deleteTopics(List.of(topic)).all().get();
            Awaitility.await().until(() -> !admin.listTopics().names().get().contains(topic));
        }
    }

    /** Somebody deletes the topic of assignments, and it is made again. */
    void remakeAssignments() throws Exception {
        deleteAssignments();
        Awaitility.await().ignoreExceptions().until(() -> {
            createTopics();
            return true;
        });
    }

    /** Its writer says that everything that stands is there. */
    void completeAssignments() throws Exception {
        String topic = names.of(HawserTopic.ASSIGNMENTS);
        try (Admin admin = Admin.create(kafka())) {
            var described =
                    admin.describeTopics(List.of(topic)).allTopicNames().get().get(topic);
            TopicComplete.of(
                            encoder,
                            HawserTopic.ASSIGNMENTS,
                            described.topicId().toString(),
                            described.partitions().size())
                    .forEach(assignments::add);
        }
    }

    Map<String, Object> kafka() {
        return Map.of("bootstrap.servers", bootstrap);
    }

    AgentSettings settings() {
        return new AgentSettings(
                NODE,
                rootByLink,
                Optional.empty(),
                plugins,
                Optional.of(registry),
                List.of(),
                true,
                names,
                AnswerForm.PROTOBUF,
                Optional.empty(),
                Duration.ofSeconds(10),
                new Pauses(new Backoff(Duration.ofMillis(100), Duration.ofSeconds(1)), Duration.ofSeconds(2)),
                Duration.ofMillis(500),
                Duration.ofMillis(500),
                Duration.ofSeconds(1),
                Duration.ofSeconds(2),
                Duration.ofHours(1),
                4,
                true,
                true,
                Optional.of(runtimeSocket()));
    }

    Agent agent() {
        Agent agent = new Agent(settings(), kafka(), Optional.empty(), new SimpleMeterRegistry());
        agent.start();
        return agent;
    }

    Path socket() {
        return plugins.resolve("hostpath.sock");
    }

    Path runtimeSocket() {
        return plugins.resolve("runtime");
    }

    void startPlugin() throws IOException {
        plugin = Optional.of(PluginServer.start(
                new PluginSettings(PLUGIN, new NodeId(NODE), state, PluginSettings.DEFAULT_MAX_BYTES),
                Endpoint.parse("unix://" + socket())));
    }

    void stopPlugin() {
        plugin.ifPresent(PluginServer::close);
        plugin = Optional.empty();
    }

    /**
     * Creates the volume and attaches it to the node, as volume-service would; the result is an assignment without
     * targets.
     */
    Assignment attached(String volume) {
        VolumeCapability capability = VolumeCapability.newBuilder()
                .setMount(VolumeCapability.MountVolume.getDefaultInstance())
                .setAccessMode(SHARED)
                .build();
        return attached(volume, capability)
                .setMount(MountAccess.getDefaultInstance())
                .build();
    }

    /** The same for a block volume. */
    Assignment attachedBlock(String volume) {
        VolumeCapability capability = VolumeCapability.newBuilder()
                .setBlock(VolumeCapability.BlockVolume.getDefaultInstance())
                .setAccessMode(SHARED)
                .build();
        return attached(volume, capability)
                .setBlock(BlockAccess.getDefaultInstance())
                .build();
    }

    /** The controller grows the volume. */
    void grow(Assignment volume, long bytes) {
        done(controller()
                .call(
                        CsiRpc.CONTROLLER_EXPAND_VOLUME,
                        ControllerExpandVolumeRequest.newBuilder()
                                .setVolumeId(volume.getVolumeId())
                                .setCapacityRange(CapacityRange.newBuilder().setRequiredBytes(bytes))
                                .build(),
                        DEADLINE)
                .await()
                .indefinitely());
    }

    private CsiConnection controller() {
        return csi.connect(CsiEndpoint.parse("unix://" + socket()), ConnectionOptions.reading(CsiService.CONTROLLER));
    }

    private Assignment.Builder attached(String volume, VolumeCapability capability) {
        CsiConnection controller = controller();
        var created = done(controller
                .call(
                        CsiRpc.CREATE_VOLUME,
                        CreateVolumeRequest.newBuilder()
                                .setName("vol-" + UUID.randomUUID())
                                .setCapacityRange(CapacityRange.newBuilder().setRequiredBytes(1 << 20))
                                .addVolumeCapabilities(capability)
                                .build(),
                        DEADLINE)
                .await()
                .indefinitely());
        var published = done(controller
                .call(
                        CsiRpc.CONTROLLER_PUBLISH_VOLUME,
                        ControllerPublishVolumeRequest.newBuilder()
                                .setVolumeId(created.getVolume().getVolumeId())
                                .setNodeId(NODE)
                                .setVolumeCapability(capability)
                                .putAllVolumeContext(created.getVolume().getVolumeContextMap())
                                .build(),
                        DEADLINE)
                .await()
                .indefinitely());
        return Assignment.newBuilder()
                .setNode(NODE)
                .setVolume(volume)
                .setUid("u1")
                .setPlugin(PLUGIN)
                .setVolumeId(created.getVolume().getVolumeId())
                .putAllVolumeContext(created.getVolume().getVolumeContextMap())
                .putAllPublishContext(published.getPublishContextMap())
                .setScope(Scope.SCOPE_SINGLE_NODE)
                .setSharing(Sharing.SHARING_ALL);
    }

    private static <R> R done(RpcOutcome<R> ending) {
        if (ending instanceof RpcOutcome.Done<R>(R answer)) {
            return answer;
        }
        throw new AssertionError("" + ending);
    }

    /** Assigns these targets, under a new generation. */
    Assignment assign(Assignment base, String... targets) {
        Assignment.Builder next = base.toBuilder().setGeneration(++generation).clearTargets();
        for (String target : targets) {
            next.addTargets(AssignmentTarget.newBuilder().setId(target).setTask(target));
        }
        return write(next.build());
    }

    /** Orders the node to let go. */
    Assignment letGo(Assignment base) {
        return write(Assignment.newBuilder()
                .setNode(NODE)
                .setVolume(base.getVolume())
                .setUid(base.getUid())
                .setPlugin(base.getPlugin())
                .setVolumeId(base.getVolumeId())
                .setGeneration(++generation)
                .setNothing(true)
                .build());
    }

    private Assignment write(Assignment assignment) {
        assignments.add(encoder.state(
                        HawserTopic.ASSIGNMENTS, key(assignment), assignment.getGeneration(), assignment, Instant.now())
                .partitionedBy(NODE));
        return assignment;
    }

    void tombstone(Assignment assignment) {
        assignments.add(
                encoder.tombstone(HawserTopic.ASSIGNMENTS, key(assignment)).partitionedBy(NODE));
    }

    /** What says that it is an assignment of this volume, and is none. */
    void garbage(String volume, String content) {
        OutgoingRecord assignment = encoder.state(
                HawserTopic.ASSIGNMENTS,
                NODE + "/" + volume,
                1,
                Assignment.newBuilder().setNode(NODE).setVolume(volume).build(),
                Instant.now());
        assignments.add(new OutgoingRecord(
                assignment.topic(),
                assignment.key(),
                Optional.of(NODE),
                assignment.headers(),
                Optional.of(OutgoingRecord.Bytes.of(content.getBytes(StandardCharsets.UTF_8)))));
    }

    /** The records as they were, whatever they are. */
    TopicLog deadAssignments() {
        return new TopicLog(bootstrap, names.deadOf(HawserTopic.ASSIGNMENTS));
    }

    static String key(Assignment assignment) {
        return NODE + "/" + assignment.getVolume();
    }

    MountReport report(Assignment assignment) {
        return mounts.newest(MountReport.class, key(assignment)).orElse(MountReport.getDefaultInstance());
    }

    long mountsBelowRoot() {
        return Kernel.ofThisMachine().mounts().below(root).size();
    }

    /** Unmounts what a failed test left, so that the next one is not judged by it. */
    @Override
    public void close() throws Exception {
        stopPlugin();
        csi.close();
        Files.deleteIfExists(socket());
        Files.deleteIfExists(plugins);
        Files.deleteIfExists(registry);
        for (var entry : Kernel.ofThisMachine().mounts().below(root).reversed()) {
            new ProcessBuilder("umount", "-l", entry.mountPoint().toString())
                    .start()
                    .waitFor();
        }
        if (Files.exists(state.resolve("data"))) {
            try (var data = Files.list(state.resolve("data"))) {
                for (Path volume : data.toList()) {
                    new LoopDevices(new NodeId(NODE))
                            .detach(VolumeId.parse(volume.getFileName().toString())
                                    .orElseThrow());
                }
            }
        }
    }
}
