package io.hawser.volume.spec;

import io.hawser.bus.envelope.Decoded;
import io.hawser.bus.envelope.UnknownTypes;
import io.hawser.bus.key.NodePlugin;
import io.hawser.bus.key.NodeVolume;
import io.hawser.bus.topic.HawserTopic;
import io.hawser.message.Fault;
import io.hawser.message.Names;
import io.hawser.message.TaskRules;
import io.hawser.message.Truncated;
import io.hawser.v1.AgentIdentity;
import io.hawser.v1.Fingerprint;
import io.hawser.v1.MountReport;
import io.hawser.v1.Node;
import io.hawser.v1.NodeHeartbeat;
import io.hawser.v1.Plugin;
import io.hawser.v1.Task;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Whether a record is on the right topic, and whether a state record belongs to the entity in its key. A command's key
 * is checked with its content.
 */
public final class KeyRules {
    private static final Pattern ID = Pattern.compile("[A-Za-z0-9._-]{0,64}");

    private KeyRules() {}

    /**
     * @param topic of the record
     * @return the first fault; empty = none
     */
    public static Optional<Fault> check(Decoded.Known record, HawserTopic topic) {
        // A producer that may write commands must not write records of nodes.
        if (!topic.holds(record.message())) {
            return Fault.of(
                    "type",
                    record.type() + " does not belong on topic "
                            + record.origin().topic() + "; " + UnknownTypes.typesOn(topic));
        }
        return switch (record.message()) {
            case Node node -> Names.segment("name", node.getName()).or(() -> same(record.key(), node.getName()));
            case Task task -> TaskRules.check(task).or(() -> same(record.key(), task.getName()));
            case Plugin plugin -> same(record.key(), plugin.getName());
            case Fingerprint nodePlugin ->
                same(record.key(), new NodePlugin(nodePlugin.getNode(), nodePlugin.getPlugin()).key())
                        .or(() -> agent(nodePlugin.getAgent()));
            case NodeHeartbeat heartbeat ->
                Names.segment("node", heartbeat.getNode())
                        .or(() -> same(record.key(), heartbeat.getNode()))
                        .or(() -> agent(heartbeat.getAgent()));
            case MountReport report ->
                same(record.key(), new NodeVolume(report.getNode(), report.getVolume()).key())
                        .or(() -> agent(report.getAgent()));
            default -> Optional.empty();
        };
    }

    private static Optional<Fault> agent(AgentIdentity agent) {
        return id("agent.root", agent.getRoot())
                .or(() -> id("agent.machine", agent.getMachine()))
                .or(() -> id("agent.boot_id", agent.getBootId()));
    }

    private static Optional<Fault> id(String field, String id) {
        return ID.matcher(id).matches() ? Optional.empty() : Fault.of(field, "is not 0 to 64 letters, digits or [._-]");
    }

    private static Optional<Fault> same(String key, String name) {
        return key.equals(name)
                ? Optional.empty()
                : Fault.of(
                        "key",
                        "the record's key '" + Truncated.of(key) + "' is not the entity's name '" + Truncated.of(name)
                                + "'");
    }
}
