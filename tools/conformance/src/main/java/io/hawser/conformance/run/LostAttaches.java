package io.hawser.conformance.run;

import io.hawser.conformance.history.Action;
import io.hawser.conformance.history.HeldVolume;
import io.hawser.conformance.history.TopicRecord;
import io.hawser.strict.Verdict;
import io.hawser.strict.call.Call;
import io.hawser.strict.call.Rpc;
import io.hawser.strict.history.Event;
import io.hawser.strict.rule.Violation;
import io.hawser.v1.Volume;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The services cannot know of an attach that was made after the backup, if no record of it left before that backup was
 * restored (ADR 18). They learn of it when the plugin rejects the same call twice. The plugin judges a caller that
 * knows what it did, so these two calls are excused.
 */
final class LostAttaches {
    /** The report counts these beside the disturbances. */
    static final String EXCUSED = "violation excused by a lost attach";

    /** Rules that such a call breaks: it meets an attachment that the caller does not know. */
    private static final Set<String> RULES =
            Set.of("controller-unpublish-before-delete", "volume-capability-unchanged", "single-node-mode-one-node");

    private static final int LEARNS_AFTER = 2;

    private final List<TopicRecord> records;
    private final Map<Long, Call> calls;
    private final Optional<Instant> restored;
    private final Optional<Instant> backedUp;

    LostAttaches(List<Action> actions, List<TopicRecord> records, List<Event> events) {
        this.records = records;
        restored = last(actions, Databases.RESTORED, Instant.MAX);
        backedUp = restored.flatMap(at -> last(actions, Databases.BACKED_UP, at));
        calls = Event.calls(events);
    }

    private static Optional<Instant> last(List<Action> actions, String what, Instant before) {
        return actions.stream()
                .filter(action -> action instanceof Action.Disturbed disturbed
                        && disturbed.what().equals(what)
                        && disturbed.at().isBefore(before))
                .map(Action::at)
                .reduce((earlier, later) -> later);
    }

    /** The verdict without the violations of calls that met a lost attach before the services could know of it. */
    Verdict without(Verdict verdict) {
        return verdict.without(this::isExcused);
    }

    private boolean isExcused(Violation violation) {
        if (!RULES.contains(violation.rule()) || violation.calls().size() != 2 || backedUp.isEmpty()) {
            return false;
        }
        Call attach = calls.get(violation.calls().getFirst());
        Call met = calls.get(violation.calls().getLast());
        return attach != null && met != null && isLost(attach) && isBeforeTheyLearn(met);
    }

    private boolean isLost(Call call) {
        Instant at = call.at().wall();
        return call.rpc() == Rpc.CONTROLLER_PUBLISH_VOLUME
                && at.isAfter(backedUp.orElseThrow())
                && at.isBefore(restored.orElseThrow())
                && records.stream().noneMatch(record -> says(record, call));
    }

    private boolean says(TopicRecord record, Call call) {
        // The record of the intent may leave before the call.
        return record.at().isAfter(backedUp.orElseThrow())
                && record.at().isBefore(restored.orElseThrow())
                && record.as(Volume.class)
                        .filter(volume -> HeldVolume.namesOf(volume)
                                .contains(call.subject().key()))
                        .filter(volume -> volume.getNodesList().stream().anyMatch(node -> node.getCsiNodeId()
                                .equals(call.fields().nodeId())))
                        .isPresent();
    }

    private boolean isBeforeTheyLearn(Call met) {
        return met.at().wall().isAfter(restored.orElseThrow())
                && calls.values().stream()
                                .filter(call -> call.identity().equals(met.identity()))
                                .filter(call ->
                                        call.at().wall().isAfter(restored.orElseThrow()) && call.id() < met.id())
                                .count()
                        < LEARNS_AFTER;
    }
}
