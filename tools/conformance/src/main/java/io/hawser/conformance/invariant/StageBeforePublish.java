package io.hawser.conformance.invariant;

import io.hawser.conformance.history.History;
import io.hawser.conformance.history.PluginTrace;
import io.hawser.strict.Call;
import io.hawser.strict.Rpc;
import java.util.List;

/** Where a plugin stages, a volume is published only on a node where it is certainly staged, and from that path. */
final class StageBeforePublish implements Invariant {

    @Override
    public void check(History history, Findings findings) {
        history.plugins().forEach(trace -> Replay.of(trace, (call, before) -> check(trace, call, before, findings)));
    }

    private static void check(PluginTrace trace, Call call, Replay before, Findings findings) {
        String path = call.fields().stagingPath();
        if (call.rpc() != Rpc.NODE_PUBLISH_VOLUME || !before.capabilities().hasStage()) {
            return;
        }
        Presence staging = before.at(call.subject().key(), call.node()).staging;
        findings.that(
                staging.present() && staging.path().equals(path),
                () -> call.subject().key() + " was published on " + trace.node(call.node())
                        + (staging.present()
                                ? " from \"" + path + "\", but it is staged at " + staging.path()
                                : " without being certainly staged"),
                () -> List.of(Words.call(trace, staging.lastCall()), Words.call(trace, call)));
    }
}
