package io.hawser.conformance.invariant;

import io.hawser.bus.envelope.Decoded;
import io.hawser.bus.topic.HawserTopic;
import io.hawser.conformance.history.Action;
import io.hawser.conformance.history.History;
import io.hawser.conformance.history.Tables;
import io.hawser.conformance.history.TopicRecord;
import io.hawser.v1.CommandResult;
import io.hawser.v1.CreateVolume;
import io.hawser.v1.RegisterVolume;
import io.hawser.v1.RemoveVolume;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Every command to create or register a volume gets an answer, even one that cannot be read. Each accepted one has a
 * row, unless a removal was accepted after it. Judged when the run has become quiet. The plugin sees no command, answer
 * or row.
 */
final class NoLostVolume implements Invariant {
    private static final Set<String> CREATING = Set.of(
            CreateVolume.getDescriptor().getFullName(),
            RegisterVolume.getDescriptor().getFullName());

    /** The first record of a command on its topic. */
    private record Command(TopicRecord record, String volume) {}

    @Override
    public void check(History history, Findings findings) {
        history.quiet().ifPresent(tables -> check(history, tables, findings));
    }

    private static void check(History history, Tables tables, Findings findings) {
        Map<String, Command> creates = new LinkedHashMap<>();
        Map<String, Command> removals = new LinkedHashMap<>();
        Set<String> accepted = new HashSet<>();
        Set<String> rejected = new HashSet<>();
        for (TopicRecord record : history.records()) {
            if (record.topic() == HawserTopic.VOLUME_COMMANDS) {
                if (record.decoded() instanceof Decoded.Invalid && creates(record)) {
                    creates.putIfAbsent(record.id(), new Command(record, record.key()));
                }
                record.as(CreateVolume.class)
                        .ifPresent(command -> creates.putIfAbsent(record.id(), new Command(record, command.getName())));
                record.as(RegisterVolume.class)
                        .ifPresent(command -> creates.putIfAbsent(record.id(), new Command(record, command.getName())));
                record.as(RemoveVolume.class)
                        .ifPresent(
                                command -> removals.putIfAbsent(record.id(), new Command(record, command.getName())));
            }
            record.as(CommandResult.class).ifPresent(result -> {
                switch (result.getOutcomeCase()) {
                    case ACCEPTED, DONE -> accepted.add(result.getCommandId());
                    case REJECTED -> rejected.add(result.getCommandId());
                    case OUTCOME_NOT_SET -> {
                        // The record gives no answer, so the command stays unanswered.
                    }
                }
            });
        }
        produced(history, creates, findings);
        Set<String> rows = new HashSet<>();
        tables.volumes().forEach(row -> rows.add(row.createCommand()));
        creates.forEach((id, command) -> {
            boolean removed = removals.entrySet().stream()
                    .anyMatch(removal -> accepted.contains(removal.getKey())
                            && removal.getValue().volume().equals(command.volume())
                            && after(removal.getValue().record(), command.record()));
            boolean kept = accepted.contains(id) ? rows.contains(id) || removed : rejected.contains(id);
            findings.that(
                    kept,
                    () -> accepted.contains(id)
                            ? "creation " + id + " of volume " + command.volume()
                                    + " was accepted, and no row has come of it"
                            : "creation " + id + " of volume " + command.volume() + " was never answered",
                    () -> List.of(Words.record(command.record())));
        });
    }

    /** Every record that the broker acknowledged is on the topic. */
    private static void produced(History history, Map<String, Command> creates, Findings findings) {
        for (Action action : history.actions()) {
            if (action instanceof Action.Commanded(var at, String id, String type, String volume)
                    && CREATING.contains(type)) {
                findings.that(
                        creates.containsKey(id),
                        () -> "creation " + id + " of volume " + volume + " was produced and is not on the topic",
                        () -> List.of(action.toString()));
            }
        }
    }

    /** Whether the record asks for a volume, even if it cannot be read. */
    static boolean creates(TopicRecord record) {
        return switch (record.decoded()) {
            case Decoded.Known known -> CREATING.contains(known.type());
            case Decoded.Invalid invalid -> CREATING.contains(invalid.type());
            case Decoded.Tombstone t -> false;
            case Decoded.Newer n -> false;
            case Decoded.Malformed m -> false;
        };
    }

    private static boolean after(TopicRecord later, TopicRecord earlier) {
        return later.partition() == earlier.partition()
                ? later.offset() > earlier.offset()
                : !later.at().isBefore(earlier.at());
    }
}
