package io.hawser.conformance.invariant;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Stream;

/** One volume on one node, as its caller knows it. */
final class Spot {
    final Presence attachment = new Presence();
    final Presence staging = new Presence();
    final Map<String, Presence> targets = new LinkedHashMap<>();

    Presence target(String path) {
        return targets.computeIfAbsent(path, p -> new Presence());
    }

    /** Nothing is there any more, although no call removed it. */
    void wipe() {
        staging.forget();
        targets.clear();
    }

    /** Targets that are, or may be, there, by path. */
    Stream<Map.Entry<String, Presence>> standingTargets() {
        return targets.entrySet().stream().filter(target -> !target.getValue().absent());
    }

    /** What is, or may be, on the node itself. */
    Stream<Presence> standingOnNode() {
        return Stream.concat(Stream.of(staging), targets.values().stream()).filter(presence -> !presence.absent());
    }
}
