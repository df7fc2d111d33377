package io.hawser.cli.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.google.protobuf.Timestamp;
import io.hawser.bus.service.HawserService;
import io.hawser.bus.topic.HawserTopic;
import io.hawser.bus.topic.TopicCreator;
import io.hawser.bus.topic.TopicNames;
import io.hawser.cli.topic.TopicReader;
import io.hawser.cli.topic.TopicWriter;
import io.hawser.testkit.shared.SharedBroker;
import io.hawser.v1.Accepted;
import io.hawser.v1.CommandResult;
import io.hawser.v1.CreateVolume;
import io.hawser.v1.DeferredCommand;
import io.hawser.v1.Event;
import io.hawser.v1.Mounted;
import io.hawser.v1.Network;
import io.hawser.v1.Node;
import io.hawser.v1.NodeAvailability;
import io.hawser.v1.Plugin;
import io.hawser.v1.Rejected;
import io.hawser.v1.Scope;
import io.hawser.v1.Service;
import io.hawser.v1.Sharing;
import io.hawser.v1.Task;
import io.hawser.v1.TaskState;
import io.hawser.v1.TaskVolume;
import io.hawser.v1.TaskVolumes;
import io.hawser.v1.Volume;
import io.hawser.v1.VolumeCondition;
import io.hawser.v1.VolumePhase;
import io.hawser.v1.Waiting;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.admin.Admin;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** Commands against a real broker and answers as the services give them. */
class CommandLineIT {
    private static final TopicNames TOPICS =
            new TopicNames(SharedBroker.freshPrefix(CommandLineIT.class).replaceAll("\\.$", ""));

    private final FakeServices services = new FakeServices();
    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    @BeforeEach
    void topics() throws Exception {
        try (Admin admin = Admin.create(Map.of("bootstrap.servers", SharedBroker.bootstrapServers()))) {
            new TopicCreator(admin, TOPICS)
                    .ensure(EnumSet.of(
                            HawserTopic.VOLUME_COMMANDS,
                            HawserTopic.COMMAND_RESULTS,
                            HawserTopic.TASKS,
                            HawserTopic.SERVICES,
                            HawserTopic.NETWORKS,
                            HawserTopic.NODES));
        }
    }

    /** What the commands name. */
    @BeforeEach
    void known() {
        services.answer("/v1/nodes", """
                        {"items":[{"node":{"name":"n1"}},{"node":{"name":"n2"}}]}""")
                .answer("/v1/plugins/", Plugin.getDefaultInstance())
                .answer("/v1/services/s1", "{\"name\":\"s1\"}");
        for (String volume : List.of("v1", "v2")) {
            services.answer(
                    "/v1/volumes/" + volume, Volume.newBuilder().setName(volume).build());
        }
    }

    @AfterEach
    void close() {
        services.close();
    }

    @Test
    void creatingAVolumeWritesTheCommandAndEndsWhenItIsCreated() {
        // Given
        services.answer("/v1/commands/", accepted())
                .answer(
                        "/v1/volumes/v1",
                        Volume.newBuilder()
                                .setName("v1")
                                .setPhase(VolumePhase.VOLUME_PHASE_CREATED)
                                .build());

        // When
        int exit = hawser(
                "volume", "create", "v1", "--plugin", "p", "--sharing", "all", "--size", "1GiB", "--param", "k=v");

        // Then
        assertThat(exit).as(err.toString()).isZero();
        assertThat(out.toString()).contains("volume v1 created on p");
        CreateVolume written = reader().last(HawserTopic.VOLUME_COMMANDS, "v1", CreateVolume.getDefaultInstance())
                .orElseThrow();
        assertThat(written.getSpec().getScope()).isEqualTo(Scope.SCOPE_SINGLE_NODE);
        assertThat(written.getSpec().getSharing()).isEqualTo(Sharing.SHARING_ALL);
        assertThat(written.getSpec().getCapacity().getRequiredBytes()).isEqualTo(1L << 30);
        assertThat(written.getSpec().getParametersMap()).containsExactly(Map.entry("k", "v"));
        assertThat(written.getSpec().hasMount()).isTrue();
    }

    @Test
    void aRejectionPrintsReasonAndFieldAndExitsWith1() {
        // Given
        services.answer(
                "/v1/commands/",
                CommandResult.newBuilder()
                        .setRejected(Rejected.newBuilder()
                                .setMessage("'P!' cannot be a plugin's name")
                                .setField("spec.plugin"))
                        .build());

        // When
        int exit = hawser("volume", "create", "v2", "--plugin", "P!");

        // Then
        assertThat(exit).isEqualTo(1);
        assertThat(err.toString()).contains("cannot be a plugin's name").contains("spec.plugin");
    }

    @Test
    @DisplayName("With several records, a failure says which one it is about")
    void failuresOfSeveralRecordsNameThem(@TempDir Path folder) throws IOException {
        // Given
        services.answer(
                        "/v1/commands/",
                        CommandResult.newBuilder()
                                .setRejected(
                                        Rejected.newBuilder().setMessage("no").setField("spec.plugin"))
                                .build())
                .answer("/v1/networks/net9", "{\"name\":\"net9\"}");
        String volumes = Files.writeString(
                        folder.resolve("volumes"), "{name: y1, spec: {plugin: p}}\n---\n{name: y2, spec: {plugin: p}}")
                .toString();
        String apps = Files.writeString(
                        folder.resolve("apps"), "[{name: a1, networks: [net9]}, {name: a2, networks: [net8]}]")
                .toString();

        // When
        int rejected = hawser("volume", "create", "-f", volumes);
        int unknown = hawser("service", "create", "-f", apps);

        // Then
        assertThat(List.of(rejected, unknown)).containsExactly(1, 1);
        assertThat(err.toString().lines())
                .contains(
                        "hawser: volume y1: rejected: no (field spec.plugin)",
                        "hawser: volume y2: rejected: no (field spec.plugin)")
                .anyMatch(line -> line.startsWith("hawser: service a2: nothing is written, because no network"));
    }

    @Test
    @DisplayName("A rejection names the option that was typed, not the field that it became")
    void aRejectionNamesTheOption() {
        // Given
        services.answer(
                "/v1/commands/",
                CommandResult.newBuilder()
                        .setRejected(
                                Rejected.newBuilder().setMessage("t1 holds it").setField("only_if_unused"))
                        .build());

        // When
        int exit = hawser("volume", "remove", "v1", "--only-if-unused");

        // Then
        assertThat(exit).isEqualTo(1);
        assertThat(err).hasToString("hawser: rejected: t1 holds it (--only-if-unused)\n");
    }

    @Test
    @DisplayName("A label that is to be removed must be there; else nothing is written")
    void aLabelThatIsNotThereIsNotRemoved() {
        assertThat(hawser("volume", "update", "v2", "--remove-label", "nosuch")).isEqualTo(1);
        assertThat(err).hasToString("hawser: nothing is written, because volume v2 has no label nosuch\n");
    }

    @Test
    @DisplayName("A list that lacks a name says where to look, and plugins have their capabilities' names for machines")
    void listsForMachinesNameCapabilities() {
        // Given
        services.answer("/v1/plugins", """
                {"items":[{"name":"p","controllerCapabilities":["CREATE_DELETE_VOLUME","99"],
                  "pluginCapabilities":["CONTROLLER_SERVICE"],"capabilitiesKnown":true}]}""");

        // When
        int exit = hawser("plugin", "get", "p", "q", "-o", "json");

        // Then
        assertThat(exit).isEqualTo(1);
        assertThat(out.toString())
                .containsSubsequence("CREATE_DELETE_VOLUME", "99")
                .contains("\"CONTROLLER_SERVICE\"");
        assertThat(err.toString())
                .startsWith("hawser: no plugin is called q;")
                .contains("./hawser plugin list` shows which there are");
    }

    @Test
    @DisplayName("events --follow prints one JSON object per line, those that there were before, too")
    void followedEventsAreLines() throws Exception {
        // Given
        try (Admin admin = Admin.create(Map.of("bootstrap.servers", SharedBroker.bootstrapServers()))) {
            new TopicCreator(admin, TOPICS).ensure(EnumSet.of(HawserTopic.EVENTS));
        }
        try (var writer = new TopicWriter(SharedBroker.bootstrapServers(), TOPICS, "test", Clock.systemUTC())) {
            for (String reason : List.of("One", "Two")) {
                writer.write(
                        HawserTopic.EVENTS,
                        "volume/e",
                        Event.newBuilder()
                                .setEntity("volume/e")
                                .setReason(reason)
                                .build());
            }
        }

        // When
        Thread follower = Thread.ofPlatform().start(() -> hawser("events", "volume/e", "--follow", "-o", "json"));

        // Then
        await().untilAsserted(() -> assertThat(out.toString().lines().toList())
                .containsExactly(
                        "{\"entity\":\"volume/e\",\"reason\":\"One\"}",
                        "{\"entity\":\"volume/e\",\"reason\":\"Two\"}"));
        follower.interrupt();
        assertThat(follower.join(Duration.ofSeconds(10))).isTrue();
    }

    @Test
    void anAnswerThatDoesNotComeInTimeLeavesTheCommandAndExitsWith3() {
        // When
        int exit = hawser("volume", "create", "v3", "--plugin", "p", "--timeout", "1");

        // Then
        assertThat(exit).isEqualTo(3);
        assertThat(err.toString()).contains("the command stands").contains("./hawser command ");
    }

    @Test
    @DisplayName("a creation that the plugin refuses ends at once, says why once, and how it is taken back")
    void aRefusedCreationEndsAtOnce() {
        // Given
        services.answer("/v1/commands/", accepted())
                .answer(
                        "/v1/volumes/v9",
                        Volume.newBuilder()
                                .setName("v9")
                                .setPhase(VolumePhase.VOLUME_PHASE_CREATING)
                                .addConditions(VolumeCondition.newBuilder()
                                        .setType("Rejected")
                                        .setMessage("CreateVolume: OUT_OF_RANGE: too large"))
                                .build());

        // When
        int exit = hawser("volume", "create", "v9", "--plugin", "p");

        // Then
        assertThat(exit).isEqualTo(1);
        assertThat(err.toString()).containsOnlyOnce("OUT_OF_RANGE").contains("./hawser volume remove v9");
    }

    @Test
    @DisplayName("a task that names an unknown node, service or volume is refused, and nothing is written")
    void whatIsUnknownIsSaidImmediately() {
        // When
        List<Integer> exits = List.of(
                hawser("task", "start", "t9", "--node", "ghost-node"),
                hawser("task", "start", "t9", "--node", "n1", "--service", "ghost-service"),
                hawser("task", "start", "t9", "--node", "n1", "--mount", "ghost-volume:/data"),
                hawser("service", "create", "s9", "--network", "ghost-network"));

        // Then
        assertThat(exits).containsOnly(1);
        assertThat(err.toString())
                .contains("no node is called ghost-node")
                .contains("no service is called ghost-service")
                .contains("no volume is called ghost-volume")
                .contains("no network is called ghost-network");
        assertThat(reader().last(HawserTopic.TASKS, "t9", Task.getDefaultInstance()))
                .isEmpty();
    }

    @Test
    void aTaskRunsOnlyWhenItsMountsAreThere() {
        // Given
        services.answer(
                "/v1/tasks/t1",
                task(
                        "t1",
                        TaskVolume.newBuilder().setMounted(Mounted.newBuilder().setPath("/mnt/t1"))));

        // When
        int exit = hawser("task", "start", "t1", "--node", "n1", "--mount", "v1:/data", "--service", "s1");

        // Then
        assertThat(exit).as(err.toString()).isZero();
        assertThat(out.toString()).contains("/mnt/t1");
        assertThat(lastTask("t1").getObserved()).isEqualTo(TaskState.TASK_STATE_RUNNING);
    }

    @Test
    void aTaskThatWaitsSaysWhyAndStaysPending() {
        // Given
        services.answer(
                "/v1/tasks/t2",
                task(
                        "t2",
                        TaskVolume.newBuilder().setWaiting(Waiting.newBuilder().setMessage("in use on n1"))));

        // When
        int exit = hawser("task", "start", "t2", "--node", "n2", "--mount", "v1:/data", "--timeout", "1");

        // Then
        assertThat(exit).isEqualTo(3);
        assertThat(err.toString()).contains("in use on n1").contains("./hawser task stop t2");
        assertThat(lastTask("t2").getObserved()).isEqualTo(TaskState.TASK_STATE_PENDING);
    }

    @Test
    void aTaskThatIsRejectedEndsAtOnceWithReasonAndField() {
        // Given
        services.answer(
                "/v1/commands/",
                CommandResult.newBuilder()
                        .setRejected(Rejected.newBuilder()
                                .setMessage("it is empty, or stands twice")
                                .setField("mounts[1].target"))
                        .build());

        // When
        int exit = hawser("task", "start", "t6", "--node", "n1", "--mount", "v1:/data", "--mount", "v2:/more");

        // Then
        assertThat(exit).isEqualTo(1);
        assertThat(err.toString())
                .contains("stands twice")
                .contains("mounts[1].target")
                .contains("./hawser task stop t6 --forget");
        assertThat(lastTask("t6").getObserved()).isEqualTo(TaskState.TASK_STATE_PENDING);
    }

    @Test
    void aCommandThatIsNotDecidedYetSaysWhatItWaitsFor() {
        // Given
        services.answer(
                "/v1/commands/",
                DeferredCommand.newBuilder()
                        .setCommandId("c-1")
                        .setCommandType("hawser.v1.CreateVolume")
                        .setEntity("v7")
                        .setMessage("plugin p is not known, as far as was read")
                        .setSince(Timestamp.newBuilder().setSeconds(1_795_421_339))
                        .build());

        // When
        int shown = hawser("command", "c-1");
        int created = hawser("volume", "create", "v7", "--plugin", "p", "--timeout", "1");

        // Then
        assertThat(shown).isZero();
        assertThat(out.toString())
                .contains("hawser.v1.CreateVolume v7: not decided yet, since 2026-11-23T08:08:59Z: plugin p is not");
        assertThat(created).isEqualTo(3);
        assertThat(err.toString()).contains("plugin p is not known").contains("the command stands");
    }

    @Test
    void stoppingATaskWritesItsWholeRecordAgain() {
        // Given
        hawser("task", "start", "t3", "--node", "n1", "--mount", "v1:/data", "--service", "s1", "--no-wait");

        // When
        int exit = hawser("task", "stop", "t3");

        // Then
        assertThat(exit).isZero();
        assertThat(lastTask("t3").getObserved()).isEqualTo(TaskState.TASK_STATE_COMPLETE);
        assertThat(lastTask("t3").getService()).isEqualTo("s1");
        assertThat(lastTask("t3").getMountsCount()).isEqualTo(1);
    }

    @Test
    void aForgottenTaskHasNoRecord() {
        // Given
        hawser("task", "start", "t4", "--node", "n1", "--no-wait");

        // When
        hawser("task", "stop", "t4", "--forget");

        // Then
        assertThat(reader().last(HawserTopic.TASKS, "t4", Task.getDefaultInstance()))
                .isEmpty();
    }

    @Test
    void aTasksNameIsNotUsedAgain() {
        // Given
        hawser("task", "start", "t5", "--node", "n1", "--no-wait");

        // When
        int exit = hawser("task", "start", "t5", "--node", "n2", "--no-wait");

        // Then
        assertThat(exit).isEqualTo(1);
        assertThat(lastTask("t5").getNode()).isEqualTo("n1");
    }

    @Test
    void removingAServiceMarksItAndKeepsWhatBelongsToIt() {
        // Given
        hawser("service", "create", "s1", "--network", "net1", "--volume", "v1:delete", "--no-wait", "--unchecked");

        // When
        int exit = hawser("service", "remove", "s1");

        // Then
        assertThat(exit).isZero();
        Service service = reader().last(HawserTopic.SERVICES, "s1", Service.getDefaultInstance())
                .orElseThrow();
        assertThat(service.getPendingDelete()).isTrue();
        assertThat(service.getNetworksList()).containsExactly("net1");
        assertThat(service.getVolumesCount()).isEqualTo(1);
    }

    @Test
    void aServiceIsWrittenWhenItIsShownAsItsRecordSays() {
        // Given
        services.answer("/v1/services/s2", """
                {"name":"s2","networks":["net1"],"ownVolumes":["v1"],"deletion":{"state":"not-asked"}}""");

        // When
        int same = hawser(
                "service",
                "create",
                "s2",
                "--network",
                "net1",
                "--volume",
                "v1:delete",
                "--volume",
                "v2",
                "--unchecked");
        int other = hawser("service", "create", "s2", "--timeout", "1");

        // Then
        assertThat(same).as(err.toString()).isZero();
        assertThat(other).isEqualTo(3);
        assertThat(out.toString()).isEqualTo("service s2 written\n");
    }

    @Test
    void aServiceThatIsDeallocatedIsNotWrittenBeforeItsRecordWasDeleted() {
        // Given
        services.answer("/v1/services/s3", """
                {"name":"s3","networks":[],"ownVolumes":[],"deletion":{"state":"deallocated"}}""");

        // When
        int exit = hawser("service", "create", "s3", "--timeout", "1");

        // Then
        assertThat(exit).isEqualTo(3);
        assertThat(err.toString()).contains("its record was not deleted yet").contains("./hawser service list");
    }

    @Test
    void whatIsMarkedForDeletionIsNotCreatedAgain() {
        // Given
        services.answer("/v1/services/s4", shown("s4", "asked"))
                .answer("/v1/networks/net2", shown("net2", "not-asked"));
        hawser("network", "create", "net2", "--no-wait");
        hawser("network", "remove", "net2");

        // When
        int service = hawser("service", "create", "s4");
        int network = hawser("network", "create", "net2");

        // Then
        assertThat(service).isEqualTo(1);
        assertThat(network).isEqualTo(1);
        assertThat(err.toString())
                .contains("service s4 is marked for deletion, which cannot be taken back")
                .contains("./hawser service remove s4 --wait")
                .contains("./hawser network remove net2 --wait");
        assertThat(reader().last(HawserTopic.NETWORKS, "net2", Network.getDefaultInstance()))
                .hasValueSatisfying(kept -> assertThat(kept.getPendingDelete()).isTrue());
    }

    private static String shown(String name, String deletion) {
        return "{\"name\":\"" + name + "\",\"networks\":[],\"ownVolumes\":[],\"deletion\":{\"state\":\"" + deletion
                + "\"}}";
    }

    @Test
    void aNetworksRecordGoesWhenItIsDeallocated() {
        // Given
        hawser("network", "create", "net1", "--no-wait");
        services.answer("/v1/networks/net1", "{\"name\":\"net1\",\"deletion\":{\"state\":\"deallocated\"}}");

        // When
        int exit = hawser("network", "remove", "net1", "--wait");

        // Then
        assertThat(exit).isZero();
        assertThat(reader().last(HawserTopic.NETWORKS, "net1", Network.getDefaultInstance()))
                .isEmpty();
    }

    @Test
    void fencingIsRefusedToWhoIsNotSure() {
        assertThat(hawser("node", "fence", "n1")).isEqualTo(2);
        assertThat(reader().last(HawserTopic.NODES, "n1", Node.getDefaultInstance()))
                .isEmpty();
    }

    @Test
    @DisplayName("node remove writes a tombstone, and says what becomes of volumes that are still on the node")
    void aRemovedNodeIsGoneFromTheInventory() {
        // Given
        try (var writer = new TopicWriter(SharedBroker.bootstrapServers(), TOPICS, "test", Clock.systemUTC())) {
            writer.write(
                    HawserTopic.NODES, "n7", Node.newBuilder().setName("n7").build());
            writer.write(
                    HawserTopic.NODES,
                    "n8",
                    Node.newBuilder().setName("n8").setFenced(true).build());
        }

        // When
        int exit = hawser("node", "remove", "n7");
        int fenced = hawser("node", "remove", "n8");
        int again = hawser("node", "remove", "n7");

        // Then
        assertThat(List.of(exit, fenced, again)).containsExactly(0, 0, 1);
        assertThat(out.toString())
                .contains("node n7 is removed; it is not fenced: a volume that is still on it waits")
                .contains("node n8 is removed; its volumes are detached without its report");
        assertThat(err.toString()).contains("no node is called n7");
        assertThat(reader().last(HawserTopic.NODES, "n7", Node.getDefaultInstance()))
                .isEmpty();
    }

    @Test
    @DisplayName("plugin status counts the plugin's own volumes, which the service selects")
    void whoUsesAPlugin() {
        // Given
        services.answer("/v1/plugins/p", Plugin.newBuilder().setName("p").build())
                .answer("/v1/plugins/p/instances", "{\"items\":[]}")
                .answer("/v1/plugins/p/nodes", "{\"items\":[]}")
                .answer("/v1/volumes", "{\"items\":[{\"name\":\"another\"},{\"name\":\"v1\"}]}")
                .answer("/v1/volumes?limit=500&fieldSelector=spec.plugin=p", "{\"items\":[{\"name\":\"v1\"}]}");

        // When
        int exit = hawser("plugin", "status", "p");

        // Then
        assertThat(exit).as(err.toString()).isZero();
        assertThat(out.toString()).containsPattern("used by +1 volumes, on 0 nodes: v1\n");
    }

    @Test
    @DisplayName("A node whose agent still answers is removed only with --yes, and activate brings it back as it was")
    void aNodeThatAnswers() {
        // Given
        Node node = Node.newBuilder().setName("n6").putLabels("zone", "a").build();
        services.answer("/v1/nodes", """
                {"items":[{"node":{"name":"n6","labels":{"zone":"a"}},"heard":"%s"}]}""".formatted(Instant.now()));
        try (var writer = new TopicWriter(SharedBroker.bootstrapServers(), TOPICS, "test", Clock.systemUTC())) {
            writer.write(HawserTopic.NODES, "n6", node);
        }

        // When
        int refused = hawser("node", "remove", "n6");
        int removed = hawser("node", "remove", "n6", "--yes");
        int active = hawser("node", "activate", "n6");

        // Then
        assertThat(List.of(refused, removed, active)).containsExactly(1, 0, 0);
        assertThat(err.toString())
                .contains("the agent of node n6 still answers")
                .contains("./hawser node drain n6`");
        assertThat(reader().last(HawserTopic.NODES, "n6", Node.getDefaultInstance()))
                .contains(node.toBuilder()
                        .setAvailability(NodeAvailability.NODE_AVAILABILITY_ACTIVE)
                        .build());
    }

    @Test
    @DisplayName("node drain --wait ends when no task has mounts on the node, and no volume is there")
    void drain() {
        // Given
        node("n3");
        drained("n3");
        services.answers(
                        "/v1/tasks",
                        "{\"items\":[{\"task\":\"t1\",\"node\":\"n3\",\"mounts\":[{}]}]}",
                        "{\"items\":[{\"task\":\"t1\",\"node\":\"n3\"}]}")
                .answers(
                        "/v1/volumes",
                        "{\"items\":[{\"name\":\"v1\",\"nodes\":[{\"node\":\"n3\"}]}]}",
                        "{\"items\":[{\"name\":\"v1\",\"nodes\":[{\"node\":\"n1\"}],\"moreNodes\":9}]}")
                .answers("/v1/volumes/v1/nodes", "{\"items\":[{\"node\":\"n3\"}]}", "{\"items\":[]}");

        // When
        int exit = hawser("node", "drain", "n3", "--wait");

        // Then
        assertThat(exit).as(err.toString()).isZero();
        assertThat(out.toString())
                .contains("node n3 is drained: no task and no volume is left on it;")
                .contains("./hawser node activate n3` takes it back");
        assertThat(reader().last(HawserTopic.NODES, "n3", Node.getDefaultInstance())
                        .map(Node::getAvailability))
                .contains(NodeAvailability.NODE_AVAILABILITY_DRAIN);
    }

    @Test
    @DisplayName("a drain that takes too long says what is left, what stays, and how it is taken back")
    void drainTimesOut() {
        // Given
        node("n4");
        drained("n4");
        services.answer("/v1/tasks", """
                {"items":[{"task":"t1","mounts":[{}]},{"task":"t2","mounts":[{}]},{"task":"t3","mounts":[{}]},
                  {"task":"t4","mounts":[{}]}]}""");

        // When
        int exit = hawser("node", "drain", "n4", "--wait", "--timeout", "1");

        // Then
        assertThat(exit).isEqualTo(3);
        assertThat(err.toString())
                .contains("gave up waiting for node n4 to be empty: mounts of 4 tasks (t1, t2, t3, …) are there (1 s);"
                        + " it stays drained, and its tasks stay asked to end; `")
                .contains("./hawser node activate n4` takes it back");
    }

    @Test
    @DisplayName("of several nodes, an unknown one does not keep the others from being drained")
    void drainSeveral() {
        // Given
        node("n5");

        // When
        int exit = hawser("node", "drain", "ghost", "n5");

        // Then
        assertThat(exit).isEqualTo(1);
        assertThat(err.toString()).contains("no node is called ghost");
        assertThat(out.toString()).contains("node n5 is to be drained");
    }

    private static void node(String name) {
        try (var writer = new TopicWriter(SharedBroker.bootstrapServers(), TOPICS, "test", Clock.systemUTC())) {
            writer.write(
                    HawserTopic.NODES, name, Node.newBuilder().setName(name).build());
        }
    }

    private void drained(String name) {
        services.answer("/v1/nodes", """
                {"items":[{"node":{"name":"%s","availability":"NODE_AVAILABILITY_DRAIN"}}]}""".formatted(name));
    }

    @Test
    @DisplayName("a service that does not know what it is asked says so in its own words")
    void refusedByAService() {
        // Given
        services.answer("/v1/volumes", 400, """
                {"status":400,"detail":"fieldSelector: phse: there is no such field; there are name, phase"}""");

        // When
        int exit = hawser("volume", "list");

        // Then
        assertThat(exit).isEqualTo(1);
        assertThat(err.toString()).contains("volume-service refuses: fieldSelector: phse: there is no such field");
    }

    @Test
    @DisplayName("plugin status --watch prints it again when it has changed, and ends when it is gone")
    void watchAPlugin() {
        // Given
        services.answers(
                        "/v1/plugins/p",
                        "{\"name\":\"p\",\"vendorVersion\":\"1\"}",
                        "{\"name\":\"p\",\"vendorVersion\":\"2\"}",
                        "")
                .answer("/v1/plugins/p/instances", "{\"items\":[]}")
                .answer("/v1/plugins/p/nodes", "{\"items\":[]}")
                .answer("/v1/volumes", "{\"items\":[]}");

        // When
        int exit = hawser("plugin", "status", "p", "--watch");

        // Then
        assertThat(exit).as(err.toString()).isZero();
        assertThat(out.toString()).containsPattern("(?s)version +1.*\n\nPLUGIN .*version +2");
        assertThat(err.toString()).contains("plugin p is gone");
    }

    @Test
    @DisplayName("status says for machines where each part listens; the database's address nobody knows")
    void addresses() throws Exception {
        // Given
        services.answer("/q/health/ready", """
                {"status":"UP","checks":[{"name":"Reactive PostgreSQL connections health check","status":"UP"}]}""");

        // When
        int exit = hawser("status", "-o", "json");

        // Then
        assertThat(exit).as(err.toString()).isZero();
        var json = new com.fasterxml.jackson.databind.ObjectMapper().readTree(out.toString());
        assertThat(json.at("/kafka/address").asText()).isEqualTo(SharedBroker.bootstrapServers());
        assertThat(json.at("/volume-service/address").asText())
                .isEqualTo(services.base().toString());
        assertThat(json.path("database").has("address")).isTrue();
        assertThat(json.at("/database/address").isNull()).isTrue();
    }

    @Test
    @DisplayName("status names what a service that is not ready waits for")
    void statusNamesWhatAServiceWaitsFor() {
        // Given
        services.unavailable("/q/health/ready", """
                {"status":"DOWN","checks":[
                  {"name":"database","status":"UP"},
                  {"name":"decisions","status":"DOWN","data":{"waitsFor":"hawser.tasks-0 is read to 7 of 9"}}]}""");

        // When
        int exit = hawser("status");
        int json = hawser("status", "--output", "json");

        // Then
        assertThat(List.of(exit, json)).containsExactly(4, 4);
        assertThat(out.toString())
                .contains("not ready")
                .contains("decisions: hawser.tasks-0 is read to 7 of 9")
                .contains("\"waitsFor\"");
        assertThat(err.toString()).isEmpty();
    }

    @Test
    @DisplayName("status names what fails in a service that is ready all the same")
    void statusNamesWhatFailsInAReadyService() {
        // Given
        services.answer("/q/health/ready", """
                {"status":"UP","checks":[
                  {"name":"intake","status":"UP","data":{"waitsFor":""}},
                  {"name":"work","status":"UP","data":{"waitsFor":"volume v1 has failed 3 times in a row"}}]}""");

        // When
        int exit = hawser("status");

        // Then
        assertThat(exit).isZero();
        assertThat(out.toString())
                .contains("ready")
                .contains("work: volume v1 has failed 3 times in a row")
                .doesNotContain("intake");
    }

    @Test
    void nodesAreShownWithTheirPlugins() {
        // Given
        services.answer("/v1/nodes", """
                {"items":[{"node":{"name":"n1","fenced":true},"removed":false,
                  "conditions":[{"type":"AgentSilent","message":"last heard yesterday"}],
                  "plugins":[{"node":"n1","plugin":"p","healthy":true,
                    "nodeCapabilities":["STAGE_UNSTAGE_VOLUME","99"]},{"plugin":"q","message":"no answer"}]}]}""");

        // When
        int exit = hawser("node", "list");

        // Then
        assertThat(exit).isZero();
        assertThat(out.toString())
                .contains("n1")
                .contains("active")
                .contains("p, q (unhealthy: no answer)")
                .contains("AgentSilent: last heard yesterday");
    }

    @Test
    void listsForMachinesAreJson() throws Exception {
        // Given
        pagesOfVolumes();

        // When
        hawser("volume", "list", "--output", "json");

        // Then
        var json = new com.fasterxml.jackson.databind.ObjectMapper().readTree(out.toString());
        assertThat(json.findValuesAsText("name")).containsExactly("a", "b", "c");
    }

    @Test
    void listsForPeopleHaveTheLinesOfAllPagesUnderOneHeading() {
        // Given
        pagesOfVolumes();

        // When
        int exit = hawser("volume", "list");

        // Then
        assertThat(exit).as(err.toString()).isZero();
        assertThat(out.toString().lines().map(line -> line.split(" ")[0])).containsExactly("NAME", "a", "b", "c");
    }

    @Test
    void anEmptyListSaysHowSomethingGetsThere() {
        // Given
        services.answer("/v1/volumes", "{\"items\":[]}");

        // When
        int exit = hawser("volume", "list");

        // Then
        assertThat(exit).as(err.toString()).isZero();
        assertThat(out.toString()).matches("(?s)no volumes; `HAWSER_HOME=\\S+ \\./hawser volume create.*");
    }

    /** The page in the middle has none: those that it had are gone. */
    private void pagesOfVolumes() {
        services.answer("/v1/volumes", "{\"items\":[{\"name\":\"a\"},{\"name\":\"b\"}],\"continue\":\"t1=\"}")
                .answer("/v1/volumes?limit=500&continue=t1=", "{\"items\":[],\"continue\":\"t2\"}")
                .answer("/v1/volumes?limit=500&continue=t2", "{\"items\":[{\"name\":\"c\"}]}");
    }

    @Test
    void anUnknownVolumeSaysWhereToLook() {
        assertThat(hawser("volume", "status", "none")).isEqualTo(1);
        assertThat(err.toString()).contains("./hawser volume list");
    }

    @Test
    void republishAsksEveryServiceWithTheDataFoldersTokenAndSaysHowManyRecords(@TempDir Path home) throws IOException {
        // Given
        Path token = Files.writeString(home.resolve("rest-token"), "t0ken\n");
        Files.writeString(home.resolve("endpoints.properties"), "token.file=" + token);
        services.answer("/v1/republish", "{\"records\":7}");

        // When
        int exit = hawserIn(home.toString(), "republish");

        // Then
        assertThat(exit).as(err.toString()).isZero();
        assertThat(HawserService.withDatabase())
                .allSatisfy(service -> assertThat(out.toString()).containsPattern(service.serviceName() + " +7"));
        assertThat(services.writes())
                .hasSameSizeAs(HawserService.withDatabase())
                .containsOnly("/v1/republish Bearer t0ken");
    }

    @Test
    void republishWithoutATokenSaysWhereItIsLookedFor() {
        assertThat(hawser("republish")).isEqualTo(4);
        assertThat(err.toString()).contains("HAWSER_TOKEN");
        assertThat(services.writes()).isEmpty();
    }

    private int hawser(String... arguments) {
        return hawserIn("/nonexistent", arguments);
    }

    private int hawserIn(String home, String... arguments) {
        Map<String, String> environment = new HashMap<>(Map.of(
                "HAWSER_HOME", home,
                "HAWSER_TOPICS_PREFIX", TOPICS.prefix(),
                "HAWSER_BOOTSTRAP", SharedBroker.bootstrapServers()));
        HawserService.withDatabase()
                .forEach(service -> environment.put(
                        "HAWSER_" + service + "_URL", services.base().toString()));
        CommandLine commandLine = HawserCli.commandLine(environment);
        commandLine.setOut(new PrintWriter(out, true));
        commandLine.setErr(new PrintWriter(err, true));
        return commandLine.execute(arguments);
    }

    private static TopicReader reader() {
        return new TopicReader(SharedBroker.bootstrapServers(), TOPICS);
    }

    private static Task lastTask(String name) {
        return reader().last(HawserTopic.TASKS, name, Task.getDefaultInstance()).orElseThrow();
    }

    private static CommandResult accepted() {
        return CommandResult.newBuilder()
                .setAccepted(Accepted.getDefaultInstance())
                .build();
    }

    private static TaskVolumes task(String name, TaskVolume.Builder mount) {
        return TaskVolumes.newBuilder()
                .setTask(name)
                .addMounts(mount.setSource("v1").setTarget("/data"))
                .build();
    }
}
