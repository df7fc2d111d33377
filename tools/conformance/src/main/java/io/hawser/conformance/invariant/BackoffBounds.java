package io.hawser.conformance.invariant;

import io.hawser.conformance.history.History;
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
 * The pause between a call whose outcome is uncertain and its repetition is not longer than the ceiling, and no row
 * delays its next attempt for longer. A pause is not judged if a plugin or process may have been away. The plugin
 * judges that a pause is not too short; it does not know when a process was killed, so it accepts much longer ones.
 */
final class BackoffBounds implements Invariant {

    /**
     * The newest call about one volume at one place.
     *
     * @param over when the caller learned the outcome; empty while it waits
     */
    private record Latest(Call call, Optional<Moment> over, boolean uncertain) {}

    @Override
    public void check(History history, Findings findings) {
        Interruptions interruptions = Interruptions.of(history);
        history.plugins().forEach(trace -> check(trace, history.pauses(), interruptions, findings));
        history.quiet().ifPresent(tables -> rows(tables, history.pauses(), findings));
    }

    private static void check(PluginTrace trace, Pauses pauses, Interruptions interruptions, Findings findings) {
        Map<String, Latest> latest = new HashMap<>();
        Map<Long, Call> calls = new HashMap<>();
        for (Event event : trace.events()) {
            switch (event) {
                case Event.CallArrived(Call call)
                when call.rpc().changes() && call.subject().kind() == Subject.Kind.VOLUME -> {
                    Optional.ofNullable(latest.put(place(call), new Latest(call, Optional.empty(), false)))
                            .filter(before -> before.uncertain()
                                    && before.call().identity().equals(call.identity()))
                            .ifPresent(before -> judge(trace, before, call, pauses, interruptions, findings));
                    calls.put(call.id(), call);
                }
                case Event.CallEnded ended ->
                    Optional.ofNullable(calls.get(ended.call()))
                            .ifPresent(call -> over(
                                    latest,
                                    call,
                                    ended.at(),
                                    ended.delivered()
                                            ? StatusMeaning.of(call.rpc(), ended.code())
                                            : StatusMeaning.UNCERTAIN));
                case Event.CallGivenUp(long id, Moment at) ->
                    Optional.ofNullable(calls.get(id))
                            .ifPresent(call -> over(latest, call, at, StatusMeaning.UNCERTAIN));
                default -> {
                    // No other event begins or ends a pause.
                }
            }
        }
    }

    private static void over(Map<String, Latest> latest, Call call, Moment at, StatusMeaning ending) {
        latest.computeIfPresent(
                place(call),
                (place, now) -> now.call().id() == call.id() && now.over().isEmpty()
                        ? new Latest(call, Optional.of(at), ending == StatusMeaning.UNCERTAIN)
                        : now);
    }

    private static void judge(
            PluginTrace trace,
            Latest before,
            Call again,
            Pauses pauses,
            Interruptions interruptions,
            Findings findings) {
        Instant from = before.call().at().wall().minus(pauses.slack());
        if (interruptions.away(trace, again, from, again.at().wall())) {
            return;
        }
        Duration pause = again.at().since(before.over().orElseThrow());
        findings.that(
                pause.compareTo(pauses.ceiling().plus(pauses.slack())) <= 0,
                () -> again.rpc().wireName() + " for " + again.subject().key() + " was repeated after "
                        + pause.toMillis() + " ms, more than "
                        + pauses.ceiling().toMillis() + " ms",
                () -> List.of(Words.call(trace, before.call()), Words.call(trace, again)));
    }

    private static void rows(Tables tables, Pauses pauses, Findings findings) {
        tables.volumes().forEach(row -> row(tables, "volume " + row.name(), row.retry(), pauses, findings));
        tables.publications()
                .forEach(row ->
                        row(tables, "volume " + row.volume() + " on " + row.node(), row.retry(), pauses, findings));
    }

    private static void row(Tables tables, String what, Tables.Retry retry, Pauses pauses, Findings findings) {
        retry.notBefore().ifPresent(next -> {
            Duration longest = retry.parked() ? pauses.afterRejection() : pauses.ceiling();
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
