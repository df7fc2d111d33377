package io.hawser.conformance.invariant;

import static org.junit.jupiter.params.provider.Arguments.arguments;

import io.hawser.bus.topic.HawserTopic;
import io.hawser.conformance.history.Action;
import io.hawser.v1.TaskState;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.params.provider.Arguments;

/** Histories in which volumes, what belongs to them, or records are lost, or left over. */
final class BrokenVolumes {
    private BrokenVolumes() {}

    static Stream<Arguments> broken() {
        return Stream.of(volumes(), losses()).flatMap(stories -> stories);
    }

    private static Stream<Arguments> volumes() {
        Story unanswered = new Story().commanded("c1");
        Story lost = new Story().commanded("c1").accepted("c1");
        Story unproduced = new Story();
        unproduced.scene.does(new Action.Commanded(Scene.START, "c1", "hawser.v1.CreateVolume", Story.VOLUME));
        Story removedBefore = new Story()
                .removalCommanded("r1", "")
                .accepted("r1")
                .commanded("c1")
                .accepted("c1");
        Story misunderstood = new Story().misunderstood("c1");
        Story noRow = new Story().known().created().holding(Map.of());
        Story noPublication = new Story().born().holding(Map.of("strict-n1", Story.CONTEXT));
        Story unsent = new Story();
        unsent.scene.quiet(List.of(), List.of(), Map.of("plugin_registry", 3L));
        Story deadlocked = new Story();
        deadlocked.scene.quiet(List.of(), List.of(), Map.of(), Map.of("volume_service", 1L));
        Story mountLeft = new Story().born().holding(Map.of());
        mountLeft.mounted(Map.of("n1", List.of("t1")));
        Story notThere = new Story().born();
        Story notAttached = new Story().born().attached("n1").holding(Map.of());
        Story otherContext = new Story().born().attached("n1").holding(Map.of("strict-n1", Map.of("device", "sdc")));
        return Stream.of(
                arguments("NoLostVolume", "a command without an answer", unanswered.quiet(List.of(), List.of())),
                arguments("NoLostVolume", "an accepted command without a row", lost.quiet(List.of(), List.of())),
                arguments("NoLostVolume", "a command that left the topic", unproduced.quiet(List.of(), List.of())),
                arguments(
                        "NoLostVolume",
                        "a command that could not be understood, and no word of it",
                        misunderstood.quiet(List.of(), List.of())),
                arguments("NoLostVolume", "a removal from before", removedBefore.quiet(List.of(), List.of())),
                arguments("NoLeak", "a volume without a row", noRow.quiet(List.of(), List.of())),
                arguments(
                        "NoLeak",
                        "an attachment without a publication",
                        noPublication.quiet(List.of(noPublication.row()), List.of())),
                arguments("NoLeak", "records that were never sent", unsent),
                arguments("OneLockOrder", "a deadlock that the database resolved", deadlocked),
                arguments(
                        "NoLeak",
                        "a mount without a publication",
                        mountLeft.quiet(List.of(mountLeft.row()), List.of())),
                arguments("SettledMeansTrue", "a row of nothing", notThere.quiet(List.of(notThere.row()), List.of())),
                arguments(
                        "SettledMeansTrue",
                        "an attachment that is none",
                        notAttached.quiet(
                                List.of(notAttached.row()), List.of(notAttached.publication("n1", "PUBLISHED")))),
                arguments(
                        "SettledMeansTrue",
                        "another context",
                        otherContext.quiet(
                                List.of(otherContext.row()), List.of(otherContext.publication("n1", "PUBLISHED")))));
    }

    private static Stream<Arguments> losses() {
        Story unanswered = new Story().born().removalCommanded("r1", "").holding(Map.of());
        Story lostTask = new Story().born().task("t1", TaskState.TASK_STATE_RUNNING);
        lostTask.scene.lost();
        Story kept = new Story().born().task("t1", TaskState.TASK_STATE_RUNNING);
        kept.scene.deletes(HawserTopic.TASKS, "t1");
        kept.scene.lost();
        Story olderNode = new Story().born().node("n1", false).node("n1", true);
        olderNode.scene.lost();
        Story buried = new Story().commanded("c1");
        buried.scene.buried("cannot be applied: column claim.awaits does not exist");
        return Stream.of(
                arguments(
                        "NoSilentLoss",
                        "a removal without an answer",
                        unanswered.quiet(List.of(unanswered.row()), List.of())),
                arguments("NoSilentLoss", "a task that is not stored", unmounted(lostTask)),
                arguments("NoSilentLoss", "a task that outlives its tombstone", unmounted(kept)),
                arguments("NoSilentLoss", "a node as it was before its last record", unmounted(olderNode)),
                arguments("NoSilentLoss", "a command that everybody can read among the dead", buried));
    }

    private static Story unmounted(Story story) {
        return story.holding(Map.of()).quiet(List.of(story.row()), List.of());
    }
}
