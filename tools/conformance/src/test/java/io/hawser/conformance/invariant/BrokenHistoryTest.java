package io.hawser.conformance.invariant;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import io.grpc.Status.Code;
import io.hawser.bus.topic.HawserTopic;
import io.hawser.conformance.history.Deed;
import io.hawser.conformance.history.Tables;
import io.hawser.strict.history.Event.Effect;
import io.hawser.v1.Granted;
import io.hawser.v1.PublicationState;
import io.hawser.v1.Scope;
import io.hawser.v1.Sharing;
import io.hawser.v1.TaskState;
import io.hawser.v1.TaskVolume;
import io.hawser.v1.VolumePhase;
import io.hawser.v1.Waiting;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** For every invariant, histories that break it and no other. */
class BrokenHistoryTest {
    private static final Duration MINUTE = Duration.ofSeconds(60);

    @ParameterizedTest(name = "{0}: {1}")
    @MethodSource("broken")
    void breaksExactlyThisOne(String invariant, String how, Story story) {
        // Given
        var history = story.history();
        // When
        InvariantReport report = Invariants.check(history);
        // Then
        assertThat(report.breaches()).isNotEmpty();
        assertThat(report.breaches().stream().map(Breach::invariant).collect(Collectors.toSet()))
                .as("%s", report.breaches())
                .containsExactly(invariant);
        assertThat(report.checks().get(invariant)).isPositive();
        assertThat(report.breaches())
                .allSatisfy(breach -> assertThat(breach.sentence()).isNotBlank());
    }

    @Test
    void everyInvariantHasABrokenHistory() {
        // Given
        List<String> promised = List.of(
                "NoLostVolume",
                "NoLeak",
                "SingleNodeMeansOne",
                "OneWriterMeansOne",
                "SettledMeansTrue",
                "BackoffBounds",
                "NothingOnSilence",
                "NoSilentLoss",
                "NoSilentStandstill",
                "OneLockOrder",
                "OnlyDeallocatorDeletes",
                "NoForgottenPlugin",
                "PluginsAsTheyAre");
        // When
        var shown = broken().map(broken -> broken.get()[0]).collect(Collectors.toSet());
        // Then
        assertThat(shown).isEqualTo(Set.copyOf(promised));
        assertThat(Invariants.names()).containsExactlyElementsOf(promised);
    }

    @Test
    @DisplayName("A network's word that is seen before its service's is none "
            + "too early where the service's was decided first")
    void wordsInTheOtherOrder() {
        // Given
        Story overtaken =
                new Story().network(true).serviceOnNetwork().networkGivenFree(7).givenFree(6);
        Story tooEarly =
                new Story().network(true).serviceOnNetwork().networkGivenFree(6).givenFree(7);
        // When / Then
        assertThat(Invariants.check(overtaken.history()).breaches())
                .extracting(Breach::sentence)
                .noneMatch(sentence -> sentence.contains("network/n"));
        assertThat(Invariants.check(tooEarly.history()).breaches())
                .extracting(Breach::sentence)
                .anyMatch(sentence -> sentence.contains("network/n was given free while [s] held it"));
    }

    @Test
    @DisplayName(
            "What the plugin holds of a row that is settled as not created is a leak, and the row says what is not so")
    void aRowOfNothingThatIsHeld() {
        // Given
        Story story = new Story().born().holding(Map.of());
        story.quiet(List.of(story.row(false, "")), List.of());
        // When
        InvariantReport report = Invariants.check(story.history());
        // Then
        assertThat(report.breaches())
                .extracting(Breach::invariant)
                .containsExactlyInAnyOrder("NoLeak", "SettledMeansTrue");
    }

    static Stream<Arguments> broken() {
        return Stream.of(
                        volumes(),
                        settledRows(),
                        reports(),
                        words(),
                        nodes(),
                        together(),
                        calls(),
                        pauses(),
                        silence(),
                        losses(),
                        standstills(),
                        deallocations(),
                        plugins())
                .flatMap(stories -> stories);
    }

    private static Stream<Arguments> plugins() {
        String unix = "unix:///p/csi.sock";
        Story fingerprint = mountedOn("n1").forgotten("n1");
        Story record = mountedOn("n1");
        record.scene.deletes(HawserTopic.PLUGINS, Scene.PLUGIN);
        return Stream.of(
                arguments("NoForgottenPlugin", "a fingerprint's tombstone over a mount", fingerprint),
                arguments("NoForgottenPlugin", "a plugin's tombstone over a mount", record),
                arguments("PluginsAsTheyAre", "no record", rested(new Story().found("2", true), false)),
                arguments(
                        "PluginsAsTheyAre",
                        "no healthy current instance",
                        rested(new Story().found("2", true).toldPlugin("2", unix, false), false)),
                arguments(
                        "PluginsAsTheyAre",
                        "the version before the upgrade",
                        rested(new Story().found("2", true).toldPlugin("1", unix, true), false)),
                arguments(
                        "PluginsAsTheyAre",
                        "called at a socket, not through a relay",
                        rested(new Story().found("2", true).toldPlugin("2", unix, true), true)),
                arguments(
                        "PluginsAsTheyAre",
                        "forgotten on a node",
                        rested(
                                new Story()
                                        .found("2", true)
                                        .toldPlugin("2", unix, true)
                                        .forgotten("n2"),
                                false)),
                arguments(
                        "PluginsAsTheyAre",
                        "not healthy on nodes",
                        rested(new Story().found("2", false).toldPlugin("2", unix, true), false)),
                arguments(
                        "PluginsAsTheyAre",
                        "a node's version before the upgrade",
                        rested(new Story().found("1", true).toldPlugin("2", unix, true), false)));
    }

    private static Story mountedOn(String node) {
        Story story = new Story().mounted(Map.of(node, List.of("t1")));
        story.scene.later(Duration.ofSeconds(2));
        return story;
    }

    /** The plugin runs in version 2 when all is quiet. */
    private static Story rested(Story story, boolean relayed) {
        return story.runs("2", relayed).quiet(List.of(), List.of());
    }

    @Test
    @DisplayName("A plugin may be forgotten where nothing of it is mounted, or was for long enough to be known")
    void forgottenWhereNothingIsMounted() {
        // Given
        Story elsewhere = mountedOn("n1").forgotten("n2");
        Story young = new Story().mounted(Map.of("n1", List.of("t1"))).forgotten("n1");
        Story unmounted = mountedOn("n1").mounted(Map.of("n1", List.of())).forgotten("n1");
        // When / Then
        assertThat(Stream.of(elsewhere, young, unmounted).map(story -> Invariants.check(story.history())))
                .allMatch(InvariantReport::holds)
                .allMatch(report -> report.checks().get("NoForgottenPlugin") == 1);
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

    private static Stream<Arguments> standstills() {
        Story creating =
                new Story().standing(VolumePhase.VOLUME_PHASE_CREATING, PublicationState.PUBLICATION_STATE_PUBLISHED);
        Story removing =
                new Story().standing(VolumePhase.VOLUME_PHASE_REMOVING, PublicationState.PUBLICATION_STATE_PUBLISHED);
        Story detaching = new Story()
                .standing(VolumePhase.VOLUME_PHASE_CREATED, PublicationState.PUBLICATION_STATE_PENDING_UNPUBLISH);
        Story disturbed =
                new Story().standing(VolumePhase.VOLUME_PHASE_CREATING, PublicationState.PUBLICATION_STATE_PUBLISHED);
        disturbed.scene.does(new Deed.Disturbed(disturbed.scene.now().wall(), "broker", "killed"));
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
        disturbed.scene.does(new Deed.Disturbed(disturbed.scene.now().wall(), "broker", "killed"));
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
                new Deed.Disturbed(failedWhileItWasAway.scene.now().wall(), "postgres", "well again"));
        failedWhileItWasAway.scene.failing("v", MINUTE.multipliedBy(2));
        Story wasAway = new Story();
        wasAway.scene.does(new Deed.Disturbed(wasAway.scene.now().wall(), "postgres", "well again"));
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

    private static Stream<Arguments> settledRows() {
        Story otherId = new Story().born().holding(Map.of());
        Story detached = new Story().born().attached("n1").holding(Map.of());
        Story attached = new Story().born().holding(Map.of("strict-n1", Story.CONTEXT));
        Story gone = new Story().born().attached("n1").holding(Map.of());
        Story otherContext = new Story().born().attached("n1").holding(Map.of("strict-n1", Map.of("device", "sdc")));
        return Stream.of(
                arguments(
                        "SettledMeansTrue",
                        "a row of another id",
                        otherId.quiet(List.of(otherId.row(true, "id-2")), List.of())),
                arguments("SettledMeansTrue", "to be detached, and detached", settled(detached, "PENDING_UNPUBLISH")),
                arguments("SettledMeansTrue", "to be attached, and attached", settled(attached, "PENDING_PUBLISH")),
                arguments(
                        "SettledMeansTrue",
                        "detached while the node still has it",
                        settled(gone, "PENDING_NODE_UNPUBLISH")),
                arguments(
                        "SettledMeansTrue",
                        "another context while the node still has it",
                        settled(otherContext, "PENDING_NODE_UNPUBLISH")));
    }

    private static Stream<Arguments> volumes() {
        Story unanswered = new Story().commanded("c1");
        Story lost = new Story().commanded("c1").accepted("c1");
        Story unproduced = new Story();
        unproduced.scene.does(new Deed.Commanded(Scene.START, "c1", "hawser.v1.CreateVolume", Story.VOLUME));
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

    private static Stream<Arguments> reports() {
        Story unmounted =
                new Story().born().attached("n1").reportedMounted("n1", 1, "t1").holdingOn("n1");
        Story unreported =
                new Story().born().attached("n1").reportedMounted("n1", 1, "t1").holdingOn("n1", "t1", "t2");
        Story staged = new Story().born().attached("n1").nothingLeft("n1", 1).holdingOn("n1");
        return Stream.of(
                arguments("SettledMeansTrue", "a report of a mount that is none", settled(unmounted)),
                arguments("SettledMeansTrue", "a mount that the report leaves out", settled(unreported)),
                arguments("SettledMeansTrue", "a report of nothing while staged", settled(staged)));
    }

    private static Stream<Arguments> words() {
        Story otherId = new Story().born().attached("n1").told("id-2", "n1").holdingOn("n1", "t1");
        Story detached = new Story().born().told(Story.VOLUME_ID, "n1").holding(Map.of());
        Story leftOut = new Story().born().attached("n1").told(Story.VOLUME_ID).holdingOn("n1", "t1");
        Story unmounted = new Story()
                .born()
                .attached("n1")
                .told(Story.VOLUME_ID, "n1")
                .toldMounted("t1", "n1", "t1")
                .holdingOn("n1");
        return Stream.of(
                arguments("SettledMeansTrue", "everybody is told another id", settled(otherId)),
                arguments(
                        "SettledMeansTrue",
                        "everybody is told of an attachment that is none",
                        detached.quiet(List.of(detached.row()), List.of())),
                arguments("SettledMeansTrue", "nobody is told of an attachment", settled(leftOut)),
                arguments("SettledMeansTrue", "everybody is told of a mount that is none", settled(unmounted)));
    }

    private static Story settled(Story story) {
        return settled(story, "PUBLISHED");
    }

    private static Story settled(Story story, String state) {
        return story.quiet(List.of(story.row()), List.of(story.publication("n1", state)));
    }

    private static Stream<Arguments> together() {
        Story twoReaders = new Story(Scope.SCOPE_SINGLE_NODE, Sharing.SHARING_NONE)
                .born()
                .attached("n1")
                .assigned("n1", 1, "t1", "t2")
                .staged("n1")
                .published("n1", "t1", true)
                .published("n1", "t2", true);
        Story twoStagings = new Story();
        twoStagings.scene.offering("no-attach");
        twoStagings
                .born()
                .assigned("n1", 1, "t1")
                .staged("n1")
                .assigned("n2", 1, "t2")
                .staged("n2");
        Story twoPublications = new Story(Scope.SCOPE_SINGLE_NODE, Sharing.SHARING_ALL);
        twoPublications.scene.offering("no-attach-no-stage");
        twoPublications
                .born()
                .assigned("n1", 1, "t1")
                .published("n1", "t1")
                .assigned("n2", 1, "t2")
                .published("n2", "t2");
        return Stream.of(
                arguments("OneWriterMeansOne", "two readers of an exclusive volume", twoReaders),
                arguments("SingleNodeMeansOne", "two stagings without attaching", twoStagings),
                arguments("SingleNodeMeansOne", "two publications without staging", twoPublications));
    }

    private static Stream<Arguments> nodes() {
        Story twoAttachments = new Story().born().attached("n1").attached("n2");
        Story twoMounts = new Story().born().mounted(Map.of("n1", List.of("t1"), "n2", List.of("t1")));
        Story twoWriters = new Story(Scope.SCOPE_MULTI_NODE, Sharing.SHARING_ONE_WRITER)
                .born()
                .broughtTo("n1", 1, "t1")
                .broughtTo("n2", 1, "t2");
        Story twoWritersMounted = new Story(Scope.SCOPE_MULTI_NODE, Sharing.SHARING_ONE_WRITER)
                .born()
                .mounted(Map.of("n1", List.of("t1"), "n2", List.of("t2")));
        Story readOnlyWritten = new Story(Scope.SCOPE_MULTI_NODE, Sharing.SHARING_READ_ONLY)
                .born()
                .broughtTo("n1", 1, "t1");
        return Stream.of(
                arguments("SingleNodeMeansOne", "two attachments", twoAttachments),
                arguments("SingleNodeMeansOne", "two nodes mounted, one task", twoMounts),
                arguments("OneWriterMeansOne", "two writers at the plugin", twoWriters),
                arguments("OneWriterMeansOne", "two writers mounted", twoWritersMounted),
                arguments("OneWriterMeansOne", "a writer of what nobody may write", readOnlyWritten));
    }

    private static Stream<Arguments> calls() {
        Story tooSoon = new Story().born();
        tooSoon.ended(tooSoon.attaching("n1"), Code.UNAVAILABLE, Effect.NONE);
        tooSoon.scene.later(Duration.ofMillis(-900));
        tooSoon.attached("n1");
        Story tooSoonAfterItsCommand =
                new Story().commanded("c1").accepted("c1").known();
        tooSoonAfterItsCommand.scene.later(Duration.ofMillis(-2500));
        tooSoonAfterItsCommand.ended(tooSoonAfterItsCommand.creating(), Code.ABORTED, Effect.NONE);
        tooSoonAfterItsCommand.scene.later(Duration.ofMillis(-900));
        tooSoonAfterItsCommand.created();
        Story tooLate = new Story().born();
        tooLate.ended(tooLate.attaching("n1"), Code.UNAVAILABLE, Effect.NONE);
        tooLate.scene.later(Duration.ofSeconds(60));
        tooLate.attached("n1");
        Story putOff = new Story().born().holding(Map.of());
        Tables.Retry never = new Tables.Retry(3, Optional.of(Scene.START.plus(Duration.ofHours(1))), false);
        return Stream.of(
                arguments("BackoffBounds", "below the floor", tooSoon),
                arguments("BackoffBounds", "below the floor, soon after the command", tooSoonAfterItsCommand),
                arguments("BackoffBounds", "above the ceiling", tooLate),
                arguments("BackoffBounds", "put off for an hour", putOff.quiet(List.of(putOff.row(never)), List.of())));
    }

    private static Stream<Arguments> pauses() {
        Story tooLate = new Story().born();
        tooLate.ended(tooLate.attaching("n1"), Code.UNAVAILABLE, Effect.NONE);
        tooLate.scene.later(Duration.ofSeconds(15));
        tooLate.attached("n1");
        return Stream.of(
                arguments("BackoffBounds", "later than a controller may", tooLate),
                arguments("BackoffBounds", "sooner than a node may", stagedAgainAfter(Duration.ofMillis(300))),
                arguments("BackoffBounds", "later than a node may", stagedAgainAfter(Duration.ofSeconds(32))));
    }

    private static Story stagedAgainAfter(Duration pause) {
        Story story = new Story().born().attached("n1").assigned("n1", 1, "t1");
        story.ended(story.staging("n1"), Code.UNAVAILABLE, Effect.NONE);
        // A second passes anyway.
        story.scene.later(pause.minusSeconds(1));
        return story.staged("n1");
    }

    private static Stream<Arguments> silence() {
        Story unpublished = new Story().born().broughtTo("n1", 1, "t1").unpublished("n1", "t1");
        Story unstaged = new Story()
                .born()
                .broughtTo("n1", 1, "t1")
                .assigned("n1", 2, "t2")
                .unpublished("n1", "t1")
                .unstaged("n1");
        Story oldWord = new Story()
                .born()
                .broughtTo("n1", 1, "t1")
                .assigned("n1", 2)
                .unpublished("n1", "t1")
                .unstaged("n1")
                .nothingLeft("n1", 2)
                .assigned("n1", 3, "t2")
                .detached("n1");
        Story deleted = new Story().born().deleted();
        Story underATask = new Story()
                .task("t1", TaskState.TASK_STATE_RUNNING)
                .born()
                .broughtTo("n1", 1, "t1")
                .assigned("n1", 2)
                .unpublished("n1", "t1");
        Story backAgain = new Story()
                .born()
                .broughtTo("n1", 1, "t1")
                .takenFrom("n1", 2, "t1")
                .broughtTo("n1", 3, "t2");
        Story stagedAgain = new Story()
                .born()
                .broughtTo("n1", 1, "t1")
                .takenFrom("n1", 2, "t1")
                .broughtTo("n1", 3, "t2");
        Story added = new Story(Scope.SCOPE_MULTI_NODE, Sharing.SHARING_ALL)
                .born()
                .broughtTo("n1", 1, "t1")
                .assigned("n1", 2, "t1", "t2")
                .published("n1", "t2");
        Story stagedForATask = new Story()
                .task("t1", TaskState.TASK_STATE_RUNNING)
                .born()
                .attached("n1")
                .assigned("n1", 1, "t1")
                .staged("n1")
                .assigned("n1", 2);
        Story onAStrangersWord = new Story()
                .born()
                .attached("n1")
                .assigned("n1", 1, "t1")
                .assigned("n1", 2)
                .nothingLeftAtStranger("another", "n1", 2)
                .detached("n1");
        Story fencedLongAgo = new Story().node("n1", true).node("n1", false);
        fencedLongAgo.scene.later(Duration.ofMinutes(2));
        fencedLongAgo
                .task("t1", TaskState.TASK_STATE_RUNNING)
                .born()
                .broughtTo("n1", 1, "t1")
                .assigned("n1", 2)
                .unpublished("n1", "t1");
        return Stream.of(
                arguments(
                        "NothingOnSilence",
                        "unpublished on a word from an earlier stay",
                        backAgain.unpublished("n1", "t2")),
                arguments(
                        "NothingOnSilence",
                        "unstaged on a word from an earlier stay",
                        stagedAgain
                                .assigned("n1", 4, "t3")
                                .unpublished("n1", "t2")
                                .unstaged("n1")),
                arguments(
                        "NothingOnSilence",
                        "unpublished on a word from before it was given",
                        added.unpublished("n1", "t2")),
                arguments("NothingOnSilence", "unstaged under a running task", stagedForATask.unstaged("n1")),
                arguments("NothingOnSilence", "unpublished for a fence of long ago", fencedLongAgo),
                arguments("NothingOnSilence", "unpublished without a word", unpublished),
                arguments("NothingOnSilence", "unstaged while others were to come", unstaged),
                arguments("NothingOnSilence", "detached on an old word", oldWord),
                arguments("NothingOnSilence", "detached on the word of a second agent", onAStrangersWord),
                arguments("NothingOnSilence", "unpublished under a running task", underATask),
                arguments("NothingOnSilence", "deleted unasked", deleted));
    }

    private static Stream<Arguments> deallocations() {
        Story live = new Story()
                .service(false)
                .task("t1", TaskState.TASK_STATE_RUNNING)
                .service(true)
                .givenFree();
        Story unmarked = new Story().service(false).givenFree();
        Story takenBack = new Story().service(true).givenFree();
        takenBack.scene.deletes(HawserTopic.DEALLOCATIONS, "service/s");
        Story volumeOnly =
                new Story().born().service(false).removalCommanded("deallocation/s/1/v", "hawser/deallocator-service");
        Story twice = new Story().service(true).givenFree(1).givenFree(2);
        Story tooEarly = new Story()
                .born()
                .service(true)
                .removalCommanded("deallocation/s/1/v", "hawser/deallocator-service")
                .givenFree();
        Story unmarkedNetwork = new Story().network(false).networkGivenFree(1);
        Story heldNetwork = new Story().network(true).serviceOnNetwork().networkGivenFree(1);
        Story networkTwice = new Story().network(true).networkGivenFree(1).networkGivenFree(2);
        Story networkTakenBack = new Story().network(true).networkGivenFree(1);
        networkTakenBack.scene.deletes(HawserTopic.DEALLOCATIONS, "network/n");
        return Stream.of(
                arguments("OnlyDeallocatorDeletes", "given free twice", twice),
                arguments("OnlyDeallocatorDeletes", "a volume removed before the word on its service", tooEarly),
                arguments("OnlyDeallocatorDeletes", "a network given free unasked", unmarkedNetwork),
                arguments("OnlyDeallocatorDeletes", "a network given free under a service", heldNetwork),
                arguments("OnlyDeallocatorDeletes", "a network given free twice", networkTwice),
                arguments("OnlyDeallocatorDeletes", "the final word on a network taken back", networkTakenBack),
                arguments("OnlyDeallocatorDeletes", "given free under a live task", live),
                arguments("OnlyDeallocatorDeletes", "given free unasked", unmarked),
                arguments("OnlyDeallocatorDeletes", "the final word taken back", takenBack),
                arguments("OnlyDeallocatorDeletes", "a volume removed before its service", volumeOnly));
    }
}
