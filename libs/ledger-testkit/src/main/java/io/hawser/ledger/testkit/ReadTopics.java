package io.hawser.ledger.testkit;

import io.hawser.bus.envelope.MessageTypes;
import io.hawser.bus.topic.HawserTopic;
import io.hawser.bus.topic.TopicNames;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Arrays;
import java.util.Objects;
import java.util.Properties;
import java.util.Set;
import java.util.stream.Collectors;

/** The topics that the service under test reads, by its {@code application.properties}: for tests without Quarkus. */
public final class ReadTopics {
    private static final String PROPERTY = "mp.messaging.incoming.intake.topics";

    private ReadTopics() {}

    public static Set<HawserTopic> all() {
        Properties settings = new Properties();
        try (InputStream file = ReadTopics.class.getResourceAsStream("/application.properties")) {
            settings.load(Objects.requireNonNull(file));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return Arrays.stream(settings.getProperty(PROPERTY)
                        .replace("${hawser.topics.prefix}", TopicNames.DEFAULT.prefix())
                        .split(","))
                .map(name -> TopicNames.DEFAULT.parse(name).orElseThrow())
                .collect(Collectors.toUnmodifiableSet());
    }

    /** Their names without prefix, in the order of the alphabet. */
    public static String[] suffixes() {
        return all().stream().map(HawserTopic::suffix).sorted().toArray(String[]::new);
    }

    public static MessageTypes types() {
        return MessageTypes.on(all());
    }
}
