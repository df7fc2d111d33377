package io.hawser.conformance.invariant;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import io.hawser.conformance.history.Action;
import io.hawser.v1.Granted;
import io.hawser.v1.PublicationState;
import io.hawser.v1.TaskVolume;
import io.hawser.v1.VolumePhase;
import io.hawser.v1.Waiting;
import java.time.Duration;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.provider.Arguments;

/** When a volume stands still for a reason. */
class StandstillHistoryTest {
    private static final Duration MINUTE = Duration.ofSeconds(60);

    @Test
    @DisplayName("A volume that names a condition, is settled, moves on within a minute, "
            + "or was disturbed meanwhile stands still for a reason")
    void noSilentStandstill() {
        // Given
        Story settled =
                new Story().standing(VolumePhase.VOLUME_PHASE_CREATED, PublicationState.PUBLICATION_STATE_PUBLISHED);
        Story said = new Story()
                .standing(VolumePhase.VOLUME_PHASE_CREATING, PublicationState.PUBLICATION_STATE_PUBLISHED, "Uncertain");
        Story quick =
                new Story().standing(VolumePhase.VOLUME_PHASE_CREATING, PublicationState.PUBLICATION_STATE_PUBLISHED);
        Story disturbed =
                new Story().standing(VolumePhase.VOLUME_PHASE_CREATING, PublicationState.PUBLICATION_STATE_PUBLISHED);
        disturbed.scene.later(MINUTE.dividedBy(2));
        disturbed.scene.does(new Action.Disturbed(disturbed.scene.now().wall(), "broker", "killed"));
        Story destroyed = new Story()
                .standing(
                        VolumePhase.VOLUME_PHASE_REMOVING,
                        PublicationState.PUBLICATION_STATE_UNCONFIRMED_DETACH,
                        "RemovalHeld");
        Story soon = new Story();
        soon.scene.overdue("v", MINUTE.minusSeconds(1));
        Story fails = new Story();
        fails.scene.failing("v", MINUTE.minusSeconds(1));
        Story failedWhileItWasAway = new Story();
        failedWhileItWasAway.scene.does(
                new Action.Disturbed(failedWhileItWasAway.scene.now().wall(), "postgres", "well again"));
        failedWhileItWasAway.scene.failing("v", MINUTE.multipliedBy(2));
        Story wasAway = new Story();
        wasAway.scene.does(new Action.Disturbed(wasAway.scene.now().wall(), "postgres", "well again"));
        wasAway.scene.overdue("v", MINUTE.multipliedBy(2));
        // Then
        assertThat(Stream.of(
                        soon,
                        fails,
                        wasAway,
                        failedWhileItWasAway,
                        after(settled, MINUTE),
                        after(said, MINUTE),
                        after(waiting("another task has it"), MINUTE),
                        after(
                                granted()
                                        .standing(
                                                VolumePhase.VOLUME_PHASE_CREATED,
                                                PublicationState.PUBLICATION_STATE_PENDING_PUBLISH,
                                                "AttachRejected@n1"),
                                MINUTE),
                        after(destroyed, MINUTE),
                        after(quick, MINUTE.minusSeconds(5)),
                        after(disturbed, MINUTE.dividedBy(2).plusSeconds(5))))
                .allSatisfy(story ->
                        assertThat(Invariants.check(story.history()).breaches()).isEmpty());
    }

    static Stream<Arguments> broken() {
        Story creating =
                new Story().standing(VolumePhase.VOLUME_PHASE_CREATING, PublicationState.PUBLICATION_STATE_PUBLISHED);
        Story removing =
                new Story().standing(VolumePhase.VOLUME_PHASE_REMOVING, PublicationState.PUBLICATION_STATE_PUBLISHED);
        Story detaching = new Story()
                .standing(VolumePhase.VOLUME_PHASE_CREATED, PublicationState.PUBLICATION_STATE_PENDING_UNPUBLISH);
        Story disturbed =
                new Story().standing(VolumePhase.VOLUME_PHASE_CREATING, PublicationState.PUBLICATION_STATE_PUBLISHED);
        disturbed.scene.does(new Action.Disturbed(disturbed.scene.now().wall(), "broker", "killed"));
        Story undone = new Story();
        undone.scene.overdue("v", MINUTE.plusSeconds(1));
        Story mute = new Story()
                .standing(VolumePhase.VOLUME_PHASE_CREATING, PublicationState.PUBLICATION_STATE_PUBLISHED, Story.MUTE);
        Story failing = new Story();
        failing.scene.failing("v", MINUTE.plusSeconds(1));
        Story ofAnother = new Story()
                .standing(
                        VolumePhase.VOLUME_PHASE_CREATED,
                        PublicationState.PUBLICATION_STATE_PENDING_PUBLISH,
                        "NodeFailing@n2");
        Story ofTheVolume = new Story()
                .standing(
                        VolumePhase.VOLUME_PHASE_CREATED,
                        PublicationState.PUBLICATION_STATE_PENDING_UNPUBLISH,
                        "Uncertain");
        Story ofANode = new Story()
                .standing(
                        VolumePhase.VOLUME_PHASE_REMOVING,
                        PublicationState.PUBLICATION_STATE_PUBLISHED,
                        "NodeFailing@n1");
        Story toldElsewhere = granted()
                .standing(
                        VolumePhase.VOLUME_PHASE_CREATED,
                        PublicationState.PUBLICATION_STATE_PUBLISHED,
                        "NodeFailing@n2");
        return Stream.of(
                arguments("NoSilentStandstill", "a condition without a sentence", after(mute, MINUTE)),
                arguments("NoSilentStandstill", "granted for more than a minute", after(granted(), MINUTE)),
                arguments("NoSilentStandstill", "waits and is not told why", after(waiting(""), MINUTE)),
                arguments("NoSilentStandstill", "attached, and a reason of another node", after(ofAnother, MINUTE)),
                arguments("NoSilentStandstill", "detached, and a reason of no node", after(ofTheVolume, MINUTE)),
                arguments("NoSilentStandstill", "removed, and a reason of one node", after(ofANode, MINUTE)),
                arguments("NoSilentStandstill", "granted, and a reason of another node", after(toldElsewhere, MINUTE)),
                arguments("NoSilentStandstill", "due for more than a minute", undone),
                arguments("NoSilentStandstill", "failing for more than a minute", failing),
                arguments("NoSilentStandstill", "created for more than a minute", after(creating, MINUTE)),
                arguments("NoSilentStandstill", "removed for more than a minute", after(removing, MINUTE)),
                arguments("NoSilentStandstill", "detached for more than a minute", after(detaching, MINUTE)),
                arguments("NoSilentStandstill", "a minute after the broker was killed", after(disturbed, MINUTE)));
    }

    private static Story granted() {
        return new Story().waiting(TaskVolume.newBuilder().setGranted(Granted.getDefaultInstance()));
    }

    private static Story waiting(String message) {
        return new Story()
                .waiting(TaskVolume.newBuilder().setWaiting(Waiting.newBuilder().setMessage(message)));
    }

    private static Story after(Story story, Duration time) {
        story.scene.later(time);
        return story.node("n1", false);
    }
}
