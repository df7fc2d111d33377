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
import io.hawser.v1.TaskState;
import io.hawser.v1.Volume;
import io.hawser.v1.VolumePolicy;
import java.time.Instant;
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
