package io.hawser.cli.topic;

/** Kafka did not take or give a record in time. */
public final class TopicUnreachableException extends RuntimeException {
    TopicUnreachableException(String what, String bootstrapServers, Throwable cause) {
        super(
                what + " at " + bootstrapServers + ": " + cause.getMessage()
                        + "; is Hawser up (`./hawser up`, `./hawser status`)?",
                cause);
    }
}
