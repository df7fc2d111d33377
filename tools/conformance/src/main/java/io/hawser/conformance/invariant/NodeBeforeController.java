package io.hawser.conformance.invariant;

import io.hawser.conformance.history.History;
import io.hawser.conformance.history.PluginTrace;
import io.hawser.strict.Call;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * A volume comes to a node only when it is certainly attached there, and is detached only when nothing of it is on the
 * node, or the node was fenced.
 */
final class NodeBeforeController implements Invariant {

    @Override
    public void check(History history, Findings findings) {
        Fences fences = Fences.of(history);
        history.plugins()
                .forEach(trace -> Replay.of(trace, (call, before) -> {
                    switch (call.rpc()) {
                        case NODE_STAGE_VOLUME, NODE_PUBLISH_VOLUME -> in(trace, call, before, findings);
                        case CONTROLLER_UNPUBLISH_VOLUME -> out(trace, call, before, fences, findings);
                        default -> {
                            // No other call brings a volume to a node or takes it away.
                        }
                    }
                }));
    }

    private static void in(PluginTrace trace, Call call, Replay before, Findings findings) {
        if (!before.capabilities().hasAttach()) {
            return;
        }
        Presence attachment = before.at(call.subject().key(), call.node()).attachment;
        findings.that(
                attachment.present(),
                () -> call.rpc().wireName() + " for " + call.subject().key() + " on " + trace.node(call.node())
                        + ", where it is not certainly attached",
                () -> List.of(Words.call(trace, attachment.lastCall()), Words.call(trace, call)));
    }

    private static void out(PluginTrace trace, Call call, Replay before, Fences fences, Findings findings) {
        String node = call.fields().nodeId();
        Spot spot = before.at(call.subject().key(), node);
        Optional<Presence> standing = spot.standingOnNode().findFirst();
        boolean excused = fences.between(
                trace.node(node), spot.attachment.since(), call.at().wall());
        findings.that(
                standing.isEmpty() || excused,
                () -> call.subject().key() + " was detached from " + trace.node(node)
                        + ", where it was, or may have been, staged or published",
                () -> Stream.of(Words.call(trace, standing.orElseThrow().lastCall()), Words.call(trace, call))
                        .toList());
    }
}
