package io.hawser.deallocator.inventory.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.Message;
import io.hawser.bus.envelope.Decoded;
import io.hawser.bus.envelope.MessageTypes;
import io.hawser.bus.envelope.Origin;
import io.hawser.bus.topic.TopicNames;
import io.hawser.deallocator.inventory.Fact;
import io.hawser.deallocator.inventory.ParsedRecord;
import io.hawser.v1.Network;
import io.hawser.v1.Service;
import io.hawser.v1.ServiceVolume;
import io.hawser.v1.Task;
import io.hawser.v1.TaskState;
import io.hawser.v1.VolumePolicy;
import java.util.Set;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class FactReaderTest {
    private static final String OF_64_CHARACTERS = "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa";

    @ParameterizedTest
    @Tag("swarmkit-T130")
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
                        end ? new Fact.TaskEnded("web.1") : new Fact.TaskLives("web.1", "web")));
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
        Fact owner = new Fact.ServiceIs("web", Set.of(), Set.of("scratch"), false, "t-3-9");
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

    private static ServiceVolume volume(String name, VolumePolicy policy) {
        return ServiceVolume.newBuilder().setName(name).setPolicy(policy).build();
    }

    private static ParsedRecord read(String topic, String key, Message message) {
        return FactReader.read(
                new Decoded.Known(
                        new Origin("hawser." + topic, "t", 3, 9), key, "id-1", MessageTypes.nameOf(message), message),
                TopicNames.DEFAULT);
    }
}
