package io.hawser.conformance.invariant;

import io.hawser.conformance.history.History;
import io.hawser.conformance.history.PluginTrace;
import io.hawser.strict.Call;
import io.hawser.strict.Side;
import io.hawser.strict.Subject;
import io.hawser.strict.history.Event;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** Never two calls that somebody waits for about one volume; on nodes, about one volume and node. */
final class NoOverlap implements Invariant {

    @Override
    public void check(History history, Findings findings) {
        history.plugins().forEach(trace -> check(trace, findings));
    }

    private static void check(PluginTrace trace, Findings findings) {
        Map<String, Map<Long, Call>> waitedFor = new HashMap<>();
        Map<Long, String> places = new HashMap<>();
        for (Event event : trace.events()) {
            switch (event) {
                case Event.CallArrived(Call call)
                when call.subject().kind() == Subject.Kind.VOLUME -> {
                    Map<Long, Call> here = waitedFor.computeIfAbsent(place(call), p -> new LinkedHashMap<>());
                    List<Call> others = List.copyOf(here.values());
                    findings.that(
                            others.isEmpty(),
                            () -> call.rpc().wireName() + " was called for "
                                    + call.subject().key() + " while a call for it was under way",
                            () -> Stream.concat(others.stream(), Stream.of(call))
                                    .map(each -> Words.call(trace, each))
                                    .toList());
                    here.put(call.id(), call);
                    places.put(call.id(), place(call));
                }
                case Event.CallEnded ended -> over(ended.call(), waitedFor, places);
                case Event.CallGivenUp givenUp -> over(givenUp.call(), waitedFor, places);
                default -> {
                    // Nothing else begins or ends a call.
                }
            }
        }
    }

    private static void over(long call, Map<String, Map<Long, Call>> waitedFor, Map<Long, String> places) {
        Optional.ofNullable(places.remove(call))
                .ifPresent(place -> waitedFor.get(place).remove(call));
    }

    private static String place(Call call) {
        return call.subject().key() + " " + (call.rpc().side() == Side.NODE ? call.node() : "");
    }
}
