package io.hawser.conformance.invariant;

import io.hawser.conformance.history.History;
import io.hawser.conformance.history.PluginTrace;
import io.hawser.testkit.strict.Call;
import io.hawser.testkit.strict.Rpc;
import java.time.Instant;
import java.util.List;
import java.util.function.Supplier;

/**
 * Whatever is taken away is taken away because somebody said so: an unmount by an assignment, which itself comes of a task
 * that ended, a node's fence or a forced removal; a detach by the node's own report or its fence; a deletion by a wish to
 * remove. That a record is not there says nothing.
 */
final class NothingOnSilence implements Invariant {

    @Override
    public void check(History history, Findings findings) {
        VolumeBook volumes = VolumeBook.of(history);
        Assignments assignments = Assignments.of(history);
        Removals removals = Removals.of(history);
        Fences fences = Fences.of(history);
        Excuses excuses = Excuses.of(history);
        TaskEnds tasks = TaskEnds.of(history);
        for (PluginTrace trace : history.plugins()) {
            Replay.of(trace, (call, before) -> volumes.of(call).ifPresent(volume -> {
                judge(trace, call, before, volume, assignments, removals, fences, findings);
                if (call.rpc() == Rpc.NODE_UNPUBLISH_VOLUME && !excuses.forced(volume.name())) {
                    String task = volumes.task(
                            volume.uid(), VolumeBook.targetId(call.fields().targetPath()));
                    unneeded(trace, call, volume, task, tasks, fences, findings);
                }
            }));
        }
    }

    private static void judge(
            PluginTrace trace,
            Call call,
            Replay before,
            VolumeBook.Known volume,
            Assignments assignments,
            Removals removals,
            Fences fences,
            Findings findings) {
        String here = trace.node(call.node());
        switch (call.rpc()) {
            case NODE_UNPUBLISH_VOLUME -> {
                String target = VolumeBook.targetId(call.fields().targetPath());
                findings.that(
                        assignments.saidWithout(
                                here, volume.uid(), target, call.at().wall()),
                        () -> "target " + target + " of volume " + volume.name() + " was unpublished on " + here
                                + ", and no assignment had left it out",
                        involved(trace, call));
            }
            case NODE_UNSTAGE_VOLUME ->
                findings.that(
                        assignments.saidNothing(here, volume.uid(), call.at().wall()),
                        () -> "volume " + volume.name() + " was unstaged on " + here
                                + ", and no assignment had said that it shall have nothing",
                        involved(trace, call));
            case CONTROLLER_UNPUBLISH_VOLUME -> detach(trace, call, before, volume, assignments, fences, findings);
            case DELETE_VOLUME ->
                findings.that(
                        removals.asked(volume.name(), call.at().wall()),
                        () -> "volume " + volume.name() + " was deleted, and nobody had asked for its removal",
                        involved(trace, call));
            default -> {
                // No other call takes anything away.
            }
        }
    }

    private static void unneeded(
            PluginTrace trace,
            Call call,
            VolumeBook.Known volume,
            String task,
            TaskEnds tasks,
            Fences fences,
            Findings findings) {
        String node = trace.node(call.node());
        findings.that(
                !tasks.running(task, call.at().wall())
                        || fences.between(node, Instant.MIN, call.at().wall()),
                () -> "volume " + volume.name() + " was unpublished on " + node + " under task " + task
                        + ", which nobody had ended",
                involved(trace, call));
    }

    private static void detach(
            PluginTrace trace,
            Call call,
            Replay before,
            VolumeBook.Known volume,
            Assignments assignments,
            Fences fences,
            Findings findings) {
        String node = trace.node(call.fields().nodeId());
        long given = assignments.lastGiven(node, volume.uid(), call.at().wall());
        boolean neverGiven = given == 0;
        Presence attachment = before.at(call.subject().key(), call.fields().nodeId()).attachment;
        boolean fenced = fences.between(node, attachment.since(), call.at().wall());
        findings.that(
                neverGiven
                        || fenced
                        || assignments.reportedNothing(
                                node, volume.uid(), given, call.at().wall()),
                () -> "volume " + volume.name() + " was detached from " + node
                        + ", which had not reported that nothing is left since generation " + given
                        + ", and was not fenced",
                involved(trace, call));
    }

    private static Supplier<List<String>> involved(PluginTrace trace, Call call) {
        return () -> List.of(Words.call(trace, call));
    }
}
