package io.hawser.ledger.testkit;

import io.hawser.bus.envelope.MessageTypes;
import io.hawser.bus.service.HawserService;
import io.hawser.bus.topic.HawserTopic;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Objects;
import java.util.Properties;
import java.util.Set;

/** The topics that the service under test reads: for tests without Quarkus. */
public final class ReadTopics {
    private ReadTopics() {}

    public static Set<HawserTopic> all() {
        Properties settings = new Properties();
        try (InputStream file = ReadTopics.class.getResourceAsStream("/application.properties")) {
            settings.load(Objects.requireNonNull(file));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return HawserTopic.readBy(HawserService.named(settings.getProperty("hawser.service")));
    }

    /** Their names without prefix, in the order of the alphabet. */
    public static String[] suffixes() {
        return all().stream().map(HawserTopic::suffix).sorted().toArray(String[]::new);
    }

    public static MessageTypes types() {
        return MessageTypes.on(all());
    }
}
