package io.hawser.conformance.invariant;

import io.hawser.conformance.history.History;
import io.hawser.conformance.history.PluginTrace;
import io.hawser.strict.call.Call;
import io.hawser.strict.call.Rpc;
import io.hawser.strict.knowledge.Placement;
import java.time.Instant;
import java.util.List;

/**
 * Nothing is mounted or taken away without an explicit reason. A mount needs an assignment, and is read-only exactly if
 * its task asked for that. An unmount needs an assignment, which itself comes from an ended
 * task, a node's fence or a forced removal. A detach needs the node's own report or its fence, unless the node never
 * had an assignment of the volume. A deletion needs a command to remove, and a registered disk is never
 * deleted. A missing record is no reason. The plugin sees the calls, but none of these records.
 *
 * <p>A fence that was taken back between the attach and the detach counts, too: the history does not say when the
 * service read that. volume-service's simulation of volumes judges this.
 */
final class NothingOnSilence implements Invariant {

    @Override
    public void check(History history, Findings findings) {
        KnownVolumes volumes = KnownVolumes.of(history);
        Assignments assignments = Assignments.of(history);
        Removals removals = Removals.of(history);
        Fences fences = Fences.of(history);
        for (PluginTrace trace : history.plugins()) {
            NodeObedience nodes = new NodeObedience(history, trace, volumes, assignments, findings);
            Replay.of(trace, (call, before) -> {
                registered(trace, call, removals, findings);
                volumes.of(call).ifPresent(volume -> {
                    switch (call.rpc()) {
                        case CONTROLLER_UNPUBLISH_VOLUME ->
                            detach(trace, call, before, volume, assignments, fences, findings);
                        case DELETE_VOLUME ->
                            findings.that(
                                    removals.asked(volume.name(), call.at().wall()),
                                    () -> "volume " + volume.name() + " was deleted, and its removal was not asked for",
                                    () -> List.of(Words.call(trace, call)));
                        default -> nodes.arrives(call, volume);
                    }
                });
            });
        }
    }

    private static void registered(PluginTrace trace, Call call, Removals removals, Findings findings) {
        if (call.rpc() == Rpc.DELETE_VOLUME) {
            String id = call.fields().volumeId();
            findings.that(
                    !removals.keeps(trace.name(), id, call.at().wall()),
                    () -> "disk " + id + " was deleted, and it was registered, not created",
                    () -> List.of(Words.call(trace, call)));
        }
    }

    private static void detach(
            PluginTrace trace,
            Call call,
            Replay before,
            KnownVolumes.Known volume,
            Assignments assignments,
            Fences fences,
            Findings findings) {
        String node = trace.node(call.fields().nodeId());
        Instant at = call.at().wall();
        long given = assignments.lastGiven(node, volume.uid(), at);
        Placement placement =
                before.placements().at(call.subject().key(), call.fields().nodeId());
        findings.that(
                given == 0
                        || fences.between(node, before.since(placement.attachment()), at)
                        || assignments.reportedNothing(node, volume.uid(), given, at),
                () -> "volume " + volume.name() + " was detached from " + node
                        + ", which had not reported that nothing is left since generation " + given
                        + ", and was not fenced",
                () -> List.of(Words.call(trace, call)));
    }
}
