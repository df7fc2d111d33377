package io.hawser.conformance.machine;

import com.google.protobuf.Message;
import io.hawser.bus.envelope.Decoded;
import io.hawser.bus.envelope.MessageTypes;
import io.hawser.bus.envelope.RecordDecoder;
import io.hawser.bus.topic.HawserTopic;
import io.hawser.cli.topic.TopicFollower;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Reads topics as the orchestrator: a thread of its own keeps the last record of each entity on the topics that Hawser
 * writes, events excepted.
 */
public final class Topics implements AutoCloseable {
    private static final List<HawserTopic> READ = Arrays.stream(HawserTopic.values())
            .filter(topic -> !topic.writtenByOrchestrator() && topic != HawserTopic.EVENTS)
            .toList();

    private static final RecordDecoder DECODER = new RecordDecoder(MessageTypes.on(READ));
    private final Map<HawserTopic, Map<String, Message>> last = new ConcurrentHashMap<>();
    private final TopicFollower follower;

    /** The topics must exist: the services make them. */
    public Topics(String bootstrapServers) {
        READ.forEach(topic -> last.put(topic, new ConcurrentHashMap<>()));
        this.follower = new TopicFollower(bootstrapServers, READ, DECODER, this::hear);
    }

    private void hear(HawserTopic topic, Decoded record) {
        switch (record) {
            case Decoded.Known known -> last(topic).put(known.key(), known.message());
            case Decoded.Tombstone tombstone -> last(topic).remove(tombstone.key());
            case Decoded.Newer ignored -> {}
            case Decoded.Invalid ignored -> {}
            case Decoded.Malformed ignored -> {}
        }
    }

    private Map<String, Message> on(HawserTopic topic) {
        follower.trouble().ifPresent(trouble -> {
            throw new IllegalStateException(trouble);
        });
        return last(topic);
    }

    private Map<String, Message> last(HawserTopic topic) {
        return Objects.requireNonNull(last.get(topic));
    }

    /** The last record of an entity; empty if there is none, or it is a tombstone. */
    public <M extends Message> Optional<M> of(HawserTopic topic, String key, Class<M> type) {
        return Optional.ofNullable(on(topic).get(key)).filter(type::isInstance).map(type::cast);
    }

    @Override
    public void close() {
        follower.close();
    }
}
