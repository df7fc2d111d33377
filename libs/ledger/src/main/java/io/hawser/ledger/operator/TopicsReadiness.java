package io.hawser.ledger.operator;

import io.hawser.ledger.outbox.OutboxRelays;
import io.hawser.ledger.topic.TopicWatch;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.eclipse.microprofile.config.inject.ConfigProperty;
import org.eclipse.microprofile.health.HealthCheck;
import org.eclipse.microprofile.health.HealthCheckResponse;
import org.eclipse.microprofile.health.Readiness;

/** Not ready while a topic is gone that this service reads, or has records for; says what to type. */
@Readiness
@ApplicationScoped
public class TopicsReadiness implements HealthCheck {
    private final TopicWatch watch;
    private final OutboxRelays relays;
    private final Set<String> read;

    public TopicsReadiness(
            TopicWatch watch,
            OutboxRelays relays,
            @ConfigProperty(name = "mp.messaging.incoming.intake.topics") List<String> read) {
        this.watch = watch;
        this.relays = relays;
        this.read = Set.copyOf(read);
    }

    @Override
    public HealthCheckResponse call() {
        Set<String> waited = new TreeSet<>(relays.waitsFor());
        watch.lost().stream().filter(read::contains).forEach(waited::add);
        return HealthCheckResponse.named("topics")
                .status(waited.isEmpty())
                .withData("waitsFor", waited.stream().map(this::sentence).collect(Collectors.joining("; ")))
                .build();
    }

    private String sentence(String topic) {
        return topic + " is gone: "
                + (read.contains(topic) ? "what depends on it is not decided" : "records wait for it")
                + "; make it again with " + watch.command(topic);
    }
}
