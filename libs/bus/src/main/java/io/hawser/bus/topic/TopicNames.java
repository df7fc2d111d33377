package io.hawser.bus.topic;

import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Full names of the topics of one installation. Installations with different prefixes may share a cluster.
 *
 * @param prefix {@code hawser} by default; 1 to 100 characters of {@code [a-z0-9.-]}
 */
public record TopicNames(String prefix) {
    private static final Pattern ALLOWED = Pattern.compile("[a-z0-9][a-z0-9.-]{0,99}");
    public static final TopicNames DEFAULT = new TopicNames("hawser");

    public TopicNames {
        if (!ALLOWED.matcher(prefix).matches()) {
            throw new IllegalArgumentException("topic prefix '" + prefix + "' must match " + ALLOWED);
        }
    }

    /** Full name, such as {@code hawser.tasks}. */
    public String of(HawserTopic topic) {
        return prefix + "." + topic.suffix();
    }

    /** The topic for records that the consumers of a topic cannot decode or apply. */
    public String deadOf(HawserTopic topic) {
        return of(topic) + ".dead";
    }

    /** The topic of a full name; empty if the name is not one of Hawser's. */
    public Optional<HawserTopic> parse(String name) {
        for (HawserTopic topic : HawserTopic.values()) {
            if (name.length() == prefix.length() + 1 + topic.suffix().length()
                    && name.startsWith(prefix + ".")
                    && name.endsWith(topic.suffix())) {
                return Optional.of(topic);
            }
        }
        return Optional.empty();
    }
}
