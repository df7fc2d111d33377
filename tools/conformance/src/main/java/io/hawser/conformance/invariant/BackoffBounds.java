package io.hawser.conformance.invariant;

import io.hawser.conformance.history.History;
import io.hawser.conformance.history.LateAnswers;
import io.hawser.conformance.history.Pauses;
import io.hawser.conformance.history.PluginTrace;
import io.hawser.conformance.history.Tables;
import io.hawser.strict.call.Call;
import io.hawser.strict.call.Moment;
import io.hawser.strict.call.Side;
import io.hawser.strict.call.Subject;
import io.hawser.strict.history.Event;
import io.hawser.strict.knowledge.StatusMeaning;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The pause between a call whose outcome is uncertain and its repetition is between floor and ceiling, at any attempt;
 * and no row delays its next attempt for longer. A pause is not judged if something may have shortened or lengthened
 * it: another call for the volume in between, a changed command, a plugin or process that was away, an answer that
 * missed its caller's deadline. The plugin judges the pace by limits for any caller; this invariant knows Hawser's own
 * bounds, and the times in its rows.
 */
final class BackoffBounds implements Invariant {

    /**
     * The newest call about one volume at one place.
     *
     * @param over when the caller learned the outcome; empty while it waits
     * @param judged the plugin's own answer reached the caller, so the pause began no earlier than {@code over}
     */
    private record Latest(Call call, Optional<Moment> over, boolean uncertain, boolean judged) {}

    @Override
    public void check(History history, Findings findings) {
        Interruptions interruptions = Interruptions.of(history);
        history.plugins().forEach(trace -> {
            LateAnswers late = new LateAnswers(
                    history.records(), trace.events(), history.pauses().deadline());
            check(trace, history.pauses(), interruptions, late, findings);
        });
        history.quiet().ifPresent(tables -> rows(tables, history.pauses().controller(), findings));
    }

    private static void check(
            PluginTrace trace, Pauses pauses, Interruptions interruptions, LateAnswers late, Findings findings) {
        Map<String, Latest> latest = new HashMap<>();
        Map<Long, Call> calls = new HashMap<>();
        for (Event event : trace.events()) {
            switch (event) {
                case Event.CallArrived(Call call)
                when call.rpc().changes() && call.subject().kind() == Subject.Kind.VOLUME -> {
                    Optional.ofNullable(latest.put(place(call), new Latest(call, Optional.empty(), false, false)))
                            .filter(before -> before.uncertain()
                                    && before.call().identity().equals(call.identity()))
                            .ifPresent(before -> judge(trace, before, call, pauses, interruptions, late, findings));
                    calls.put(call.id(), call);
                }
                case Event.CallEnded ended ->
                    Optional.ofNullable(calls.get(ended.call()))
                            .ifPresent(call -> over(
                                    latest,
                                    call,
                                    ended.at(),
                                    ended.delivered(),
                                    ended.delivered()
                                            ? StatusMeaning.of(call.rpc(), ended.code())
                                            : StatusMeaning.UNCERTAIN));
                case Event.CallGivenUp(long id, Moment at) ->
                    Optional.ofNullable(calls.get(id))
                            .ifPresent(call -> over(latest, call, at, false, StatusMeaning.UNCERTAIN));
                default -> {
                    // No other event begins or ends a pause.
                }
            }
        }
    }

    private static void over(
            Map<String, Latest> latest, Call call, Moment at, boolean delivered, StatusMeaning ending) {
        latest.computeIfPresent(
                place(call),
                (place, now) -> now.call().id() == call.id() && now.over().isEmpty()
                        ? new Latest(call, Optional.of(at), ending == StatusMeaning.UNCERTAIN, delivered)
                        : now);
    }

    private static void judge(
            PluginTrace trace,
            Latest before,
            Call again,
            Pauses pauses,
            Interruptions interruptions,
            LateAnswers late,
            Findings findings) {
        Pauses.Bounds bounds = again.rpc().side() == Side.NODE ? pauses.node() : pauses.controller();
        Instant first = before.call().at().wall();
        Instant from = first.minus(bounds.slack());
        Instant repeated = again.at().wall();
        boolean judgeFloor = before.judged()
                && !late.missed(before.call(), again)
                && !interruptions.preempted(trace, again, from, first, repeated);
        boolean judgeCeiling = !interruptions.away(trace, again, from, repeated);
        if (!judgeFloor && !judgeCeiling) {
            return;
        }
        Duration pause = again.at().since(before.over().orElseThrow());
        boolean longEnough = !judgeFloor || pause.compareTo(bounds.floor()) >= 0;
        boolean shortEnough = !judgeCeiling || pause.compareTo(bounds.ceiling().plus(bounds.slack())) <= 0;
        findings.that(
                longEnough && shortEnough,
                () -> again.rpc().wireName() + " for " + again.subject().key() + " was repeated after "
                        + pause.toMillis() + " ms, outside of " + bounds.floor().toMillis() + " to "
                        + bounds.ceiling().toMillis() + " ms",
                () -> List.of(Words.call(trace, before.call()), Words.call(trace, again)));
    }

    private static void rows(Tables tables, Pauses.Bounds bounds, Findings findings) {
        tables.volumes().forEach(row -> row(tables, "volume " + row.name(), row.retry(), bounds, findings));
        tables.publications()
                .forEach(row ->
                        row(tables, "volume " + row.volume() + " on " + row.node(), row.retry(), bounds, findings));
    }

    private static void row(Tables tables, String what, Tables.Retry retry, Pauses.Bounds bounds, Findings findings) {
        retry.notBefore().ifPresent(next -> {
            Duration longest = retry.parked() ? bounds.afterRejection() : bounds.ceiling();
            findings.that(
                    !next.isAfter(tables.at().plus(longest)),
                    () -> what + " is put off until " + next + ", more than " + longest + " from " + tables.at(),
                    () -> List.of(retry.toString()));
        });
    }

    /** Calls of one caller about one volume follow each other at one place. */
    private static String place(Call call) {
        return call.subject().key() + " " + call.rpc().side() + " "
                + (call.rpc().side() == Side.NODE ? call.node() : call.fields().nodeId());
    }
}
