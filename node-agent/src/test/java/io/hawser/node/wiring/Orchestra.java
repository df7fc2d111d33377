package io.hawser.node.wiring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.hawser.bus.envelope.AnswerForm;
import io.hawser.bus.envelope.RecordEncoder;
import io.hawser.bus.pace.Backoff;
import io.hawser.bus.topic.HawserTopic;
import io.hawser.bus.topic.TopicCreator;
import io.hawser.bus.topic.TopicNames;
import io.hawser.node.mount.Pauses;
import io.hawser.node.mounttable.files.Kernel;
import io.hawser.testkit.shared.ScratchFolder;
import io.hawser.testkit.shared.SharedBroker;
import io.hawser.v1.Assignment;
import io.hawser.v1.DeregisterPluginInstance;
import io.hawser.v1.Event;
import io.hawser.v1.Fingerprint;
import io.hawser.v1.MountReport;
import io.hawser.v1.MountState;
import io.hawser.v1.MountedTarget;
import io.hawser.v1.Node;
import io.hawser.v1.NodeHeartbeat;
import io.hawser.v1.RegisterPluginInstance;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.clients.admin.Admin;

/**
 * Everything around one agent, for real: a broker, topics, a plugin with its volumes, and what volume-service would
 * write.
 */
final class Orchestra implements AutoCloseable {
    static final String NODE = "node-1";
    /** Of the topics that the agent makes; there is one broker. */
    static final TopicCreator.Copies COPIES = new TopicCreator.Copies(Optional.of((short) 1), Optional.of(1));

    private static final List<HawserTopic> USED = List.of(
            HawserTopic.NODES,
            HawserTopic.ASSIGNMENTS,
            HawserTopic.MOUNTS,
            HawserTopic.FINGERPRINTS,
            HawserTopic.PLUGIN_COMMANDS,
            HawserTopic.EVENTS);
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    final TopicNames names;
    final String bootstrap;
    final Path root;
    /** The same folder as an operator may name it: through a symbolic link, as {@code /var/run} is one. */
    final Path rootByLink;

    final Path plugins;
    final Path registry;
    final HostPath hostPath;
    final TopicLog mounts;
    final TopicLog fingerprints;
    final TopicLog commands;
    final TopicLog nodes;
    final TopicLog events;
    final Assignments assignments;

    Orchestra(Class<?> test) throws Exception {
        this(test, SharedBroker.bootstrapServers());
    }

    /** @param bootstrap of a broker that a test stops */
    Orchestra(Class<?> test, String bootstrap) throws Exception {
        this.bootstrap = bootstrap;
        String fresh = SharedBroker.freshPrefix(test).toLowerCase(java.util.Locale.ROOT);
        names = new TopicNames(fresh.replaceAll("[^a-z0-9.-]", "-").replaceAll("\\.$", ""));
        Path scratch = ScratchFolder.create("agent");
        root = scratch.resolve("root");
        rootByLink = Files.createSymbolicLink(scratch.resolve("link"), scratch).resolve("root");
        plugins = Files.createTempDirectory("hawser");
        registry = Files.createTempDirectory("hawser");
        hostPath = new HostPath(plugins);
        mounts = log(HawserTopic.MOUNTS, MountReport.getDefaultInstance());
        fingerprints =
                log(HawserTopic.FINGERPRINTS, Fingerprint.getDefaultInstance(), NodeHeartbeat.getDefaultInstance());
        commands = log(
                HawserTopic.PLUGIN_COMMANDS,
                RegisterPluginInstance.getDefaultInstance(),
                DeregisterPluginInstance.getDefaultInstance());
        nodes = log(HawserTopic.NODES, Node.getDefaultInstance());
        events = log(HawserTopic.EVENTS, Event.getDefaultInstance());
        assignments = new Assignments(
                log(HawserTopic.ASSIGNMENTS, Assignment.getDefaultInstance()), new RecordEncoder(names, "test"));
        // A topic that was made a moment ago may not be known to be described yet.
        await().ignoreExceptions().until(() -> {
            createTopics();
            return true;
        });
    }

    private TopicLog log(HawserTopic topic, com.google.protobuf.Message... types) {
        return new TopicLog(bootstrap, names.of(topic), types);
    }

    void createTopics() throws Exception {
        try (Admin admin = Admin.create(kafka())) {
            new TopicCreator(admin, names).ensure(USED);
        }
    }

    /** Somebody deletes the topic of assignments. */
    void deleteAssignments() throws Exception {
        delete(names.of(HawserTopic.ASSIGNMENTS));
    }

    void delete(String topic) throws Exception {
        try (Admin admin = Admin.create(kafka())) {
            admin.deleteTopics(List.of(topic)).all().get();
            await().until(() -> !admin.listTopics().names().get().contains(topic));
        }
    }

    /** Somebody deletes the topic of assignments, and it is made again. */
    void remakeAssignments() throws Exception {
        deleteAssignments();
        await().ignoreExceptions().until(() -> {
            createTopics();
            return true;
        });
    }

    /** Its writer says that everything that stands is there. */
    void completeAssignments() throws Exception {
        String topic = names.of(HawserTopic.ASSIGNMENTS);
        try (Admin admin = Admin.create(kafka())) {
            assignments.complete(
                    admin.describeTopics(List.of(topic)).allTopicNames().get().get(topic));
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
                COPIES,
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

    Path runtimeSocket() {
        return plugins.resolve("runtime");
    }

    /** The records as they were, whatever they are. */
    TopicLog deadAssignments() {
        return new TopicLog(bootstrap, names.deadOf(HawserTopic.ASSIGNMENTS));
    }

    MountReport report(Assignment assignment) {
        return mounts.newest(MountReport.class, Assignments.key(assignment)).orElse(MountReport.getDefaultInstance());
    }

    void awaitMounted(Assignment assignment, String... targets) {
        await().atMost(PATIENCE).untilAsserted(() -> {
            MountReport report = report(assignment);
            assertThat(report.getGeneration()).isEqualTo(assignment.getGeneration());
            assertThat(report.getTargetsList())
                    .filteredOn(target -> target.getState() == MountState.MOUNT_STATE_MOUNTED)
                    .extracting(MountedTarget::getId)
                    .containsExactlyInAnyOrder(targets);
        });
    }

    void awaitNothingLeft(Assignment assignment) {
        await().atMost(PATIENCE)
                .untilAsserted(() -> assertThat(report(assignment).getNothingLeft())
                        .describedAs("%s", report(assignment))
                        .isTrue());
        assertThat(mountsBelowRoot()).isZero();
    }

    long mountsBelowRoot() {
        return Kernel.ofThisMachine().mounts().below(root).size();
    }

    /** Unmounts what a failed test left, so that the next one is not judged by it. */
    @Override
    public void close() throws Exception {
        hostPath.stop();
        Files.deleteIfExists(hostPath.socket());
        Files.deleteIfExists(plugins);
        Files.deleteIfExists(registry);
        for (var entry : Kernel.ofThisMachine().mounts().below(root).reversed()) {
            new ProcessBuilder("umount", "-l", entry.mountPoint().toString())
                    .start()
                    .waitFor();
        }
        hostPath.close();
    }
}
