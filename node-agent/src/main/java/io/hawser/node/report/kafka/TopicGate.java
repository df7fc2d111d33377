package io.hawser.node.report.kafka;

import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongSupplier;
import java.util.function.Predicate;
import org.apache.kafka.common.errors.ApiException;
import org.apache.kafka.common.errors.TopicAuthorizationException;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;

/**
 * Knows topics that cannot be written now. Kafka's producer looks for such a topic in each send, for a second or
 * longer, and holds all other records meanwhile. So nothing is sent to a topic that is gone, and to one that the agent
 * may not write only one record in 10 s.
 */
final class TopicGate {
    private static final long PAUSE = Duration.ofSeconds(10).toNanos();

    private final Predicate<String> gone;
    private final LongSupplier nanoTime;
    private final Map<String, Long> refused = new ConcurrentHashMap<>();

    /**
     * @param gone whether a topic does not exist now
     * @param nanoTime as {@link System#nanoTime()}
     */
    TopicGate(Predicate<String> gone, LongSupplier nanoTime) {
        this.gone = gone;
        this.nanoTime = nanoTime;
    }

    /** How Kafka would refuse a record of this topic; empty: that is not known. */
    Optional<ApiException> refusal(String topic) {
        if (gone.test(topic)) {
            return Optional.of(new UnknownTopicOrPartitionException(topic + " is gone"));
        }
        Long end = refused.get(topic);
        return end != null && end - nanoTime.getAsLong() > 0
                ? Optional.of(new TopicAuthorizationException(topic))
                : Optional.empty();
    }

    /**
     * A record may not be written, or was held back because of one that may not. Only the first of them begins a pause.
     *
     * @return when the topic's pause ends
     */
    long refused(String topic) {
        long now = nanoTime.getAsLong();
        return refused.merge(topic, now + PAUSE, (end, next) -> end - now > 0 ? end : next);
    }

    /** Those who look after topics and rights say it once, and not for each record. */
    static boolean isSaidElsewhere(Throwable failure) {
        return failure instanceof UnknownTopicOrPartitionException || failure instanceof TopicAuthorizationException;
    }
}
