package io.hawser.conformance.invariant;

import com.google.protobuf.Message;
import io.hawser.bus.dead.DeadRecord;
import io.hawser.bus.envelope.Decoded;
import io.hawser.bus.envelope.Origin;
import io.hawser.bus.topic.HawserTopic;
import io.hawser.conformance.history.History;
import io.hawser.conformance.history.Tables;
import io.hawser.conformance.history.TopicRecord;
import io.hawser.v1.CommandResult;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Every command that can be read gets an answer (creations are checked by {@link NoLostVolume}). For every node and
 * task, volume-service has stored the last record that it has read and not rejected, and has stored nothing after a
 * tombstone. Every dead letter has its reason in the record itself: no record that every reader can read becomes one.
 * The plugin sees none of these records and rows.
 */
final class NoSilentLoss implements Invariant {
    private static final Set<HawserTopic> COMMANDS = Set.of(HawserTopic.VOLUME_COMMANDS, HawserTopic.PLUGIN_COMMANDS);

    private static final Set<HawserTopic> STATES = Set.of(HawserTopic.NODES, HawserTopic.TASKS);

    @Override
    public void check(History history, Findings findings) {
        Map<String, TopicRecord> read = new HashMap<>();
        Set<String> answered = new HashSet<>();
        Set<String> rejected = new HashSet<>();
        for (TopicRecord record : history.records()) {
            read.put(record.decoded().origin().toString(), record);
            record.as(CommandResult.class).ifPresent(result -> {
                answered.add(result.getCommandId());
                if (result.hasRejected()) {
                    rejected.add(result.getCommandId());
                }
            });
        }
        Set<String> buried = new HashSet<>();
        for (DeadRecord.Letter letter : history.dead()) {
            String place = letter.stood().map(Origin::toString).orElse("");
            TopicRecord source = read.get(place);
            buried.add(place);
            findings.that(
                    source == null || !(source.decoded() instanceof Decoded.Known),
                    () -> place + " (" + letter.key() + ") was buried and can be read: " + letter.message(),
                    () -> List.of(Words.record(Objects.requireNonNull(source))));
        }
        history.quiet().ifPresent(tables -> {
            commands(history, answered, buried, findings);
            states(history, tables, rejected, findings);
        });
    }

    private static void commands(History history, Set<String> answered, Set<String> buried, Findings findings) {
        history.records().stream()
                .filter(record ->
                        COMMANDS.contains(record.topic()) && !record.id().isEmpty())
                .filter(record -> !NoLostVolume.creates(record))
                .filter(record -> !buried.contains(record.decoded().origin().toString()))
                .forEach(record -> findings.that(
                        answered.contains(record.id()),
                        () -> "command " + record.id() + " was never answered",
                        () -> List.of(Words.record(record))));
    }

    private static void states(History history, Tables tables, Set<String> rejected, Findings findings) {
        Map<String, Message> applied = new HashMap<>();
        tables.applied().forEach(line -> applied.put(line.topic() + "/" + line.key(), line.message()));
        Map<String, TopicRecord> last = new LinkedHashMap<>();
        history.records().stream()
                .filter(record -> STATES.contains(record.topic()))
                .filter(record -> record.tombstone() || record.decoded() instanceof Decoded.Known)
                .filter(record -> !rejected.contains(record.id()))
                .forEach(record -> last.put(record.topic() + "/" + record.key(), record));
        last.values().stream()
                .filter(record -> record.offset() < tables.read().getOrDefault(partition(record), 0L))
                .forEach(record -> findings.that(
                        Objects.equals(message(record), applied.get(record.topic() + "/" + record.key())),
                        () -> record.topic() + " " + record.key() + " was read and is not what is stored",
                        () -> List.of(Words.record(record))));
    }

    private static String partition(TopicRecord record) {
        return record.decoded().origin().topic() + "-" + record.partition();
    }

    /** Null for a tombstone. */
    private static @Nullable Message message(TopicRecord record) {
        return record.decoded() instanceof Decoded.Known known ? known.message() : null;
    }
}
