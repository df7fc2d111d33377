package io.hawser.node.wiring;

import static io.hawser.node.wiring.Orchestra.NODE;

import com.google.protobuf.ByteString;
import io.hawser.bus.envelope.OutgoingRecord;
import io.hawser.bus.envelope.RecordEncoder;
import io.hawser.bus.envelope.TopicComplete;
import io.hawser.bus.key.NodeVolume;
import io.hawser.bus.topic.HawserTopic;
import io.hawser.v1.AgentIdentity;
import io.hawser.v1.Assignment;
import io.hawser.v1.AssignmentTarget;
import io.hawser.v1.NodeAgent;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Optional;
import org.apache.kafka.clients.admin.TopicDescription;

/** What volume-service writes to the topic of assignments. */
final class Assignments {
    private final TopicLog log;
    private final RecordEncoder encoder;
    private long generation;

    Assignments(TopicLog log, RecordEncoder encoder) {
        this.log = log;
        this.encoder = encoder;
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
        log.add(encoder.state(
                        HawserTopic.ASSIGNMENTS, key(assignment), assignment.getGeneration(), assignment, Instant.now())
                .partitionedBy(NODE));
        return assignment;
    }

    /** Says which agent counts as the node's. */
    void counts(AgentIdentity agent) {
        NodeAgent record = NodeAgent.newBuilder()
                .setNode(NODE)
                .setRoot(agent.getRoot())
                .setMachine(agent.getMachine())
                .build();
        log.add(encoder.encode(HawserTopic.ASSIGNMENTS, NODE, "agent-" + ++generation, record, Instant.now())
                .partitionedBy(NODE));
    }

    void tombstone(Assignment assignment) {
        log.add(encoder.tombstone(HawserTopic.ASSIGNMENTS, key(assignment)).partitionedBy(NODE));
    }

    /** What says that it is an assignment of this volume, and is none. */
    void garbage(String volume, String content) {
        OutgoingRecord assignment = encoder.state(
                HawserTopic.ASSIGNMENTS,
                new NodeVolume(NODE, volume).key(),
                1,
                Assignment.newBuilder().setNode(NODE).setVolume(volume).build(),
                Instant.now());
        log.add(new OutgoingRecord(
                assignment.topic(),
                assignment.key(),
                Optional.of(NODE),
                assignment.headers(),
                Optional.of(ByteString.copyFrom(content.getBytes(StandardCharsets.UTF_8)))));
    }

    /** All that stands is there. */
    void complete(TopicDescription topic) {
        TopicComplete.of(
                        encoder,
                        HawserTopic.ASSIGNMENTS,
                        topic.topicId().toString(),
                        topic.partitions().size())
                .forEach(log::add);
    }

    static String key(Assignment assignment) {
        return new NodeVolume(NODE, assignment.getVolume()).key();
    }
}
