package io.hawser.ledger.intake;

import io.hawser.bus.service.HawserService;
import io.hawser.bus.topic.HawserTopic;
import io.smallrye.config.ConfigSourceContext;
import io.smallrye.config.ConfigSourceFactory;
import io.smallrye.config.PropertiesConfigSource;
import java.util.Map;
import java.util.stream.Collectors;
import org.eclipse.microprofile.config.spi.ConfigSource;

/** Subscribes a service to the topics that {@link HawserTopic} says it reads, unless a setting names others. */
public final class IntakeTopics implements ConfigSourceFactory {
    private static final String TOPICS = "mp.messaging.incoming.intake.topics";

    /** Above the defaults of libraries (100), below a service's own file (250) and an operator's variables (300). */
    private static final int ORDINAL = 150;

    @Override
    public Iterable<ConfigSource> getConfigSources(ConfigSourceContext context) {
        String name = context.getValue("hawser.service").getValue();
        return HawserService.withDatabase().stream()
                .filter(service -> service.serviceName().equals(name))
                .map(service ->
                        (ConfigSource) new PropertiesConfigSource(Map.of(TOPICS, topics(service)), TOPICS, ORDINAL))
                .toList();
    }

    private static String topics(HawserService service) {
        return HawserTopic.readBy(service).stream()
                .map(topic -> "${hawser.topics.prefix}." + topic.suffix())
                .collect(Collectors.joining(","));
    }
}
