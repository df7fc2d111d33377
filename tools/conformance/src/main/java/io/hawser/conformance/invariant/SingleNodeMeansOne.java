package io.hawser.conformance.invariant;

import io.hawser.conformance.history.History;
import io.hawser.conformance.history.PluginTrace;
import io.hawser.strict.call.Call;
import io.hawser.strict.call.Rpc;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * A single-node volume is on one node at every moment: at the plugin, where an attachment must be certainly gone before
 * the next one begins elsewhere, and in the mount tables. A fenced node does not count: it cannot write any more.
 * The plugin judges by the access mode in a call. This invariant judges by the requested scope, which may have become
 * another mode on the way, and by the kernel's mounts.
 */
final class SingleNodeMeansOne implements Invariant {

    @Override
    public void check(History history, Findings findings) {
        KnownVolumes volumes = KnownVolumes.of(history);
        Fences fences = Fences.of(history);
        history.plugins()
                .forEach(trace -> Replay.of(trace, (call, before) -> {
                    if (volumes.of(call).filter(KnownVolumes.Known::singleNode).isPresent()) {
                        check(trace, call, before, fences, findings);
                    }
                }));
        MountView.each(history, fences, (uid, places) -> {
            Optional<KnownVolumes.Known> volume = volumes.uid(uid).filter(KnownVolumes.Known::singleNode);
            volume.ifPresent(known -> findings.that(
                    places.stream().map(MountView.Place::node).distinct().count() <= 1,
                    () -> "single-node volume " + known.name() + " is mounted on several nodes",
                    () -> places.stream().map(MountView.Place::words).toList()));
        });
    }

    private static void check(PluginTrace trace, Call call, Replay before, Fences fences, Findings findings) {
        switch (call.rpc()) {
            case CONTROLLER_PUBLISH_VOLUME ->
                alone(trace, call, call.fields().nodeId(), before, fences, findings, spot -> Stream.of(spot.attachment)
                        .filter(attachment -> !attachment.absent()));
            case NODE_STAGE_VOLUME, NODE_PUBLISH_VOLUME ->
                alone(trace, call, call.node(), before, fences, findings, Spot::standingOnNode);
            default -> {
                // No other call brings a volume to a node.
            }
        }
    }

    private static void alone(
            PluginTrace trace,
            Call call,
            String node,
            Replay before,
            Fences fences,
            Findings findings,
            Function<Spot, Stream<Presence>> standing) {
        // A fence excuses mounts that cannot be unmounted any more, but never a second attachment.
        boolean excusable = call.rpc() != Rpc.CONTROLLER_PUBLISH_VOLUME;
        Optional<Map.Entry<String, Presence>> elsewhere = before
                .of(call.subject().key())
                .entrySet()
                .stream()
                .filter(entry -> !entry.getKey().equals(node))
                .flatMap(entry -> standing.apply(entry.getValue())
                        .filter(presence -> !excusable
                                || !fences.between(
                                        trace.node(entry.getKey()),
                                        presence.since(),
                                        call.at().wall()))
                        .map(presence -> Map.entry(entry.getKey(), presence)))
                .findFirst();
        findings.that(
                elsewhere.isEmpty(),
                () -> call.rpc().wireName() + " for single-node volume "
                        + call.subject().key() + " on "
                        + trace.node(node) + " while it was, or may have been, on "
                        + trace.node(elsewhere.orElseThrow().getKey()),
                () -> List.of(
                        Words.call(trace, elsewhere.orElseThrow().getValue().lastCall()), Words.call(trace, call)));
    }
}
