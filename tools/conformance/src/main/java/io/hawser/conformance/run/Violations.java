package io.hawser.conformance.run;

import io.hawser.conformance.invariant.Breach;
import io.hawser.conformance.report.Failure;
import io.hawser.conformance.scenario.Plan;
import io.hawser.strict.Verdict;
import io.hawser.strict.call.Call;
import io.hawser.strict.history.Event;
import io.hawser.strict.rule.Violation;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** Describes what was broken in a run: the plugin's rules, with the calls and Hawser's events, and the invariants. */
final class Violations {
    private Violations() {}

    static List<Failure> of(Plan plan, Verdict verdict, List<Event> events, CallerEvents said, List<Breach> breaches) {
        Map<Long, Call> calls = Event.calls(events);
        return Stream.concat(
                        verdict.violations().stream().map(violation -> complaint(plan, violation, calls, said)),
                        breaches.stream().map(breach -> complaint(plan, breach)))
                .toList();
    }

    private static Failure complaint(Plan plan, Violation violation, Map<Long, Call> calls, CallerEvents said) {
        List<String> involved = violation.calls().stream()
                .map(id -> Optional.ofNullable(calls.get(id))
                        .map(Violations::words)
                        .orElse("#" + id))
                .toList();
        return new Failure(
                violation.rule(),
                plan.name(),
                plan.seed(),
                violation.detail() + "; calls " + String.join(", ", involved) + "; events " + said.texts(violation),
                involved);
    }

    private static String words(Call call) {
        return "#" + call.id() + " " + call.rpc().wireName() + " of "
                + call.subject().key()
                + (call.node().isEmpty() ? "" : " on " + call.node()) + " (attempt " + call.attempt() + ", "
                + call.at().wall() + ")";
    }

    private static Failure complaint(Plan plan, Breach breach) {
        return new Failure(
                breach.invariant(),
                plan.name(),
                plan.seed(),
                breach.sentence() + "; " + String.join(", ", breach.involved()),
                breach.involved());
    }
}
