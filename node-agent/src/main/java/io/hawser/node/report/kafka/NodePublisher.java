package io.hawser.node.report.kafka;

import io.hawser.bus.envelope.OutgoingRecord;
import io.hawser.bus.envelope.RecordEncoder;
import io.hawser.bus.key.NodePlugin;
import io.hawser.bus.key.NodeVolume;
import io.hawser.bus.topic.HawserTopic;
import io.hawser.message.Events;
import io.hawser.node.mount.MountReports;
import io.hawser.node.plugin.PluginAnnouncer;
import io.hawser.node.record.files.Revisions;
import io.hawser.node.report.Absence;
import io.hawser.v1.AgentIdentity;
import io.hawser.v1.DeregisterPluginInstance;
import io.hawser.v1.Event;
import io.hawser.v1.Fingerprint;
import io.hawser.v1.MountReport;
import io.hawser.v1.Node;
import io.hawser.v1.NodeAvailability;
import io.hawser.v1.NodeHeartbeat;
import io.hawser.v1.RegisterPluginInstance;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.UUID;
import java.util.function.LongFunction;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/** Publishes every record that a node-agent writes. Methods return without waiting; {@link StateWriter} sends. */
public final class NodePublisher implements PluginAnnouncer.Voice {
    /** As long as Kubernetes' kubelet waits before it repeats an unchanged status. */
    private static final Duration REPEAT = Duration.ofMinutes(5);

    /** Prefix of a key. */
    private static final String COMMAND_OF = HawserTopic.PLUGIN_COMMANDS.suffix() + " ";

    private final String node;
    private final AgentIdentity self;
    private final RecordEncoder encoder;
    private final StateWriter writer;
    private final Revisions revisions;
    private final Clock clock;
    private final Absence absence = new Absence();
    private Optional<Instant> repeated = Optional.empty();

    /** @param self which agent speaks; sent with every heartbeat, fingerprint and mount report */
    public NodePublisher(
            String node,
            AgentIdentity self,
            RecordEncoder encoder,
            StateWriter writer,
            Revisions revisions,
            Clock clock) {
        this.node = node;
        this.self = self;
        this.encoder = encoder;
        this.writer = writer;
        this.revisions = revisions;
        this.clock = clock;
    }

    /** @param acknowledged runs when the broker has this report; must not block */
    public void report(MountReport report, Runnable acknowledged) {
        String key = new NodeVolume(node, report.getVolume()).key();
        writer.state(
                topicAndKey(HawserTopic.MOUNTS, key),
                new StateRecord(
                        () -> mounts(key, report),
                        MountReports.shorter(report).map(shorter -> () -> mounts(key, shorter)),
                        acknowledged));
    }

    private OutgoingRecord mounts(String key, MountReport report) {
        return record(HawserTopic.MOUNTS, key, revision -> report.toBuilder()
                .setRevision(revision)
                .setAgent(self)
                .build());
    }

    /** The node has nothing to report on this volume any more. */
    public void gone(String volume) {
        String key = new NodeVolume(node, volume).key();
        writer.state(topicAndKey(HawserTopic.MOUNTS, key), () -> encoder.tombstone(HawserTopic.MOUNTS, key));
    }

    @Override
    public void fingerprint(Fingerprint fingerprint) {
        String key = new NodePlugin(node, fingerprint.getPlugin()).key();
        state(HawserTopic.FINGERPRINTS, key, revision -> fingerprint.toBuilder()
                .setRevision(revision)
                .setAgent(self)
                .build());
    }

    @Override
    public void forget(String plugin) {
        String key = new NodePlugin(node, plugin).key();
        writer.state(
                topicAndKey(HawserTopic.FINGERPRINTS, key), () -> encoder.tombstone(HawserTopic.FINGERPRINTS, key));
    }

    /** Writes every state again. */
    public void repeat() {
        writer.again(encoder.names().of(HawserTopic.FINGERPRINTS));
        writer.again(encoder.names().of(HawserTopic.MOUNTS));
    }

    /**
     * After an absence every state is written again, because readers may have forgotten the node; and from time to
     * time, because they may have refused it: what an agent says before it counts as the node's is dropped.
     *
     * @param interval until the next heartbeat
     */
    public synchronized void heartbeat(Duration interval) {
        boolean acknowledged = !writer.waits(topicAndKey(HawserTopic.FINGERPRINTS, node));
        boolean repeats = isTimeToRepeat(clock.instant());
        if (absence.ended(clock.instant(), acknowledged, interval) || repeats) {
            repeat();
        }
        state(HawserTopic.FINGERPRINTS, node, revision -> NodeHeartbeat.newBuilder()
                .setNode(node)
                .setAt(Events.timestamp(clock.instant()))
                .setInterval(com.google.protobuf.Duration.newBuilder()
                        .setSeconds(interval.getSeconds())
                        .setNanos(interval.getNano()))
                .setRevision(revision)
                .setAgent(self)
                .build());
    }

    /** Whether readers hold the agent for silent: they may have forgotten the node, and what the agent registered. */
    public synchronized boolean isAbsent() {
        return absence.lasts();
    }

    /** A clock that is set back does not put it off. */
    private boolean isTimeToRepeat(Instant now) {
        Instant last = repeated.orElse(now);
        boolean due = Duration.between(last, now).abs().compareTo(REPEAT) >= 0;
        repeated = Optional.of(due ? now : last);
        return due;
    }

    /**
     * This node's record in {@code hawser.nodes}. Only for installations without another writer of it. It does not go
     * through {@link StateWriter}, which repeats what was not acknowledged: that could overwrite a drain or a fence.
     */
    public OutgoingRecord announcement() {
        Node self = Node.newBuilder()
                .setName(node)
                .setAvailability(NodeAvailability.NODE_AVAILABILITY_ACTIVE)
                .build();
        return encoder.encode(HawserTopic.NODES, node, UUID.randomUUID().toString(), self, clock.instant());
    }

    @Override
    public void register(RegisterPluginInstance desired) {
        command(desired.getPlugin(), desired);
    }

    @Override
    public void deregister(DeregisterPluginInstance desired) {
        command(desired.getPlugin(), desired);
    }

    /** No reader could see that its agent does not count any more: commands do not name their agent. */
    @Override
    public void withdrawCommands() {
        writer.withdraw(COMMAND_OF);
    }

    /** An event of this node. */
    public void nodeEvent(String reason, String message) {
        event("node/" + node, reason, message);
    }

    /** @param reason CamelCase word */
    public void event(String entity, String reason, String message) {
        Event event = Events.of(entity, reason, node, message, clock.instant());
        String id = UUID.randomUUID().toString();
        writer.remark(() -> encoder.encode(HawserTopic.EVENTS, entity, id, event, clock.instant()));
    }

    /** Publishes a record that could not be decoded as a dead letter. */
    public void dead(HawserTopic topic, ConsumerRecord<byte[], byte[]> record, String message) {
        writer.message(() -> encoder.dead(topic, record, message));
    }

    /**
     * Each command has an id of its own; a command that is sent again keeps its id. The commands of one plugin keep
     * their order.
     */
    private void command(String plugin, com.google.protobuf.Message desired) {
        String id = node + "-" + UUID.randomUUID();
        Instant at = clock.instant();
        writer.state(COMMAND_OF + plugin, () -> encoder.encode(HawserTopic.PLUGIN_COMMANDS, plugin, id, desired, at));
    }

    private void state(HawserTopic topic, String key, LongFunction<com.google.protobuf.Message> message) {
        writer.state(topicAndKey(topic, key), () -> record(topic, key, message));
    }

    private static String topicAndKey(HawserTopic topic, String key) {
        return topic.suffix() + " " + key;
    }

    private OutgoingRecord record(HawserTopic topic, String key, LongFunction<com.google.protobuf.Message> message) {
        long revision = revisions.next();
        return encoder.state(topic, key, revision, message.apply(revision), clock.instant());
    }
}
