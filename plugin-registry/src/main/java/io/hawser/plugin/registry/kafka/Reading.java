package io.hawser.plugin.registry.kafka;

import io.hawser.plugin.registry.Answer;
import io.hawser.plugin.registry.Fact;

/** What became of a record. */
public sealed interface Reading {
    record Accepted(Fact fact) implements Reading {}

    /** A command that could not be carried out, whatever is registered. */
    record Refused(Answer.Rejected answer) implements Reading {}

    /** A state record that nothing can be made of; nobody waits for an answer. */
    record Ignored(String type, String field, String reason) implements Reading {}
}
