package io.hawser.conformance.invariant;

import io.hawser.conformance.history.History;
import io.hawser.conformance.history.PluginTrace;
import io.hawser.strict.call.Call;
import io.hawser.strict.call.Rpc;
import io.hawser.v1.Assignment;
import io.hawser.v1.AssignmentTarget;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * A node brings up only what an assignment orders, in the way that the task asked for. It takes something down only
 * under an assignment that is newer than the one under which it was brought up.
 */
final class NodeObedience {
    /**
     * A service that was away may read of a fence, long lifted, only after it has granted the task a claim that it then
     * takes back.
     */
    private static final Duration HEARD_LATE = Duration.ofMinutes(1);

    private final PluginTrace trace;
    private final KnownVolumes volumes;
    private final Assignments assignments;
    private final Readings readings;
    private final TaskEnds tasks;
    private final AskedMounts asked;
    private final Fences fences;
    private final Excuses excuses;
    private final Findings findings;

    NodeObedience(
            History history, PluginTrace trace, KnownVolumes volumes, Assignments assignments, Findings findings) {
        this.trace = trace;
        this.volumes = volumes;
        this.assignments = assignments;
        this.readings = new Readings(assignments);
        this.tasks = TaskEnds.of(history);
        this.asked = AskedMounts.of(history);
        this.fences = Fences.of(history);
        this.excuses = Excuses.of(history);
        this.findings = findings;
    }

    void arrives(Call call, KnownVolumes.Known volume) {
        String target = KnownVolumes.targetId(call.fields().targetPath());
        switch (call.rpc()) {
            case NODE_STAGE_VOLUME -> staged(call, volume);
            case NODE_PUBLISH_VOLUME -> published(call, volume, target);
            case NODE_UNPUBLISH_VOLUME -> unpublished(call, volume, target);
            case NODE_UNSTAGE_VOLUME -> unstaged(call, volume);
            default -> {
                // The controller's calls do not depend on assignments.
            }
        }
    }

    private void staged(Call call, KnownVolumes.Known volume) {
        findings.that(
                actedOn(call, volume, word -> !word.getNothing()).isPresent(),
                () -> "volume " + volume.name() + " was staged on " + node(call)
                        + ", and no assignment gives it to the node, from the one on that the node last acted on",
                () -> List.of(Words.call(trace, call)));
    }

    private void published(Call call, KnownVolumes.Known volume, String target) {
        findings.that(
                actedOn(call, volume, word -> gives(word, target)).isPresent(),
                () -> "target " + target + " of volume " + volume.name() + " was published on " + node(call)
                        + ", and no assignment has it, from the one on that the node last acted on",
                () -> List.of(Words.call(trace, call)));
        String task = volumes.task(volume.uid(), target);
        asked.readOnly(task, volume.name())
                .ifPresent(readOnly -> findings.that(
                        readOnly == call.fields().readonly(),
                        () -> "volume " + volume.name() + " was published on " + node(call) + " for "
                                + (readOnly ? "writing" : "reading") + ", and task " + task + " asked to "
                                + (readOnly ? "read" : "write"),
                        () -> List.of(Words.call(trace, call))));
    }

    private void unpublished(Call call, KnownVolumes.Known volume, String target) {
        boolean leftOut = actedOn(call, volume, word -> !gives(word, target)).isPresent();
        findings.that(
                leftOut,
                () -> "target " + target + " of volume " + volume.name() + " was unpublished on " + node(call)
                        + ", and no assignment since it was published had left it out",
                () -> List.of(Words.call(trace, call)));
        unneeded(call, volume, volumes.task(volume.uid(), target));
    }

    private void unstaged(Call call, KnownVolumes.Known volume) {
        Optional<Assignment> nothing = actedOn(call, volume, Assignment::getNothing);
        findings.that(
                nothing.isPresent(),
                () -> "volume " + volume.name() + " was unstaged on " + node(call)
                        + ", and no assignment since it was staged had said that it shall have nothing",
                () -> List.of(Words.call(trace, call)));
        // A staged volume may not have been published yet, and then no target shows which task it was for.
        nothing.flatMap(word -> assignments.givenBefore(node(call), volume.uid(), word.getGeneration()))
                .map(Assignment::getTargetsList)
                .orElse(List.of())
                .forEach(given -> unneeded(call, volume, given.getTask()));
    }

    private void unneeded(Call call, KnownVolumes.Known volume, String task) {
        Instant at = call.at().wall();
        if (excuses.forced(volume.name(), at)) {
            return;
        }
        findings.that(
                !tasks.running(task, at)
                        || fences.between(node(call), tasks.since(task).minus(HEARD_LATE), at),
                () -> "volume " + volume.name() + " was "
                        + (call.rpc() == Rpc.NODE_UNSTAGE_VOLUME ? "unstaged" : "unpublished") + " on " + node(call)
                        + " under task " + task + ", which had not ended",
                () -> List.of(Words.call(trace, call)));
    }

    private Optional<Assignment> actedOn(Call call, KnownVolumes.Known volume, Predicate<Assignment> what) {
        return readings.actedOn(node(call), volume.uid(), call.at().wall(), what);
    }

    private String node(Call call) {
        return trace.node(call.node());
    }

    private static boolean gives(Assignment word, String target) {
        return word.getTargetsList().stream().map(AssignmentTarget::getId).anyMatch(target::equals);
    }
}
