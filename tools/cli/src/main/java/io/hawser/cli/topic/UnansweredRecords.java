package io.hawser.cli.topic;

import io.hawser.bus.dead.DeadRecord;
import io.hawser.bus.dead.DeadRecord.Letter;
import io.hawser.bus.envelope.Decoded;
import io.hawser.bus.envelope.MessageTypes;
import io.hawser.bus.envelope.Origin;
import io.hawser.bus.envelope.RecordDecoder;
import io.hawser.bus.envelope.RecordLimits;
import io.hawser.bus.envelope.UnknownTypes;
import io.hawser.bus.topic.HawserTopic;
import io.hawser.bus.topic.TopicNames;
import io.hawser.cli.dead.Content;
import io.hawser.message.Truncated;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Stream;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/** Finds out why a record has no answer: it was skipped, is a dead letter, or needs no answer. */
public final class UnansweredRecords {
    private final TopicReader reader;
    private final TopicNames names;

    public UnansweredRecords(TopicReader reader, TopicNames names) {
        this.reader = reader;
        this.names = names;
    }

    /**
     * What was found.
     *
     * @param waits a command lies on its topic, and no service has answered it yet
     */
    public record Found(List<String> sentences, boolean waits) {
        public Found {
            sentences = List.copyOf(sentences);
        }
    }

    /**
     * One sentence for each record on the orchestrator's topics, and each of their dead letters, that has this event id
     * or this key; the last {@code most} of them.
     */
    public Found of(String id, int most) {
        Set<String> existing = reader.existing();
        List<HawserTopic> written = Arrays.stream(HawserTopic.values())
                .filter(HawserTopic::writtenByOrchestrator)
                .toList();
        List<String> topics = written.stream()
                .flatMap(topic -> Stream.of(names.of(topic), names.deadOf(topic)))
                .filter(existing::contains)
                .toList();
        List<String> found = new ArrayList<>();
        AtomicBoolean waits = new AtomicBoolean();
        reader.each(topics, record -> {
            Optional<HawserTopic> live = names.parse(record.topic());
            Optional<String> sentence =
                    live.map(topic -> live(record, topic, id)).orElseGet(() -> dead(record, id));
            sentence.ifPresent(found::add);
            waits.compareAndSet(
                    false,
                    sentence.isPresent()
                            && live.filter(HawserTopic::holdsCommands).isPresent());
        });
        return new Found(found.subList(Math.max(0, found.size() - most), found.size()), waits.get());
    }

    static Optional<String> live(ConsumerRecord<byte[], byte[]> record, HawserTopic topic, String id) {
        Decoded decoded = RecordLimits.held(record, new RecordDecoder(MessageTypes.on(topic)).decode(record));
        boolean keyed = Arrays.equals(record.key(), id.getBytes(StandardCharsets.UTF_8));
        return switch (decoded) {
            case Decoded.Newer newer
            when !topic.holdsCommands() && (keyed || newer.id().equals(id)) ->
                Optional.of("the record " + newer.origin() + " was skipped: its type '" + Truncated.of(newer.type())
                        + "' is unknown; " + UnknownTypes.typesOn(topic));
            case Decoded.Known known
            when known.id().equals(id) ->
                Optional.of("the record " + known.origin() + " is a " + known.type()
                        + (topic.holdsCommands()
                                ? ", which was not read yet"
                                : ", which is answered only if it is rejected or a part of it is ignored"));
            default -> Optional.empty();
        };
    }

    private static Optional<String> dead(ConsumerRecord<byte[], byte[]> record, String id) {
        return DeadRecord.read(record) instanceof Letter letter
                        && (letter.key().equals(id) || Content.eventId(letter).equals(Optional.of(id)))
                ? Optional.of(
                        "the record " + letter.stood().map(Origin::toString).orElse(letter.topic())
                                + " is the dead letter " + letter.at() + ": " + letter.message())
                : Optional.empty();
    }
}
