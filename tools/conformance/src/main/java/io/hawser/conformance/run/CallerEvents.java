package io.hawser.conformance.run;

import io.hawser.conformance.history.LateAnswers;
import io.hawser.conformance.history.TopicRecord;
import io.hawser.conformance.machine.MachineTimes;
import io.hawser.strict.Verdict;
import io.hawser.strict.call.Call;
import io.hawser.strict.history.Event;
import io.hawser.strict.rule.Violation;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

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

    private final Map<Long, Call> calls;
    private final LateAnswers late;

    CallerEvents(List<TopicRecord> records, List<Event> events) {
        late = new LateAnswers(records, events, MachineTimes.RPC_DEADLINE);
        calls = Event.calls(events);
    }

    /** The verdict without the violations of callers that say that they did not get the answer in time. */
    Verdict without(Verdict verdict) {
        return verdict.without(this::isExcused);
    }

    private boolean isExcused(Violation violation) {
        List<Call> involved = involved(violation);
        return RULES.contains(violation.rule())
                && involved.size() > 1
                && late.missed(involved.getFirst(), involved.getLast());
    }

    /** What was said of the volume since the first of the violation's calls was sent, until the last. */
    List<String> texts(Violation violation) {
        List<Call> involved = involved(violation);
        if (involved.size() < 2) {
            return List.of();
        }
        return late.between(involved.getFirst(), involved.getLast())
                .map(event -> event.getReason() + ": " + event.getMessage())
                .toList();
    }

    private List<Call> involved(Violation violation) {
        return violation.calls().stream()
                .map(calls::get)
                .filter(Objects::nonNull)
                .toList();
    }
}
