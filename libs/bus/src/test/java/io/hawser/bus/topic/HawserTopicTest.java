package io.hawser.bus.topic;

import static io.hawser.bus.topic.HawserTopic.FINGERPRINTS;
import static io.hawser.bus.topic.HawserTopic.MOUNTS;
import static io.hawser.bus.topic.HawserTopic.NETWORKS;
import static io.hawser.bus.topic.HawserTopic.NODES;
import static io.hawser.bus.topic.HawserTopic.PLUGIN_COMMANDS;
import static io.hawser.bus.topic.HawserTopic.SERVICES;
import static io.hawser.bus.topic.HawserTopic.TASKS;
import static io.hawser.bus.topic.HawserTopic.VOLUME_COMMANDS;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.DescriptorProtos.DescriptorProto;
import com.google.protobuf.DescriptorProtos.FieldDescriptorProto;
import com.google.protobuf.DescriptorProtos.FileDescriptorProto;
import io.hawser.message.RecordTypes;
import io.hawser.v1.TopicOption;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class HawserTopicTest {
    @Test
    @DisplayName("Of the topics that producers of any kind write, and of no other, a key's partition is watched")
    void whoWrites() {
        assertThat(Arrays.stream(HawserTopic.values()).filter(HawserTopic::writtenByOrchestrator))
                .containsExactlyInAnyOrder(NODES, TASKS, SERVICES, NETWORKS, VOLUME_COMMANDS, PLUGIN_COMMANDS);
    }

    @ParameterizedTest
    @EnumSource
    @DisplayName("What agents say bears the broker's time, on one clock for all of them; other records keep their own")
    void whoseTime(HawserTopic topic) {
        assertThat("LogAppendTime".equals(topic.settings().get("message.timestamp.type")))
                .isEqualTo(topic == FINGERPRINTS || topic == MOUNTS);
    }

    @ParameterizedTest
    @EnumSource
    @DisplayName("A topic of states is compacted, any other one forgets by time, and so do dead letters")
    void howItForgets(HawserTopic topic) {
        assertThat(topic.settings())
                .containsEntry(
                        "cleanup.policy",
                        topic.cleanupPolicy() == HawserTopic.CleanupPolicy.COMPACT ? "compact" : "delete");
        assertThat(HawserTopic.deadSettings()).containsEntry("cleanup.policy", "delete");
    }

    @ParameterizedTest
    @EnumSource(names = {"NODES", "SERVICES", "NETWORKS"})
    @DisplayName("A reader that was away for a week sees that a name was free, also where the name is used again")
    void namesThatAreUsedAgain(HawserTopic topic) {
        Map<String, String> settings = topic.settings();
        assertThat(settings.get("min.compaction.lag.ms")).isEqualTo(settings.get("delete.retention.ms"));
        assertThat(settings.get("max.compaction.lag.ms")).isEqualTo(settings.get("min.compaction.lag.ms"));
    }

    @ParameterizedTest
    @EnumSource
    @DisplayName("A topic holds the messages whose proto files say so, and no others")
    void whatItHolds(HawserTopic topic) {
        assertThat(topic.messages()).isNotEmpty().allMatch(topic::holds);
        Arrays.stream(HawserTopic.values())
                .filter(other -> other != topic)
                .forEach(other -> assertThat(other.messages()).noneMatch(topic::holds));
    }

    @Test
    @DisplayName("A message is on a topic that there is, or part of another; but for the answer of a page")
    void everyMessageHasAPlace() {
        // Given
        List<FileDescriptorProto> files = RecordTypes.contracts().getFileList();
        Set<String> parts = files.stream()
                .flatMap(file -> file.getMessageTypeList().stream())
                .flatMap(message -> Stream.concat(
                        message.getFieldList().stream(),
                        message.getNestedTypeList().stream().flatMap(entry -> entry.getFieldList().stream())))
                .map(FieldDescriptorProto::getTypeName)
                .collect(Collectors.toSet());
        Set<String> topics =
                Arrays.stream(HawserTopic.values()).map(HawserTopic::suffix).collect(Collectors.toSet());

        // Then
        assertThat(files.stream()
                        .flatMap(file -> file.getMessageTypeList().stream())
                        .filter(message -> !parts.contains(".hawser.v1." + message.getName()))
                        .filter(message -> !topics.contains(message.getOptions().getExtension(TopicOption.topic)))
                        .map(DescriptorProto::getName))
                .containsExactly("DeferredCommand");
    }
}
