package io.hawser.bus.envelope;

import com.google.protobuf.Message;
import io.hawser.bus.topic.HawserTopic;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The message types that a consumer knows, by their CloudEvents {@code type}. */
public final class MessageTypes {
    private final Map<String, Message> prototypes;

    private MessageTypes(Map<String, Message> prototypes) {
        this.prototypes = prototypes;
    }

    /** @param prototypes default instances, such as {@code Task.getDefaultInstance()} */
    public static MessageTypes of(Message... prototypes) {
        return new MessageTypes(
                Stream.of(prototypes).collect(Collectors.toUnmodifiableMap(MessageTypes::nameOf, Function.identity())));
    }

    /** The types on these topics. */
    public static MessageTypes on(Collection<HawserTopic> topics) {
        return of(topics.stream().flatMap(topic -> topic.messages().stream()).toArray(Message[]::new));
    }

    /** The types on these topics. */
    public static MessageTypes on(HawserTopic... topics) {
        return on(List.of(topics));
    }

    public static MessageTypes onAll() {
        return on(HawserTopic.values());
    }

    /** The CloudEvents type of a message: its full protobuf name. */
    public static String nameOf(Message message) {
        return message.getDescriptorForType().getFullName();
    }

    /** The names in CloudEvents {@code type}. */
    public Set<String> names() {
        return prototypes.keySet();
    }

    Optional<Message> prototype(String type) {
        return Optional.ofNullable(prototypes.get(type));
    }
}
