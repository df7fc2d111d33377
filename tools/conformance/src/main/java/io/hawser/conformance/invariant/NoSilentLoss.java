package io.hawser.conformance.invariant;

import io.hawser.bus.envelope.Decoded;
import io.hawser.bus.topic.HawserTopic;
import io.hawser.conformance.history.DeadLetter;
import io.hawser.conformance.history.History;
import io.hawser.conformance.history.TopicRecord;
import io.hawser.v1.CommandResult;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Every command that can be read is answered (creations are {@link NoLostVolume}'s), and what is buried is buried for
 * a reason that lies in the record: no dead letter is a record that
 * every reader can read.
 */
final class NoSilentLoss implements Invariant {
    private static final Set<HawserTopic> COMMANDS = Set.of(HawserTopic.VOLUME_COMMANDS, HawserTopic.PLUGIN_COMMANDS);

    @Override
    public void check(History history, Findings findings) {
        Map<String, TopicRecord> read = new HashMap<>();
        Set<String> answered = new HashSet<>();
        for (TopicRecord record : history.records()) {
            read.put(record.decoded().origin().toString(), record);
            record.as(CommandResult.class).ifPresent(result -> answered.add(result.getCommandId()));
        }
        Set<String> buried = new HashSet<>();
        for (DeadLetter letter : history.dead()) {
            TopicRecord source = read.get(letter.source());
            buried.add(letter.source());
            findings.that(
                    source == null || !(source.decoded() instanceof Decoded.Known),
                    () -> letter.source() + " (" + letter.key() + ") was buried and can be read: " + letter.reason(),
                    () -> List.of(Words.record(source)));
        }
        if (history.quiet().isPresent()) {
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
    }
}
