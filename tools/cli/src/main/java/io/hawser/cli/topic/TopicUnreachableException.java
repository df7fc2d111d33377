package io.hawser.cli.topic;

import org.apache.kafka.common.errors.AuthenticationException;
import org.apache.kafka.common.errors.AuthorizationException;

/** Kafka did not accept or deliver a record in time. */
public final class TopicUnreachableException extends RuntimeException {
    private static final long serialVersionUID = 1;

    TopicUnreachableException(String what, String bootstrapServers, Throwable cause) {
        super(
                what + " at " + bootstrapServers + ": " + cause.getMessage()
                        + (refused(cause)
                                ? "; the KAFKA_ variables must be a login of hawser-operator (deploy/kafka/acls.csv)"
                                : "; is Hawser up (`./hawser up`, `./hawser status`)?"),
                cause);
    }

    private static boolean refused(Throwable cause) {
        return cause instanceof AuthorizationException || cause instanceof AuthenticationException;
    }
}
