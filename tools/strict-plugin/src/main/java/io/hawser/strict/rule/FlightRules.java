package io.hawser.strict.rule;

import io.hawser.strict.call.Call;
import io.hawser.strict.call.Rpc;
import io.hawser.strict.call.Side;
import io.hawser.strict.call.Subject;
import io.hawser.strict.knowledge.World;
import java.util.List;
import java.util.Set;

/**
 * Rules for one call at a time. A call that its client gave up does not count, even if the plugin still works on it.
 */
final class FlightRules {

    private static final Set<Rpc> CONTROLLER = Rule.every(rpc -> rpc.side() == Side.CONTROLLER);
    private static final Set<Rpc> NODE = Rule.every(rpc -> rpc.side() == Side.NODE);
    private static final Set<Rpc> CUTTING =
            Rule.every(rpc -> rpc.side() == Side.CONTROLLER || rpc.side() == Side.GROUP);

    private FlightRules() {}

    static List<Rule> all() {
        return List.of(
                Rule.of(
                        "one-call-per-volume",
                        CONTROLLER,
                        (call, world) -> alone(call, world, Set.of(Subject.Kind.VOLUME))),
                Rule.of(
                        "one-call-per-volume-and-node",
                        NODE,
                        (call, world) -> alone(call, world, Set.of(Subject.Kind.VOLUME))),
                Rule.of(
                        "one-call-per-snapshot",
                        CUTTING,
                        (call, world) -> alone(call, world, Set.of(Subject.Kind.SNAPSHOT, Subject.Kind.GROUP))));
    }

    private static Finding alone(Call call, World world, Set<Subject.Kind> kinds) {
        if (!kinds.contains(call.subject().kind())) {
            return Finding.NOT_CONCERNED;
        }
        List<Long> others = world.inFlight().besides(call);
        return others.isEmpty()
                ? Finding.KEPT
                : new Finding.Broken(
                        others.size() + " in flight for " + call.subject().key(), others);
    }
}
