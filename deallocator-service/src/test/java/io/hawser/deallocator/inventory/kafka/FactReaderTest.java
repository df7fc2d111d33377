package io.hawser.deallocator.inventory.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.Message;
import com.google.protobuf.Timestamp;
import io.hawser.bus.envelope.Decoded;
import io.hawser.bus.envelope.MessageTypes;
import io.hawser.bus.envelope.Origin;
import io.hawser.bus.topic.HawserTopic;
import io.hawser.bus.topic.TopicNames;
import io.hawser.deallocator.deletion.Kind;
import io.hawser.deallocator.deletion.Reference;
import io.hawser.deallocator.inventory.Fact;
import io.hawser.deallocator.inventory.ParsedRecord;
import io.hawser.deallocator.kafka.Kinds;
import io.hawser.deallocator.kafka.ResourceKind;
import io.hawser.v1.Network;
import io.hawser.v1.Node;
import io.hawser.v1.Service;
import io.hawser.v1.ServiceVolume;
import io.hawser.v1.Task;
import io.hawser.v1.TaskMount;
import io.hawser.v1.TaskState;
import io.hawser.v1.Volume;
import io.hawser.v1.VolumePolicy;
import java.time.Instant;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class FactReaderTest {
    private static final Kind NODE = new Kind("node", true, node -> true);
    private static final Kinds WITH_NODES = new Kinds(List.of(
            Kinds.NETWORK,
            Kinds.VOLUME,
            new ResourceKind(
                    NODE,
                    HawserTopic.NODES,
                    message -> message instanceof Node node
                            ? Optional.of(new Fact.ResourceIs(
                                    NODE.id(node.getName()),
                                    Optional.of(node.getFenced()),
                                    "",
                                    false,
                                    Optional.empty()))
                            : Optional.empty(),
                    service -> service.getNetworksList().stream()
                            .map(name -> new Reference(NODE.id(name), Reference.Policy.NONE)),
                    Kinds.NETWORK.givenBack())));
    private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");
    private static final String OF_64_CHARACTERS = "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa";

    @ParameterizedTest
    @Tag("swarmkit-T130")
    @Tag("swarmkit-DB2")
    @DisplayName("only COMPLETE, FAILED and REJECTED are ends; anything else may run")
    @EnumSource(value = TaskState.class, mode = EnumSource.Mode.EXCLUDE, names = "UNRECOGNIZED")
    void onlyFinalStatesAreEnds(TaskState state) {
        // Given
        Task task = Task.newBuilder()
                .setName("web.1")
                .setService("web")
                .setNode("n1")
                .setObserved(state)
                .build();
        boolean end = Set.of(TaskState.TASK_STATE_COMPLETE, TaskState.TASK_STATE_FAILED, TaskState.TASK_STATE_REJECTED)
                .contains(state);
        // When
        ParsedRecord reading = read("tasks", "web.1", task);
        // Then
        assertThat(reading)
                .isEqualTo(new ParsedRecord.Accepted(
                        end ? new Fact.TaskEnded("web.1") : new Fact.TaskLives("web.1", "web", NOW)));
    }

    @Test
    @DisplayName("a volume without a policy stays: data is never lost by omission")
    void onlyVolumesOfPolicyDeleteBelongToTheService() {
        // Given
        Service service = Service.newBuilder()
                .setName("web")
                .addVolumes(volume("scratch", VolumePolicy.VOLUME_POLICY_DELETE))
                .addVolumes(volume("data", VolumePolicy.VOLUME_POLICY_RETAIN))
                .addVolumes(volume("other", VolumePolicy.VOLUME_POLICY_UNSPECIFIED))
                .build();
        // When
        ParsedRecord reading = read("services", "web", service);
        // Then
        Fact owner = new Fact.ServiceIs(
                "web",
                Set.of(
                        new Reference(Kind.VOLUME.id("scratch"), Reference.Policy.DELETE),
                        new Reference(Kind.VOLUME.id("data"), Reference.Policy.RETAIN),
                        new Reference(Kind.VOLUME.id("other"), Reference.Policy.RETAIN)),
                false,
                "t-3-9-003137ff",
                NOW);
        assertThat(reading).isEqualTo(new ParsedRecord.Accepted(owner));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "..", "a..b", "a/b", "/a", "-a", "a-", "a b", "ä"})
    void namesThatCouldBeAnythingElseAreRefused(String name) {
        // When
        ParsedRecord reading =
                read("networks", name, Network.newBuilder().setName(name).build());
        // Then
        assertThat(reading).isInstanceOfSatisfying(ParsedRecord.Refused.class, refused -> assertThat(refused.field())
                .isEqualTo("name"));
    }

    @Test
    void aKeyThatIsNotTheNameIsRefused() {
        // When
        ParsedRecord reading =
                read("networks", "other", Network.newBuilder().setName("net").build());
        // Then
        assertThat(reading).isInstanceOfSatisfying(ParsedRecord.Refused.class, refused -> assertThat(refused.field())
                .isEqualTo("key"));
    }

    @Test
    void aNetworkOfAServiceIsNamedWithItsPlace() {
        // When
        ParsedRecord reading = read(
                "services",
                "web",
                Service.newBuilder()
                        .setName("web")
                        .addNetworks("ok")
                        .addNetworks("../up")
                        .build());
        // Then
        assertThat(reading).isInstanceOfSatisfying(ParsedRecord.Refused.class, refused -> assertThat(refused.field())
                .isEqualTo("networks[1]"));
    }

    @ParameterizedTest
    @DisplayName("a volume that goes with its service is called as volume-service takes it")
    @ValueSource(strings = {"", "..", "a/b", "../up", "a.b", "a_b", "A", "-a", "a-", OF_64_CHARACTERS})
    void aVolumeOfAServiceIsNamedWithItsPlace(String name) {
        // When
        ParsedRecord reading = read(
                "services",
                "web",
                Service.newBuilder()
                        .setName("web")
                        .addVolumes(volume("Another_System.s", VolumePolicy.VOLUME_POLICY_RETAIN))
                        .addVolumes(volume(name, VolumePolicy.VOLUME_POLICY_DELETE))
                        .build());
        // Then
        assertThat(reading).isInstanceOfSatisfying(ParsedRecord.Refused.class, refused -> assertThat(refused.field())
                .isEqualTo("volumes[1].name"));
    }

    @Test
    void aMessageOnTheWrongTopicIsRefused() {
        // When
        ParsedRecord reading =
                read("tasks", "net", Network.newBuilder().setName("net").build());
        // Then
        assertThat(reading).isInstanceOfSatisfying(ParsedRecord.Refused.class, refused -> assertThat(refused.field())
                .isEqualTo("type"));
    }

    @Test
    @DisplayName("a volume that a service lists twice stays if one of the two says so")
    void aVolumeThatIsListedTwice() {
        // Given
        Service service = Service.newBuilder()
                .setName("web")
                .addVolumes(volume("data", VolumePolicy.VOLUME_POLICY_DELETE))
                .addVolumes(volume("data", VolumePolicy.VOLUME_POLICY_RETAIN))
                .addVolumes(volume("data", VolumePolicy.VOLUME_POLICY_DELETE))
                .build();
        // When
        ParsedRecord reading = read("services", "web", service);
        // Then
        assertThat(reading)
                .isEqualTo(new ParsedRecord.Accepted(new Fact.ServiceIs(
                        "web",
                        Set.of(new Reference(Kind.VOLUME.id("data"), Reference.Policy.RETAIN)),
                        false,
                        "t-3-9-003137ff",
                        NOW)));
    }

    @Test
    @DisplayName("A record under an offset that was used before is another one, by its id")
    void anOffsetThatIsUsedAgain() {
        // Given
        Service service = Service.newBuilder().setName("web").build();
        // When
        ParsedRecord first = read("services", "web", "id-1", service);
        ParsedRecord second = read("services", "web", "id-2", service);
        // Then
        assertThat(second).isNotEqualTo(first);
        assertThat(read("services", "web", "id-1", service)).isEqualTo(first);
    }

    @Test
    @DisplayName("a volume's record says which volume of that name it is, and whether it is being removed already")
    void aVolumeHasAUid() {
        // When
        ParsedRecord reading = read(
                "volumes",
                "data",
                Volume.newBuilder()
                        .setName("data")
                        .setUid("u1")
                        .setRemovalRequested(true)
                        .setRequested(Timestamp.newBuilder().setSeconds(7))
                        .build());
        // Then
        assertThat(reading)
                .isEqualTo(new ParsedRecord.Accepted(new Fact.ResourceIs(
                        Kind.VOLUME.id("data"), Optional.empty(), "u1", true, Optional.of(Instant.ofEpochSecond(7)))));
        assertThat(read(new Decoded.Tombstone(origin("volumes"), "data")))
                .isEqualTo(new ParsedRecord.Accepted(new Fact.ResourceGone(Kind.VOLUME.id("data"))));
    }

    @Test
    @DisplayName("a third kind of resource needs one value: its topic, its references, its end")
    void aThirdKindIsOneValue() {
        // When
        ParsedRecord is = read(
                "nodes", "n1", Node.newBuilder().setName("n1").setFenced(true).build());
        ParsedRecord gone = read(new Decoded.Tombstone(origin("nodes"), "n1"));
        // Then
        assertThat(is)
                .isEqualTo(new ParsedRecord.Accepted(
                        new Fact.ResourceIs(NODE.id("n1"), Optional.of(true), "", false, Optional.empty())));
        assertThat(gone).isEqualTo(new ParsedRecord.Accepted(new Fact.ResourceGone(NODE.id("n1"))));
        assertThat(WITH_NODES.references(
                        Service.newBuilder().setName("web").addNetworks("n1").build()))
                .containsExactlyInAnyOrder(
                        new Reference(Kind.NETWORK.id("n1"), Reference.Policy.NONE),
                        new Reference(NODE.id("n1"), Reference.Policy.NONE));
    }

    @Test
    @DisplayName("a task's record that cannot be read, or cannot be true, holds the service that it names")
    void anUnreadableTaskIsAFact() {
        // Given
        Task moved = Task.newBuilder().setName("other").setService("db").build();
        // When
        ParsedRecord refused = read("tasks", "web.1", moved);
        ParsedRecord invalid = read(new Decoded.Invalid(
                origin("tasks"), Optional.of("web.1"), "id-1", "hawser.v1.Task", "observed", "unknown value"));
        ParsedRecord malformed = read(new Decoded.Malformed(
                origin("tasks"), Optional.empty(), Optional.empty(), Optional.empty(), "not a CloudEvent"));
        ParsedRecord elsewhere = read(new Decoded.Malformed(
                origin("services"), Optional.of("web"), Optional.empty(), Optional.empty(), "not a CloudEvent"));
        // Then
        String place = "hawser.tasks-3@9/t";
        assertThat(refused).isInstanceOfSatisfying(ParsedRecord.Refused.class, it -> assertThat(it.holds())
                .contains(new Fact.TaskUnreadable(place, Optional.of("web.1"), Optional.of("db"), NOW)));
        assertThat(invalid).isInstanceOfSatisfying(ParsedRecord.Refused.class, it -> assertThat(it.holds())
                .contains(new Fact.TaskUnreadable(place, Optional.of("web.1"), Optional.empty(), NOW)));
        assertThat(malformed)
                .isEqualTo(new ParsedRecord.Accepted(
                        new Fact.TaskUnreadable(place, Optional.empty(), Optional.empty(), NOW)));
        assertThat(elsewhere).isEqualTo(new ParsedRecord.Skipped());
    }

    @Test
    @DisplayName("a task's record with an unknown value holds the service that it names, not every one")
    void anInvalidTaskNamesItsService() {
        // Given
        Task task = Task.newBuilder()
                .setName("web.1")
                .setService("web")
                .setObservedValue(50)
                .build();
        // When
        ParsedRecord named = read(invalid("tasks", "web.1", task));
        ParsedRecord badly = read(
                invalid("tasks", "web.1", task.toBuilder().setService("../up").build()));
        // Then
        assertThat(holds(named))
                .contains(new Fact.TaskUnreadable("hawser.tasks-3@9/t", Optional.of("web.1"), Optional.of("web"), NOW));
        assertThat(holds(badly))
                .contains(new Fact.TaskUnreadable("hawser.tasks-3@9/t", Optional.of("web.1"), Optional.empty(), NOW));
    }

    @ParameterizedTest
    @DisplayName("what volume-service rejects of a task neither moves it nor ends it: it holds its service")
    @EnumSource(RejectedTask.class)
    void aRejectedTaskIsNoFact(RejectedTask rejected) {
        // Given
        Task task = rejected.spoil(web1()).build();
        // When
        ParsedRecord running = read("tasks", task.getName(), task);
        ParsedRecord ended = read(
                "tasks",
                task.getName(),
                task.toBuilder().setObserved(TaskState.TASK_STATE_COMPLETE).build());
        // Then
        Fact held = new Fact.TaskUnreadable("hawser.tasks-3@9/t", Optional.of(task.getName()), Optional.of("web"), NOW);
        assertThat(running).isInstanceOfSatisfying(ParsedRecord.Refused.class, refused -> {
            assertThat(refused.field()).isEqualTo(rejected.field);
            assertThat(refused.holds()).contains(held);
        });
        if (rejected == RejectedTask.NO_NODE || rejected == RejectedTask.NAME) {
            assertThat(ended).isEqualTo(new ParsedRecord.Accepted(new Fact.TaskEnded(task.getName())));
        } else {
            assertThat(holds(ended)).contains(held);
        }
    }

    private enum RejectedTask {
        NAME("name"),
        NO_NODE("node"),
        NODE("node"),
        TOO_MANY_MOUNTS("mounts"),
        SOURCE("mounts[0].source"),
        TARGET("mounts[0].target"),
        CREDENTIAL("mounts[0].mount_flags[0]");

        final String field;

        RejectedTask(String field) {
            this.field = field;
        }

        Task.Builder spoil(Task.Builder task) {
            TaskMount.Builder mount = task.getMountsBuilder(0);
            switch (this) {
                case NAME -> task.setName("Web_1");
                case NO_NODE -> task.clearNode();
                case NODE -> task.setNode("n/1");
                case TOO_MANY_MOUNTS -> task.addAllMounts(Collections.nCopies(256, mount.build()));
                case SOURCE -> mount.setSource("../up");
                case TARGET -> mount.setTarget("data");
                case CREDENTIAL -> mount.addMountFlags("password=x");
            }
            return task;
        }
    }

    @Test
    @DisplayName("a running task without node and service is in the service that its earlier record names")
    void aTaskThatRunsNowhere() {
        // Given
        Task task = Task.newBuilder()
                .setName("web.1")
                .setObserved(TaskState.TASK_STATE_RUNNING)
                .build();
        // When
        ParsedRecord reading = read("tasks", "web.1", task);
        // Then
        assertThat(holds(reading))
                .contains(new Fact.TaskUnreadable("hawser.tasks-3@9/t", Optional.of("web.1"), Optional.empty(), NOW));
    }

    @ParameterizedTest
    @DisplayName("a rejected record that names no service, and that no container runs, holds nothing more than the one"
            + " before")
    @EnumSource(value = TaskState.class, mode = EnumSource.Mode.EXCLUDE, names = "UNRECOGNIZED")
    void aRejectedTaskOfNoService(TaskState state) {
        // Given
        Task task = RejectedTask.TARGET
                .spoil(web1())
                .clearService()
                .setObserved(state)
                .build();
        boolean runs = Set.of(TaskState.TASK_STATE_STARTING, TaskState.TASK_STATE_RUNNING)
                .contains(state);
        // When
        ParsedRecord reading = read("tasks", "web.1", task);
        // Then
        Fact held = new Fact.TaskUnreadable("hawser.tasks-3@9/t", Optional.of("web.1"), Optional.empty(), NOW);
        assertThat(holds(reading)).isEqualTo(runs ? Optional.of(held) : Optional.empty());
    }

    @Test
    @DisplayName("what volume-service accepts of a task is a fact: one that is not placed, and an end without mounts")
    void anAcceptedTaskIsAFact() {
        // Given
        Task bare = Task.newBuilder().setName("web.1").build();
        Task ended = bare.toBuilder().setObserved(TaskState.TASK_STATE_COMPLETE).build();
        // When
        ParsedRecord lives = read("tasks", "web.1", bare);
        ParsedRecord mounts = read("tasks", "web.1", web1().build());
        ParsedRecord end = read("tasks", "web.1", ended);
        // Then
        assertThat(lives).isEqualTo(new ParsedRecord.Accepted(new Fact.TaskLives("web.1", "", NOW)));
        assertThat(mounts).isEqualTo(new ParsedRecord.Accepted(new Fact.TaskLives("web.1", "web", NOW)));
        assertThat(end).isEqualTo(new ParsedRecord.Accepted(new Fact.TaskEnded("web.1")));
    }

    private static Task.Builder web1() {
        return Task.newBuilder()
                .setName("web.1")
                .setService("web")
                .setNode("n1")
                .setObserved(TaskState.TASK_STATE_RUNNING)
                .addMounts(TaskMount.newBuilder().setSource("data").setTarget("/data"));
    }

    @Test
    @DisplayName("what a refused service lists is held and not deleted, under the record's key if that is a name")
    void aRefusedServiceHolds() {
        // Given
        Service service = Service.newBuilder()
                .setName("db")
                .addNetworks("n1")
                .addNetworks("../up")
                .addVolumes(volume("data", VolumePolicy.VOLUME_POLICY_RETAIN))
                .addVolumes(volume("scratch", VolumePolicy.VOLUME_POLICY_DELETE))
                .addVolumes(volume("new", VolumePolicy.VOLUME_POLICY_UNSPECIFIED))
                .setPendingDelete(true)
                .build();
        Set<Reference> listed = Set.of(
                new Reference(Kind.NETWORK.id("n1"), Reference.Policy.NONE),
                new Reference(NODE.id("n1"), Reference.Policy.NONE),
                new Reference(Kind.VOLUME.id("data"), Reference.Policy.RETAIN),
                new Reference(Kind.VOLUME.id("scratch"), Reference.Policy.NONE),
                new Reference(Kind.VOLUME.id("new"), Reference.Policy.RETAIN));
        // When
        ParsedRecord refused = read("services", "db", service);
        ParsedRecord elsewhere = read("services", "db2", service);
        ParsedRecord invalid = read(invalid("services", "no name", service));
        ParsedRecord nothing = read(invalid("services", "db", Service.getDefaultInstance()));
        ParsedRecord network = read(invalid("networks", "db", service));
        // Then
        assertThat(holds(refused)).contains(new Fact.ServiceRefused("db", listed, "t-3-9-003137ff"));
        assertThat(holds(elsewhere)).contains(new Fact.ServiceRefused("db2", listed, "t-3-9-003137ff"));
        assertThat(holds(invalid)).contains(new Fact.ServiceRefused("db", listed, "t-3-9-003137ff"));
        assertThat(holds(nothing)).isEmpty();
        assertThat(holds(network)).isEmpty();
    }

    private static Optional<Fact> holds(ParsedRecord record) {
        return ((ParsedRecord.Refused) record).holds();
    }

    private static Decoded invalid(String topic, String key, Message message) {
        return Decoded.Invalid.of(
                new Decoded.Known(origin(topic), key, "id-1", MessageTypes.nameOf(message), message), "any", "wrong");
    }

    private static ServiceVolume volume(String name, VolumePolicy policy) {
        return ServiceVolume.newBuilder().setName(name).setPolicy(policy).build();
    }

    private static ParsedRecord read(String topic, String key, Message message) {
        return read(topic, key, "id-1", message);
    }

    private static ParsedRecord read(String topic, String key, String id, Message message) {
        return read(new Decoded.Known(origin(topic), key, id, MessageTypes.nameOf(message), message));
    }

    private static ParsedRecord read(Decoded record) {
        return new FactReader(TopicNames.DEFAULT, WITH_NODES).read(record);
    }

    private static Origin origin(String topic) {
        return new Origin("hawser." + topic, "t", 3, 9, Optional.empty(), NOW);
    }
}
