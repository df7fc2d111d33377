package io.hawser.ledger.intake;

import io.hawser.ledger.tx.db.Periodic;
import io.smallrye.reactive.messaging.kafka.KafkaClientService;
import io.vertx.core.Vertx;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.inject.Produces;
import java.time.Duration;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.common.errors.TimeoutException;
import org.eclipse.microprofile.config.inject.ConfigProperty;
import org.jboss.logging.Logger;

/**
 * Joins the group again if the consumer sends no more heartbeats although the broker answers. After an authorization
 * error Kafka's client starts a new heartbeat thread, but enables it only when it joins (KAFKA-20253).
 */
@ApplicationScoped
public class Heartbeats {
    private static final Logger LOG = Logger.getLogger(Heartbeats.class);
    private static final Duration BROKER = Duration.ofSeconds(1);

    private final Duration sessionTimeout;

    @Produces
    final Periodic looks;

    public Heartbeats(
            @ConfigProperty(name = "mp.messaging.incoming.intake.session.timeout.ms") long sessionTimeout,
            KafkaClientService kafka,
            Vertx vertx) {
        this.sessionTimeout = Duration.ofMillis(sessionTimeout);
        this.looks = new Periodic(
                vertx,
                this.sessionTimeout,
                () -> kafka.<byte[], byte[]>getConsumer("intake").runOnPollingThread(this::joinAgain),
                failure -> LOG.debugf("looking for heartbeats failed, trying again: %s", failure.getMessage()));
    }

    /** To be called on the polling thread. */
    void joinAgain(Consumer<?, ?> consumer) {
        if (consumer.groupMetadata().generationId() >= 0 && missed(consumer) && brokerAnswers(consumer)) {
            LOG.warnf("no heartbeat for longer than %s, though the broker answers: joining the group again", within());
            consumer.enforceRebalance("no heartbeat for longer than " + within());
        }
    }

    /** How long the broker waits for a heartbeat. */
    Duration within() {
        return sessionTimeout;
    }

    /**
     * Whether no heartbeat was sent for that long. Kafka's own metric is in seconds, and negative before the first
     * heartbeat.
     */
    boolean missed(Consumer<?, ?> consumer) {
        return consumer.metrics().values().stream()
                .filter(metric -> metric.metricName().name().equals("last-heartbeat-seconds-ago"))
                .anyMatch(metric -> (double) metric.metricValue() > sessionTimeout.toSeconds());
    }

    private static boolean brokerAnswers(Consumer<?, ?> consumer) {
        try {
            // Of a member without a partition, a question about its partitions would not be sent.
            consumer.listTopics(BROKER);
            return true;
        } catch (TimeoutException e) {
            return false;
        }
    }
}
