package io.hawser.conformance.run;

import io.hawser.conformance.history.TopicRecord;
import io.hawser.conformance.machine.MachineTimes;
import io.hawser.strict.Verdict;
import io.hawser.strict.call.Call;
import io.hawser.strict.history.Event;
import io.hawser.strict.rule.Violation;
import io.hawser.v1.Volume;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * What Hawser's events say of the calls for a volume. On a machine that stalls, an answer may leave the plugin and miss
 * its caller's deadline. The plugin cannot know that, but the caller says so.
 */
final class CallerEvents {
    /** The report counts these beside the disturbances. */
    static final String EXCUSED = "violation excused by an answer that came too late";

    /**
     * Rules for the call after an answer. The caller cannot keep them if it did not get the answer. A plugin that
     * stalls may see both calls together, without the pause between them.
     */
    private static final Set<String> RULES = Set.of(
            "rejected-call-waits", "rejected-call-changed", "unimplemented-rereads-capabilities", "retry-not-at-once");

    private static final String LATE = ": DEADLINE_EXCEEDED: no answer within the deadline";

    private final Map<Long, Call> calls = new HashMap<>();
    private final Map<String, String> names = new HashMap<>();
    private final List<io.hawser.v1.Event> said;

    private CallerEvents(List<TopicRecord> records, List<Event> events) {
        events.forEach(event -> {
            if (event instanceof Event.CallArrived(Call call)) {
                calls.put(call.id(), call);
            }
        });
        records.forEach(record -> record.as(Volume.class)
                .ifPresent(volume -> names.put("hawser-" + volume.getUid(), "volume/" + volume.getName())));
        said = records.stream()
                .flatMap(record -> record.as(io.hawser.v1.Event.class).stream())
                .toList();
    }

    static CallerEvents of(List<TopicRecord> records, List<Event> events) {
        return new CallerEvents(records, events);
    }

    /** The verdict without the violations of callers that say that they did not get the answer in time. */
    Verdict without(Verdict verdict) {
        return new Verdict(
                verdict.violations().stream().filter(each -> !isExcused(each)).toList(), verdict.exercised());
    }

    private boolean isExcused(Violation violation) {
        return RULES.contains(violation.rule())
                && first(violation)
                        .filter(call -> between(violation).anyMatch(event -> isLate(event, call)))
                        .isPresent();
    }

    private static boolean isLate(io.hawser.v1.Event event, Call call) {
        return event.getMessage().contains(call.rpc().wireName() + LATE)
                && (event.getNode().isEmpty()
                        || call.node().isEmpty()
                        || call.node().endsWith(event.getNode()));
    }

    private Optional<Call> first(Violation violation) {
        return violation.calls().stream().findFirst().map(calls::get);
    }

    /** What was said of the volume since the first of the violation's calls was sent, until the last. */
    List<String> texts(Violation violation) {
        return between(violation)
                .map(event -> event.getReason() + ": " + event.getMessage())
                .toList();
    }

    private Stream<io.hawser.v1.Event> between(Violation violation) {
        List<Call> involved = violation.calls().stream()
                .map(calls::get)
                .filter(Objects::nonNull)
                .toList();
        if (involved.size() < 2) {
            return Stream.of();
        }
        String entity = names.getOrDefault(involved.getFirst().subject().key(), "");
        Instant from = sent(involved.getFirst());
        Instant to = involved.getLast().at().wall();
        return said.stream().filter(event -> event.getEntity().equals(entity)).filter(event -> {
            Instant at = Instant.ofEpochSecond(
                    event.getAt().getSeconds(), event.getAt().getNanos());
            return !at.isBefore(from) && !at.isAfter(to);
        });
    }

    /**
     * The earliest time at which the call may have been sent. A plugin that stalls may see the call only after its
     * deadline. What was said before the same call arrived another time is about that one.
     */
    private Instant sent(Call call) {
        Instant arrived = call.at().wall();
        Instant earliest = arrived.minus(MachineTimes.RPC_DEADLINE);
        boolean again = calls.values().stream()
                .filter(other -> other.id() < call.id() && other.identity().equals(call.identity()))
                .anyMatch(other -> other.at().wall().isAfter(earliest));
        return again ? arrived : earliest;
    }
}
