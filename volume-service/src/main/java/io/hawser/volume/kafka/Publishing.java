package io.hawser.volume.kafka;

import io.hawser.bus.envelope.OutgoingRecord;
import io.hawser.bus.envelope.RecordEncoder;
import io.hawser.bus.topic.HawserTopic;
import io.hawser.message.Events;
import io.hawser.v1.Assignment;
import io.hawser.v1.CommandResult;
import io.hawser.v1.Event;
import io.hawser.v1.NodeAgent;
import io.hawser.v1.TaskVolumes;
import io.hawser.v1.Volume;
import io.hawser.volume.id.NodeName;
import io.hawser.volume.id.NodePlugin;
import io.hawser.volume.id.NodeVolume;
import io.hawser.volume.id.PluginName;
import io.hawser.volume.id.TaskName;
import io.hawser.volume.id.VolumeName;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.Instant;
import java.util.Optional;
import java.util.UUID;

/** The records that volume-service writes: topic, key and identity of each. */
@ApplicationScoped
public class Publishing {
    private final RecordEncoder encoder;

    public Publishing(RecordEncoder encoder) {
        this.encoder = encoder;
    }

    public OutgoingRecord volume(Volume volume, Instant at) {
        return encoder.state(HawserTopic.VOLUMES, volume.getName(), volume.getRevision(), volume, at);
    }

    public OutgoingRecord volumeGone(VolumeName name) {
        return encoder.tombstone(HawserTopic.VOLUMES, name.value());
    }

    public OutgoingRecord taskVolumes(TaskVolumes volumes, Instant at) {
        return encoder.state(HawserTopic.TASK_VOLUMES, volumes.getTask(), volumes.getRevision(), volumes, at);
    }

    public OutgoingRecord taskVolumesGone(TaskName task) {
        return encoder.tombstone(HawserTopic.TASK_VOLUMES, task.value());
    }

    public OutgoingRecord assignment(Assignment assignment, Instant at) {
        String key = new NodeVolume(new NodeName(assignment.getNode()), new VolumeName(assignment.getVolume())).key();
        return encoder.state(HawserTopic.ASSIGNMENTS, key, assignment.getGeneration(), assignment, at)
                .partitionedBy(assignment.getNode());
    }

    public OutgoingRecord assignmentGone(NodeName node, VolumeName volume) {
        return encoder.tombstone(HawserTopic.ASSIGNMENTS, new NodeVolume(node, volume).key())
                .partitionedBy(node.value());
    }

    public OutgoingRecord nodeAgent(NodeAgent agent, Instant at) {
        return encoder.encode(
                        HawserTopic.ASSIGNMENTS,
                        agent.getNode(),
                        UUID.randomUUID().toString(),
                        agent,
                        at)
                .partitionedBy(agent.getNode());
    }

    /** The node is removed, and its agent writes no report on the volume any more. */
    public OutgoingRecord reportGone(NodeName node, VolumeName volume) {
        return encoder.tombstone(HawserTopic.MOUNTS, new NodeVolume(node, volume).key());
    }

    public OutgoingRecord heartbeatGone(NodeName node) {
        return encoder.tombstone(HawserTopic.FINGERPRINTS, node.value());
    }

    public OutgoingRecord fingerprintGone(NodePlugin id) {
        return encoder.tombstone(HawserTopic.FINGERPRINTS, id.key());
    }

    public OutgoingRecord result(CommandResult result, Instant at) {
        return encoder.state(HawserTopic.COMMAND_RESULTS, result.getCommandId(), result.getRevision(), result, at);
    }

    /** @param node empty if the event concerns the whole volume */
    public OutgoingRecord event(VolumeName volume, String reason, Optional<NodeName> node, String message, Instant at) {
        return event("volume/" + volume, reason, node, message, at);
    }

    public OutgoingRecord event(PluginName plugin, String reason, String message, Instant at) {
        return event("plugin/" + plugin, reason, Optional.empty(), message, at);
    }

    public OutgoingRecord event(NodeName node, String reason, String message, Instant at) {
        return event("node/" + node, reason, Optional.of(node), message, at);
    }

    private OutgoingRecord event(String entity, String reason, Optional<NodeName> node, String message, Instant at) {
        Event event = Events.of(entity, reason, node.map(NodeName::value).orElse(""), message, at);
        return encoder.encode(HawserTopic.EVENTS, entity, UUID.randomUUID().toString(), event, at);
    }
}
