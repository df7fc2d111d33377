package io.hawser.plugin.registry.kafka;

import io.hawser.plugin.registry.Answer;
import io.hawser.plugin.registry.Fact;
import io.hawser.v1.NodeHeartbeat;

/** The result of reading a record. */
public sealed interface ParsedRecord {
    record Accepted(Fact fact) implements ParsedRecord {}

    /** A node's agent is there. */
    record Heartbeat(NodeHeartbeat beat) implements ParsedRecord {}

    /** A node's agent is not expected to be heard again. */
    record HeartbeatGone(String node) implements ParsedRecord {}

    /** A command that could not be carried out, whatever is registered. */
    record Refused(Answer.Rejected answer) implements ParsedRecord {}

    /** A state record that cannot be used; it gets no answer. */
    record Ignored(String type, String field, String message) implements ParsedRecord {}
}
