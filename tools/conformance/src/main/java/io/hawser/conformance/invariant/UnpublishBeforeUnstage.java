package io.hawser.conformance.invariant;

import io.hawser.conformance.history.History;
import io.hawser.conformance.history.PluginTrace;
import io.hawser.strict.Call;
import io.hawser.strict.Rpc;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** A volume is unstaged only when it is certainly published at no target of the node. */
final class UnpublishBeforeUnstage implements Invariant {

    @Override
    public void check(History history, Findings findings) {
        history.plugins().forEach(trace -> Replay.of(trace, (call, before) -> check(trace, call, before, findings)));
    }

    private static void check(PluginTrace trace, Call call, Replay before, Findings findings) {
        if (call.rpc() != Rpc.NODE_UNSTAGE_VOLUME) {
            return;
        }
        List<Map.Entry<String, Presence>> standing =
                before.at(call.subject().key(), call.node()).standingTargets().toList();
        findings.that(
                standing.isEmpty(),
                () -> call.subject().key() + " was unstaged on " + trace.node(call.node())
                        + " while it was, or may have been, published at "
                        + String.join(
                                ", ", standing.stream().map(Map.Entry::getKey).toList()),
                () -> Stream.concat(
                                standing.stream()
                                        .map(target -> Words.call(
                                                trace, target.getValue().lastCall())),
                                Stream.of(Words.call(trace, call)))
                        .toList());
    }
}
