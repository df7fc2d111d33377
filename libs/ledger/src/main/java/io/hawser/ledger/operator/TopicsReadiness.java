package io.hawser.ledger.operator;

import io.hawser.ledger.outbox.OutboxRelays;
import io.hawser.ledger.topic.TopicWatch;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.eclipse.microprofile.config.inject.ConfigProperty;
import org.eclipse.microprofile.health.HealthCheck;
import org.eclipse.microprofile.health.HealthCheckResponse;
import org.eclipse.microprofile.health.Readiness;

/**
 * Not ready while a topic that this service reads or has records for is missing, or was created again and may lack
 * records. Shows the command to run.
 */
@Readiness
@ApplicationScoped
public class TopicsReadiness implements HealthCheck {
    private final TopicWatch watch;
    private final OutboxRelays relays;
    private final RemadeTopics remade;
    private final Set<String> read;

    public TopicsReadiness(
            TopicWatch watch,
            OutboxRelays relays,
            RemadeTopics remade,
            @ConfigProperty(name = "mp.messaging.incoming.intake.topics") List<String> read) {
        this.watch = watch;
        this.relays = relays;
        this.remade = remade;
        this.read = Set.copyOf(read);
    }

    @Override
    public HealthCheckResponse call() {
        Set<String> waited = new TreeSet<>(relays.waitsFor());
        watch.lost().stream().filter(read::contains).forEach(waited::add);
        List<String> sentences = Stream.concat(waited.stream().map(this::sentence), remade.sentences().stream())
                .toList();
        return HealthCheckResponse.named("topics")
                .status(sentences.isEmpty())
                .withData("waitsFor", String.join("; ", sentences))
                .build();
    }

    private String sentence(String topic) {
        return topic + " is gone: "
                + (read.contains(topic) ? "what depends on it is not decided" : "records wait for it")
                + "; make it again with " + watch.command(topic);
    }
}
