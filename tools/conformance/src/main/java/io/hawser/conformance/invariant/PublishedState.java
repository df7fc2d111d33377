package io.hawser.conformance.invariant;

import com.google.protobuf.Message;
import io.hawser.bus.topic.HawserTopic;
import io.hawser.conformance.history.HeldVolume;
import io.hawser.conformance.history.History;
import io.hawser.conformance.history.PluginTrace;
import io.hawser.v1.PublicationState;
import io.hawser.v1.TaskVolume;
import io.hawser.v1.TaskVolumes;
import io.hawser.v1.Volume;
import io.hawser.v1.VolumeOnNode;
import io.hawser.v1.VolumePhase;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/** Compares volume-service's records of volumes and tasks with the plugin's state at quiet. */
final class PublishedState {
    private final PluginTrace trace;
    private final HeldVolume held;
    private final Map<String, String> csiNodes;
    private final Findings findings;

    /** @param held the plugin's state of the volume */
    PublishedState(PluginTrace trace, HeldVolume held, Findings findings) {
        this.trace = trace;
        this.held = held;
        this.csiNodes =
                trace.nodes().entrySet().stream().collect(Collectors.toMap(Map.Entry::getValue, Map.Entry::getKey));
        this.findings = findings;
    }

    /** The last record of each key of a topic, if it has this type and is no tombstone. */
    static <M extends Message> Collection<M> newest(History history, HawserTopic topic, Class<M> type) {
        Map<String, M> newest = new LinkedHashMap<>();
        history.records().stream().filter(record -> record.topic() == topic).forEach(record -> {
            newest.remove(record.key());
            record.as(type).ifPresent(word -> newest.put(record.key(), word));
        });
        return newest.values();
    }

    /** @param said the newest of the volume's records; judged once it says that the volume is created */
    void volume(Volume said) {
        if (said.getPhase() != VolumePhase.VOLUME_PHASE_CREATED) {
            return;
        }
        findings.that(
                said.getInfo().getVolumeId().equals(held.id()),
                () -> "volume " + said.getName() + " is said to be created as "
                        + said.getInfo().getVolumeId() + ", and the plugin holds " + held.id(),
                () -> List.of(words(said), held.toString()));
        if (trace.capabilities().hasAttach() && said.getConditionsList().isEmpty()) {
            said.getNodesList().forEach(node -> on(said, node));
            held.attached().keySet().forEach(csiNode -> attached(said, csiNode));
        }
    }

    private void on(Volume said, VolumeOnNode node) {
        if (node.getState() == PublicationState.PUBLICATION_STATE_PUBLISHED) {
            findings.that(
                    held.attached().containsKey(csiNodes.getOrDefault(node.getNode(), "")),
                    () -> "volume " + said.getName() + " is said to be published on " + node.getNode()
                            + ", and the plugin has it not attached there",
                    () -> List.of(words(said), held.toString()));
        }
    }

    private void attached(Volume said, String csiNode) {
        String name = trace.nodes().getOrDefault(csiNode, csiNode);
        findings.that(
                said.getNodesList().stream().anyMatch(node -> node.getNode().equals(name)),
                () -> "the plugin has volume " + said.getName() + " attached to " + name
                        + ", of which its record says nothing",
                () -> List.of(words(said), held.toString()));
    }

    /** @param said the newest of the task's records */
    void task(TaskVolumes said, TaskVolume mount) {
        Set<String> there = held.published().getOrDefault(csiNodes.getOrDefault(said.getNode(), ""), Set.of());
        findings.that(
                there.contains(mount.getMounted().getPath()),
                () -> "task " + said.getTask() + " is said to have volume " + mount.getVolume() + " at "
                        + mount.getMounted().getPath() + " of " + said.getNode() + ", and the plugin has not",
                () -> List.of(said.toString().replaceAll("\\s+", " "), held.toString()));
    }

    private static String words(Volume said) {
        return said.toString().replaceAll("\\s+", " ");
    }
}
