package io.hawser.bus.envelope;

import io.hawser.bus.topic.HawserTopic;
import io.hawser.message.Truncated;
import java.util.Optional;
import java.util.stream.Collectors;

/** What becomes of a record of an unknown type: a command has a sender that waits for the answer. */
public final class UnknownTypes {
    private UnknownTypes() {}

    /** A command becomes {@link Decoded.Invalid}; {@link Decoded.Malformed} if no answer is possible under its id. */
    public static Decoded judge(Decoded.Newer newer, HawserTopic topic) {
        if (!topic.holdsCommands()) {
            return newer;
        }
        String type = StorableText.mended(Truncated.of(newer.type()));
        return RecordDecoder.unusable(newer.id())
                .<Decoded>map(fault -> new Decoded.Malformed(
                        newer.origin(),
                        newer.key().map(StorableText::mended),
                        Optional.empty(),
                        Optional.of(type),
                        "the id " + fault))
                .orElseGet(() -> new Decoded.Invalid(
                        newer.origin(),
                        newer.key().map(StorableText::mended),
                        newer.id(),
                        type,
                        "type",
                        "unknown type '" + type + "'; " + typesOn(topic)));
    }

    /** The types on a topic, in words. */
    public static String typesOn(HawserTopic topic) {
        return "the types on this topic are "
                + topic.messages().stream().map(MessageTypes::nameOf).sorted().collect(Collectors.joining(", "));
    }
}
