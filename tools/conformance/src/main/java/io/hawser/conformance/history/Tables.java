package io.hawser.conformance.history;

import com.google.protobuf.Message;
import io.hawser.bus.topic.HawserTopic;
import io.hawser.v1.VolumeSpec;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The services' tables at one moment.
 *
 * @param applied the nodes and tasks that volume-service knows, as it stored them
 * @param read the offset up to which volume-service has read each partition, by {@code TOPIC-PARTITION}
 * @param unsent outbox rows that were not sent yet, by service
 * @param deadlocks that the database resolved since its statistics began, by service
 */
public record Tables(
        Instant at,
        List<VolumeLine> volumes,
        List<PublicationLine> publications,
        List<StateLine> applied,
        Map<String, Long> read,
        Map<String, Long> unsent,
        Map<String, Long> deadlocks) {
    /**
     * When the row's next attempt is.
     *
     * @param parked the plugin rejected it: it waits for another plugin, or for a long time
     */
    public record Retry(Optional<Instant> notBefore, boolean parked) {
        public static final Retry NONE = new Retry(Optional.empty(), false);
    }

    /**
     * A row of {@code volume}.
     *
     * @param volumeId the plugin's id; empty until it is known
     * @param calling whether a controller call is in flight
     */
    public record VolumeLine(
            String name,
            String uid,
            VolumeSpec spec,
            String createCommand,
            boolean created,
            boolean uncertain,
            String volumeId,
            Retry retry,
            boolean calling) {}

    /**
     * A row of {@code publication}.
     *
     * @param state by the name of the service's enum, for example {@code PENDING_UNPUBLISH}
     * @param unconfirmed whether the node was fenced and has not confirmed the detach
     */
    public record PublicationLine(
            String volume,
            String node,
            String state,
            String csiNodeId,
            Map<String, String> publishContext,
            boolean uncertain,
            boolean unconfirmed,
            Retry retry) {}

    /** The last record of a node or a task; none for one that is removed. */
    public record StateLine(HawserTopic topic, String key, Message message) {}
}
