package io.hawser.cli.topic;

import io.hawser.bus.dead.DeadLetters;
import io.hawser.bus.dead.DeadLetters.Marked;
import io.hawser.bus.dead.DeadRecord;
import io.hawser.bus.dead.DeadRecord.Letter;
import io.hawser.bus.envelope.Origin;
import io.hawser.bus.topic.HawserTopic;
import io.hawser.bus.topic.TopicNames;
import io.hawser.cli.dead.Replay;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;
import org.apache.kafka.common.TopicPartition;

/** Reads the topics of dead letters, and later records on the topics that the letters' records came from. */
public final class DeadTopics {
    private final TopicReader reader;
    private final TopicNames names;

    public DeadTopics(TopicReader reader, TopicNames names) {
        this.reader = reader;
        this.names = names;
    }

    /** All letters with their marks, but without their content: there may be many, and each may have a megabyte. */
    public List<Marked> all() {
        Set<String> existing = reader.existing();
        List<String> topics = Arrays.stream(HawserTopic.values())
                .map(names::deadOf)
                .filter(existing::contains)
                .toList();
        if (topics.isEmpty()) {
            // Every service makes all of them when it starts.
            throw reader.noTopic(names.deadOf(HawserTopic.TASKS));
        }
        DeadLetters letters = new DeadLetters();
        reader.each(topics, record -> letters.add(withoutContent(DeadRecord.read(record))));
        return letters.all().stream()
                .sorted(Comparator.<Marked, String>comparing(
                                marked -> marked.letter().at().topic())
                        .thenComparing(marked -> marked.letter().at().partition())
                        .thenComparing(marked -> marked.letter().at().offset()))
                .toList();
    }

    /** One letter with its content; empty if there is none at this place. */
    public Optional<Marked> one(Origin place) {
        boolean ours = Stream.of(HawserTopic.values()).map(names::deadOf).anyMatch(place.topic()::equals);
        if (!ours || !reader.existing().contains(place.topic())) {
            return Optional.empty();
        }
        DeadLetters letters = new DeadLetters();
        reader.each(List.of(place.topic()), record -> {
            DeadRecord read = DeadRecord.read(record);
            letters.add(read instanceof Letter letter && letter.at().equals(place) ? letter : withoutContent(read));
        });
        return letters.at(place);
    }

    /** The latest later record of the same key on the letter's own topic. */
    public Optional<Replay.Newer> newer(Letter letter) {
        AtomicReference<Replay.Newer> found = new AtomicReference<>();
        if (partitions(letter.topic()) > 0) {
            reader.each(List.of(letter.topic()), record -> Replay.newer(letter, record)
                    .ifPresent(found::set));
        }
        return Optional.ofNullable(found.get());
    }

    /** The topic's number of partitions; 0 = there is no such topic. */
    public int partitions(String topic) {
        return reader.existing().contains(topic) ? reader.partitions(topic) : 0;
    }

    /**
     * Whether a record was written at this place. Of an earlier topic of the name, whose id the place has, nothing is
     * known any more, and it counts as written.
     */
    public boolean isWritten(Origin place) {
        return isOfAnEarlierTopic(place)
                || partitions(place.topic()) > place.partition()
                        && reader.end(new TopicPartition(place.topic(), place.partition())) > place.offset();
    }

    /** Whether the name's present topic has another id, or is gone. */
    public boolean isOfAnEarlierTopic(Origin place) {
        return reader.id(place.topic()).filter(place.topicId()::equals).isEmpty();
    }

    private static DeadRecord withoutContent(DeadRecord record) {
        return record instanceof Letter letter
                ? new Letter(
                        letter.at(),
                        letter.since(),
                        letter.key(),
                        letter.message(),
                        letter.topic(),
                        letter.stood(),
                        letter.written(),
                        Optional.empty(),
                        Optional.empty(),
                        letter.cutOf())
                : record;
    }
}
