package io.hawser.ledger.operator.api;

import io.hawser.ledger.catchup.work.StartGate;
import io.hawser.ledger.due.FailingKind;
import io.hawser.ledger.due.work.DueSignal;
import io.hawser.ledger.outbox.kafka.OutboxRelays;
import io.hawser.ledger.topic.kafka.TopicWatch;
import jakarta.inject.Singleton;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.eclipse.microprofile.config.inject.ConfigProperty;
import org.eclipse.microprofile.health.HealthCheck;
import org.eclipse.microprofile.health.HealthCheckResponse;
import org.eclipse.microprofile.health.Readiness;

/** Checks that name what decisions, records and due work wait for. */
@Singleton
public class LedgerReadiness {
    private final StartGate gate;
    private final DueSignal loops;
    private final OutboxRelays relays;
    private final TopicWatch watch;
    private final RemadeTopics remade;
    private final Set<String> read;

    public LedgerReadiness(
            StartGate gate,
            DueSignal loops,
            OutboxRelays relays,
            TopicWatch watch,
            RemadeTopics remade,
            @ConfigProperty(name = "mp.messaging.incoming.intake.topics") List<String> read) {
        this.gate = gate;
        this.loops = loops;
        this.relays = relays;
        this.watch = watch;
        this.remade = remade;
        this.read = Set.copyOf(read);
    }

    /** Not ready while nothing is decided; names the partition or other reason. */
    @Readiness
    public HealthCheck decisions() {
        return () -> response("decisions", gate.isOpen(), Stream.of(gate.waitsFor()));
    }

    /**
     * Not ready while this process cannot send waiting records, for example because a topic or a right is missing: its
     * decisions reach no reader. A replica with idle relays stays ready.
     */
    @Readiness
    public HealthCheck outbox() {
        return () -> {
            List<String> failing = relays.failing();
            return response("outbox", failing.isEmpty(), failing.stream());
        };
    }

    /**
     * Reports due work that fails repeatedly. Not ready only if nothing of a kind succeeds any more: one bad key does
     * not make the service unready for all others.
     */
    @Readiness
    public HealthCheck work() {
        return () -> {
            List<FailingKind> failing = loops.failing();
            return response(
                    "work",
                    failing.stream().noneMatch(FailingKind::nothingElse),
                    failing.stream().map(FailingKind::sentence));
        };
    }

    /**
     * Not ready while a topic that this service reads or has records for is missing, or was created again and may lack
     * records. Shows the command to run.
     */
    @Readiness
    public HealthCheck topics() {
        return () -> {
            Set<String> waited = new TreeSet<>(relays.waitsFor());
            watch.lost().stream().filter(read::contains).forEach(waited::add);
            List<String> sentences = Stream.concat(waited.stream().map(this::gone), remade.sentences().stream())
                    .toList();
            return response("topics", sentences.isEmpty(), sentences.stream());
        };
    }

    private String gone(String topic) {
        return topic + " is gone: "
                + (read.contains(topic) ? "what depends on it is not decided" : "records wait for it")
                + "; make it again with " + watch.command(topic);
    }

    private static HealthCheckResponse response(String name, boolean ready, Stream<String> waitsFor) {
        return HealthCheckResponse.named(name)
                .status(ready)
                .withData("waitsFor", String.join("; ", waitsFor.toList()))
                .build();
    }
}
