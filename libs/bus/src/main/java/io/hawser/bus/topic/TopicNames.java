package io.hawser.bus.topic;

import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Full names of the topics of one installation. Two installations may share a cluster by different prefixes.
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

    /** Where the consumers of a topic put what they cannot decode. */
    public String deadOf(HawserTopic topic) {
        return of(topic) + ".dead";
    }

    /** The topic of a full name; empty for a name that is none of ours. */
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
