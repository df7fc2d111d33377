package io.hawser.strict;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.grpc.Status;
import io.hawser.csi.v1.VolumeCapability.AccessMode.Mode;
import io.hawser.strict.backend.StoredVolume;
import io.hawser.strict.call.Capabilities;
import io.hawser.strict.call.CapabilityProfiles;
import io.hawser.strict.fault.Fault;
import io.hawser.strict.fault.FaultScript;
import io.hawser.strict.history.Event;
import io.hawser.strict.knowledge.Limits;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Future;
import java.util.function.Consumer;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What is close to a breach, and none. */
class FairJudgeContractTest {

    private static final Capabilities OFFERED = CapabilityProfiles.full();
    private static final Limits HOURS =
            Limits.standard().withGaps(Duration.ofHours(1), Duration.ofHours(2), Duration.ofHours(3));
    private static final Limits NO_TIME = Limits.standard().withGaps(Duration.ZERO, Duration.ZERO, Duration.ZERO);

    @TempDir
    Path folder;

    @Test
    @DisplayName("What was undone may be done again at once, however often it failed before")
    void doingAgainWhatWasUndoneBreaksNoRule() {
        // Given
        FaultScript failing = FaultScript.parse("ControllerPublishVolume * 1 act-then UNKNOWN");
        try (StrictPlugin plugin = StrictPlugin.start(options(failing, HOURS));
                Caller caller = new Caller(plugin, folder)) {
            caller.read(OFFERED, "n1");
            VolumeUser volume = new VolumeUser(caller, OFFERED, "a", Mode.SINGLE_NODE_WRITER).create();
            assertThat(Caller.code(() -> volume.attach("n1"))).contains(Status.Code.UNKNOWN);

            // When
            volume.detach("n1").attach("n1");

            // Then
            assertThat(plugin.verdict().violations()).isEmpty();
        }
    }

    @Test
    @DisplayName("What is being undone need not be repeated: it is the undoing that has to come to an end")
    void onlyTheUndoingHasToBeRepeated() {
        // Given
        FaultScript failing = FaultScript.parse("""
                ControllerPublishVolume   * 1 act-then UNKNOWN
                ControllerUnpublishVolume * 1 error UNAVAILABLE
                """);
        Limits never = NO_TIME.withWaived(Set.of("unpublish-names-its-node"));
        try (StrictPlugin plugin = StrictPlugin.start(options(failing, never));
                Caller caller = new Caller(plugin, folder)) {
            caller.read(OFFERED, "n1");
            VolumeUser volume = new VolumeUser(caller, OFFERED, "a", Mode.SINGLE_NODE_WRITER).create();
            assertThat(Caller.code(() -> volume.attach("n1"))).contains(Status.Code.UNKNOWN);

            // When
            Optional<Status.Code> everywhere = Caller.code(() -> caller.controller()
                    .controllerUnpublishVolume(
                            volume.detachRequest("n1").clearNodeId().build()));

            // Then
            assertThat(everywhere).contains(Status.Code.UNAVAILABLE);
            assertThat(plugin.verdict().violations()).singleElement().satisfies(violation -> {
                assertThat(violation.rule()).isEqualTo("retry-not-never");
                assertThat(violation.calls()).containsExactly(lastCall(plugin));
            });
        }
    }

    @Test
    @DisplayName("Where the node knows no such volume, there is nothing left to undo")
    void whatIsNotThereNeedsNoRepetition() {
        afterAStageInDoubt(Status.Code.NOT_FOUND, plugin -> {});
    }

    @Test
    @DisplayName("On a machine that is gone there is nothing left to repeat or to undo")
    void whatADestroyedMachineRefusedNeedsNoRepetition() {
        afterAStageInDoubt(Status.Code.PERMISSION_DENIED, plugin -> plugin.wipe("n1"));
    }

    private void afterAStageInDoubt(Status.Code unstaged, Consumer<StrictPlugin> then) {
        // Given
        FaultScript failing = FaultScript.parse("""
                NodeStageVolume   * 1 error UNAVAILABLE
                NodeUnstageVolume * 1 error %s
                """.formatted(unstaged));
        try (StrictPlugin plugin = StrictPlugin.start(options(failing, NO_TIME));
                Caller caller = new Caller(plugin, folder)) {
            caller.read(OFFERED, "n1");
            VolumeUser volume = new VolumeUser(caller, OFFERED, "a", Mode.SINGLE_NODE_WRITER)
                    .create()
                    .attach("n1");
            assertThat(Caller.code(() -> volume.stage("n1"))).contains(Status.Code.UNAVAILABLE);

            // When
            assertThat(Caller.code(() -> volume.unstage("n1"))).contains(unstaged);
            then.accept(plugin);

            // Then
            assertThat(plugin.verdict().violations()).isEmpty();
        }
    }

    @Test
    @DisplayName("What found no room may be asked again at once when another volume has gone")
    void askingAgainForRoomThatCameBreaksNoRule() {
        // Given
        FaultScript full = FaultScript.parse("CreateVolume a 1 error RESOURCE_EXHAUSTED");
        try (StrictPlugin plugin = StrictPlugin.start(options(full, HOURS));
                Caller caller = new Caller(plugin, folder)) {
            caller.read(OFFERED);
            VolumeUser other = new VolumeUser(caller, OFFERED, "b", Mode.SINGLE_NODE_WRITER).create();
            VolumeUser volume = new VolumeUser(caller, OFFERED, "a", Mode.SINGLE_NODE_WRITER);
            assertThat(Caller.code(volume::create)).contains(Status.Code.RESOURCE_EXHAUSTED);

            // When
            other.delete();
            volume.create();

            // Then
            assertThat(plugin.verdict().violations()).isEmpty();
            assertThat(plugin.verdict().exercised()).containsEntry("rejected-call-waits", 1L);
        }
    }

    @Test
    @DisplayName(
            "With one call a volume may be detached from all nodes that it has left, and from those that are fenced")
    void detachingFromAllNodesBreaksNoRule() {
        // Given
        Limits unnamed = WrongCaller.ANY_PACE.withWaived(Set.of("unpublish-names-its-node"));
        try (StrictPlugin plugin = StrictPlugin.start(options(FaultScript.calm(), unnamed));
                Caller caller = new Caller(plugin, folder)) {
            caller.read(OFFERED, "n1", "n2");
            VolumeUser volume = new VolumeUser(caller, OFFERED, "a", Mode.MULTI_NODE_MULTI_WRITER)
                    .mount("n1", "t1")
                    .attach("n2")
                    .stage("n2")
                    .unstage("n2");
            plugin.fence("n1", true);

            // When
            caller.controller()
                    .controllerUnpublishVolume(
                            volume.detachRequest("n1").clearNodeId().build());

            // Then
            assertThat(plugin.verdict().violations()).isEmpty();
            assertThat(plugin.verdict().exercised()).containsEntry("unstage-before-controller-unpublish", 1L);
        }
    }

    @Test
    @DisplayName("What a destroyed machine had is gone with it: it is detached, and comes to the next of that name")
    void aDestroyedMachineHasNothing() {
        // Given
        try (StrictPlugin plugin = StrictPlugin.start(options(FaultScript.calm(), WrongCaller.ANY_PACE));
                Caller caller = new Caller(plugin, folder)) {
            caller.read(OFFERED, "n1");
            VolumeUser volume = new VolumeUser(caller, OFFERED, "a", Mode.SINGLE_NODE_WRITER).mount("n1", "t1");

            // When
            plugin.wipe("n1");
            volume.detach("n1").attach("n1").stage("n1").publish("n1", "t2");

            // Then
            assertThat(plugin.verdict().violations()).isEmpty();
            assertThat(plugin.verdict().exercised()).containsEntry("unstage-before-controller-unpublish", 1L);
        }
    }

    @Test
    @DisplayName("A short secret may be part of a longer word")
    void aWordThatHoldsAShortSecretBreaksNoRule() {
        // Given
        try (StrictPlugin plugin = StrictPlugin.start(options(FaultScript.calm(), WrongCaller.ANY_PACE));
                Caller caller = new Caller(plugin, folder)) {
            caller.read(OFFERED);
            VolumeUser volume = new VolumeUser(caller, OFFERED, "a", Mode.SINGLE_NODE_WRITER);

            // When
            caller.controller()
                    .createVolume(volume.createRequest()
                            .putSecrets("user", "admin")
                            .putParameters("owner", "administrators")
                            .build());

            // Then
            assertThat(plugin.verdict().violations()).isEmpty();
            assertThat(plugin.verdict().exercised()).containsEntry("secrets-only-in-secret-fields", 1L);
        }
    }

    @Test
    @DisplayName("Where nobody has to read again after a restart, what was read before it holds on")
    void usingWhatWasReadBeforeARestartBreaksNoRule() {
        // Given
        Limits once = Limits.standard().withoutRereadAfterRestart();
        try (StrictPlugin plugin = StrictPlugin.start(options(FaultScript.calm(), once));
                Caller caller = new Caller(plugin, folder);
                Caller again = new Caller(plugin, folder)) {
            caller.read(OFFERED);
            plugin.die(Fault.Die.Memory.WITH_STATE);
            plugin.comeBack();
            plugin.forgetVerdict();

            // When
            new VolumeUser(again, OFFERED, "a", Mode.SINGLE_NODE_WRITER).create();

            // Then
            assertThat(plugin.verdict().violations()).isEmpty();
            assertThat(plugin.verdict().exercised()).containsEntry("capabilities-before-use", 1L);
        }
    }

    @Test
    @DisplayName("A name may have 128 bytes, whatever characters they make")
    void aNameOfAsManyBytesAsThereMayBeBreaksNoRule() {
        // Given
        String name = "\u00e9".repeat(64);
        try (StrictPlugin plugin = StrictPlugin.start(options(FaultScript.calm(), WrongCaller.ANY_PACE));
                Caller caller = new Caller(plugin, folder)) {
            caller.read(OFFERED);

            // When
            new VolumeUser(caller, OFFERED, name, Mode.SINGLE_NODE_WRITER).create();

            // Then
            assertThat(plugin.volumes()).extracting(StoredVolume::name).containsExactly(name);
            assertThat(plugin.verdict().violations()).isEmpty();
        }
    }

    @ParameterizedTest
    @CsvSource({"SINGLE_NODE_READER_ONLY, full", "MULTI_NODE_READER_ONLY, no-readonly-publish"})
    @DisplayName("What is for readers may be published to a reader, though the controller was not told of it")
    void publishingToAReaderBreaksNoRule(Mode mode, String profile) {
        // Given
        Capabilities offered = CapabilityProfiles.parse(profile);
        StrictPluginOptions options =
                options(FaultScript.calm(), WrongCaller.ANY_PACE).withCapabilities(offered);
        try (StrictPlugin plugin = StrictPlugin.start(options);
                Caller caller = new Caller(plugin, folder)) {
            caller.read(offered, "n1");
            VolumeUser volume = new VolumeUser(caller, offered, "a", mode)
                    .create()
                    .attach("n1")
                    .stage("n1");

            // When
            caller.node("n1")
                    .nodePublishVolume(
                            volume.publishRequest("n1", "t1").setReadonly(true).build());

            // Then
            assertThat(plugin.verdict().violations()).isEmpty();
            assertThat(plugin.verdict().exercised()).containsEntry("reader-mode-read-only", 1L);
        }
    }

    @Test
    @DisplayName("Calls for one volume may be under way on two nodes, and one of the controller besides")
    void callsOnTwoNodesDoNotOverlap() {
        // Given
        FaultScript slow = FaultScript.parse("NodeStageVolume * * hang");
        try (StrictPlugin plugin = StrictPlugin.start(options(slow, WrongCaller.ANY_PACE));
                Caller caller = new Caller(plugin, folder)) {
            caller.read(OFFERED, "n1", "n2");
            VolumeUser volume = new VolumeUser(caller, OFFERED, "a", Mode.MULTI_NODE_MULTI_WRITER)
                    .create()
                    .attach("n1")
                    .attach("n2");

            // When
            List<Future<?>> staging = List.of(stageLater(caller, volume, "n1"), stageLater(caller, volume, "n2"));
            await().until(() -> plugin.events().stream()
                            .filter(Event.FaultApplied.class::isInstance)
                            .count()
                    == staging.size());
            volume.attach("n1");

            // Then
            assertThat(plugin.verdict().violations()).isEmpty();
            assertThat(plugin.verdict().exercised()).containsEntry("one-call-per-volume-and-node", 2L);
            staging.forEach(call -> call.cancel(true));
        }
    }

    private static Future<?> stageLater(Caller caller, VolumeUser volume, String node) {
        return caller.nodeLater(node).nodeStageVolume(volume.stageRequest(node).build());
    }

    private static long lastCall(StrictPlugin plugin) {
        return plugin.events().stream()
                .filter(Event.CallArrived.class::isInstance)
                .map(Event.CallArrived.class::cast)
                .mapToLong(arrived -> arrived.call().id())
                .max()
                .orElseThrow();
    }

    private StrictPluginOptions options(FaultScript faults, Limits limits) {
        return StrictPluginOptions.at(folder.resolve("csi.sock"))
                .withNodes("n1", "n2")
                .withFaults(faults)
                .withLimits(limits);
    }
}
