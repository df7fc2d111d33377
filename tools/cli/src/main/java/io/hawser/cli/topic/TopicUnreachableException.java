package io.hawser.cli.topic;

import java.util.Objects;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.AuthenticationException;
import org.apache.kafka.common.errors.AuthorizationException;
import org.apache.kafka.common.errors.RecordTooLargeException;
import org.apache.kafka.common.errors.SslAuthenticationException;

/** Kafka did not accept or deliver a record in time. */
public final class TopicUnreachableException extends RuntimeException {
    TopicUnreachableException(String what, String bootstrapServers, Throwable cause) {
        super(what + " at " + bootstrapServers + ": " + cause.getMessage() + hint(cause), cause);
    }

    private TopicUnreachableException(String message, Throwable cause) {
        super(message, cause);
    }

    private TopicUnreachableException(String message) {
        super(message);
    }

    /** Kafka does not tell a login of topics that it may not describe, so both causes look the same. */
    static TopicUnreachableException noTopic(String topic, String bootstrapServers) {
        return new TopicUnreachableException("no topic " + topic + " is seen at " + bootstrapServers
                + ": is HAWSER_TOPICS_PREFIX right, and may the login of the KAFKA_ variables read the topic"
                + " (deploy/kafka/acls.csv)?");
    }

    /** Kafka's own sentence only says that there is no client; its causes say which setting is wrong. */
    static <T> T orNoClient(Supplier<T> client) {
        try {
            return client.get();
        } catch (KafkaException e) {
            throw new TopicUnreachableException(
                    "no client of Kafka can be made" + reasons(e) + "; the KAFKA_ variables are its settings", e);
        }
    }

    private static String reasons(Throwable failure) {
        return Stream.iterate(failure.getCause(), Objects::nonNull, Throwable::getCause)
                .map(cause -> ": " + cause.getMessage())
                .collect(Collectors.joining());
    }

    private static String hint(Throwable cause) {
        if (cause instanceof SslAuthenticationException) {
            return reasons(cause) + "; KAFKA_SSL_TRUSTSTORE_TYPE and KAFKA_SSL_TRUSTSTORE_LOCATION name the authority"
                    + " of the broker's certificate";
        }
        if (cause instanceof AuthorizationException || cause instanceof AuthenticationException) {
            return "; the KAFKA_ variables must be a login of hawser-operator (deploy/kafka/acls.csv)";
        }
        return cause instanceof RecordTooLargeException
                ? ""
                : "; does the broker run (`./hawser status`), is the address right, and do the KAFKA_ variables fit its"
                        + " listener?";
    }
}
