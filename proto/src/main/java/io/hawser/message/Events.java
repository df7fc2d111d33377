package io.hawser.message;

import com.google.protobuf.Timestamp;
import com.google.protobuf.util.Timestamps;
import io.hawser.v1.Event;
import java.time.Instant;
import java.util.Optional;

/** Events for people and metrics. */
public final class Events {
    private Events() {}

    /**
     * @param entity such as {@code volume/data}
     * @param reason a CamelCase word
     * @param node empty = no node
     * @param message a sentence
     */
    public static Event of(String entity, String reason, String node, String message, Instant at) {
        return Event.newBuilder()
                .setEntity(entity)
                .setReason(reason)
                .setNode(node)
                .setMessage(message)
                .setAt(timestamp(at))
                .build();
    }

    public static Timestamp timestamp(Instant at) {
        return Timestamp.newBuilder()
                .setSeconds(at.getEpochSecond())
                .setNanos(at.getNano())
                .build();
    }

    /** Empty if it is not set, or not in the years 1 to 9999. */
    public static Optional<Instant> instant(boolean set, Timestamp at) {
        return set && Timestamps.isValid(at)
                ? Optional.of(Instant.ofEpochSecond(at.getSeconds(), at.getNanos()))
                : Optional.empty();
    }
}
