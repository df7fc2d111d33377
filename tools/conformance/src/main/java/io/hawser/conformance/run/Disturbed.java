package io.hawser.conformance.run;

import io.hawser.conformance.history.Action;
import io.hawser.conformance.report.Failure;
import io.hawser.conformance.report.Played;
import io.hawser.conformance.scenario.Plan;
import io.hawser.strict.call.Call;
import io.hawser.strict.fault.FaultScript;
import io.hawser.strict.history.Event;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** Counts what was done to Hawser in a run: what happened, not what was planned. */
final class Disturbed {
    /** The words for the end of a disturbance. */
    private static final Set<String> ENDS = Set.of("started", "continued", "well again", "ended");

    private Disturbed() {}

    static Played of(Plan plan, List<Action> actions, List<Event> events) {
        Map<String, Integer> disturbances = new HashMap<>();
        for (Action action : actions) {
            switch (action) {
                case Action.Disturbed(var at, String process, String what) -> {
                    if (!ENDS.contains(what)) {
                        count(disturbances, process + " " + what);
                    }
                }
                case Action.NodeLost(var at, String node) -> count(disturbances, node + " lost");
                case Action.NodeDestroyed(var at, String node) -> count(disturbances, node + " destroyed");
                case Action.StrangerSpeaks(var at, String node, String root) ->
                    count(disturbances, node + " spoken for by a second agent");
                case Action.Noted(var at, String what) -> count(disturbances, what);
                case Action.Commanded usual -> {}
            }
        }
        Map<Long, String> calls = new HashMap<>();
        Map<String, Integer> faults = new HashMap<>();
        for (Event event : events) {
            switch (event) {
                case Event.CallArrived(Call call) ->
                    calls.put(call.id(), call.rpc().wireName());
                case Event.FaultApplied fault -> count(faults, kind(fault.fault()) + " " + calls.get(fault.call()));
                default -> {
                    // The plugin's usual events are no fault.
                }
            }
        }
        return new Played(plan.name(), plan.seed(), disturbances, faults);
    }

    /** A named script without any applied fault has shown nothing; a drawn script may miss. */
    static Optional<Failure> missed(Plan plan, Played played) {
        boolean scripted = !plan.plugin().faults().equals(FaultScript.calm());
        return plan.seed().isEmpty() && scripted && played.faults().isEmpty()
                ? Optional.of(new Failure(
                        Failure.LIVENESS, plan.name(), plan.seed(), "none of its scripted faults came about"))
                : Optional.empty();
    }

    /** The fault without codes and times. */
    private static String kind(String fault) {
        return Arrays.stream(fault.split(" "))
                .filter(word -> word.matches("[a-z-]+"))
                .collect(Collectors.joining(" "));
    }

    private static void count(Map<String, Integer> counts, String what) {
        counts.merge(what, 1, Integer::sum);
    }
}
