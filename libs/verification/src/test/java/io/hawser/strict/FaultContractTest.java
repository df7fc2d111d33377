package io.hawser.strict;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import com.google.protobuf.ByteString;
import io.grpc.Status.Code;
import io.hawser.csi.v1.CreateVolumeResponse;
import io.hawser.csi.v1.DeleteVolumeRequest;
import io.hawser.csi.v1.GetCapacityRequest;
import io.hawser.csi.v1.NodeGetInfoRequest;
import io.hawser.csi.v1.Volume;
import io.hawser.csi.v1.VolumeCapability.AccessMode.Mode;
import io.hawser.strict.backend.StoredVolume;
import io.hawser.strict.fault.Fault;
import io.hawser.strict.fault.FaultScript;
import io.hawser.strict.fault.NamedScripts;
import io.hawser.strict.fault.Selector;
import io.hawser.strict.history.Event;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class FaultContractTest {

    private static final Capabilities OFFERED = CapabilityProfiles.full();

    @TempDir
    Path folder;

    private StrictPlugin plugin;
    private Caller caller;
    private VolumeUser volume;

    @BeforeEach
    void start() {
        plugin = StrictPlugin.start(StrictPluginOptions.at(folder.resolve("csi.sock"))
                .withNodes("n1", "n2")
                .withLimits(WrongCaller.ANY_PACE));
        caller = new Caller(plugin, folder);
        caller.read(OFFERED, "n1", "n2");
        volume = new VolumeUser(caller, OFFERED, "a", Mode.MULTI_NODE_MULTI_WRITER);
    }

    @AfterEach
    void stop() {
        caller.close();
        plugin.close();
    }

    private void misbehave(String script) {
        plugin.misbehave(FaultScript.parse(script));
    }

    private Optional<Code> createWithin(int millis) {
        return Caller.code(() -> volume.created(caller.controller()
                .withDeadlineAfter(millis, TimeUnit.MILLISECONDS)
                .createVolume(volume.createRequest().build())));
    }

    private void awaitReconnected() {
        await().until(() -> {
            caller.reconnect();
            return Caller.code(() -> {
                        caller.read(OFFERED, "n1");
                        return true;
                    })
                    .isEmpty();
        });
    }

    @Test
    void anErrorDoesNothing() {
        // Given
        misbehave("CreateVolume a 1 error OUT_OF_RANGE");

        // When
        Optional<Code> first = createWithin(30_000);

        // Then
        assertThat(first).contains(Code.OUT_OF_RANGE);
        assertThat(plugin.volumes()).isEmpty();
        assertThat(createWithin(30_000)).isEmpty();
    }

    @Test
    void aDelayedCallKeepsItsVolumeBusyAfterItsCallerGaveUp() {
        // Given
        misbehave("CreateVolume * 1 delay 1s");

        // When
        Optional<Code> first = createWithin(100);
        Optional<Code> second = createWithin(30_000);

        // Then
        assertThat(first).contains(Code.DEADLINE_EXCEEDED);
        assertThat(second).contains(Code.ABORTED);
        await().until(() -> plugin.volumes().size() == 1);
        assertThat(createWithin(30_000)).isEmpty();
        assertThat(plugin.verdict().violations()).isEmpty();
    }

    @Test
    void aHangingCallDoesNothingAndFreesItsVolume() {
        // Given
        misbehave("CreateVolume * 1 hang");

        // When
        Optional<Code> first = createWithin(100);

        // Then
        assertThat(first).contains(Code.DEADLINE_EXCEEDED);
        assertThat(plugin.volumes()).isEmpty();
        await().until(() -> createWithin(30_000).isEmpty());
    }

    @Test
    void aHangingCallMayHoldItsVolumeForEver() {
        // Given
        misbehave("CreateVolume * 1 hang holding");

        // When
        createWithin(100);

        // Then
        assertThat(createWithin(30_000)).contains(Code.ABORTED);
        assertThat(createWithin(30_000)).contains(Code.ABORTED);
        plugin.die(Fault.Die.Memory.WITH_STATE);
        plugin.comeBack();
        awaitReconnected();
        assertThat(createWithin(30_000)).isEmpty();
    }

    @Test
    void aCallThatHoldsItsVolumeMayBeThePluginsEnd() {
        // Given
        misbehave("CreateVolume * 1 hang holding 1s");

        // When
        Optional<Code> first = createWithin(100);
        Optional<Code> second = createWithin(30_000);

        // Then
        assertThat(first).contains(Code.DEADLINE_EXCEEDED);
        assertThat(second).contains(Code.ABORTED);
        await().until(() -> {
            caller.reconnect();
            return createWithin(30_000).isEmpty();
        });
    }

    @Test
    void anUncertainAnswerHidesThatItWasDone() {
        // Given
        misbehave("CreateVolume * 1 act-then UNKNOWN");

        // When
        Optional<Code> first = createWithin(30_000);

        // Then
        assertThat(first).contains(Code.UNKNOWN);
        assertThat(plugin.volumes()).hasSize(1);
        assertThat(createWithin(30_000)).isEmpty();
        assertThat(plugin.volumes()).extracting(StoredVolume::id).containsExactly(volume.id());
    }

    @Test
    void aDroppedConnectionHidesThatItWasDone() {
        // Given
        misbehave("CreateVolume * 1 act-then-drop");

        // When
        Optional<Code> first = createWithin(30_000);

        // Then
        assertThat(first).contains(Code.UNAVAILABLE);
        assertThat(plugin.volumes()).hasSize(1);
        awaitReconnected();
        assertThat(createWithin(30_000)).isEmpty();
    }

    @Test
    @DisplayName("Of a call that has no halves nothing is done, and the history says so")
    void halfOfACallThatHasNone() {
        // Given
        misbehave("GetCapacity * 1 half UNAVAILABLE");

        // When
        Optional<Code> asked =
                Caller.code(() -> caller.controller().getCapacity(GetCapacityRequest.getDefaultInstance()));

        // Then
        assertThat(asked).contains(Code.UNAVAILABLE);
        assertThat(plugin.events())
                .filteredOn(event -> event instanceof Event.CallEnded ended && ended.code() == Code.UNAVAILABLE)
                .extracting(event -> ((Event.CallEnded) event).effect())
                .containsExactly(Event.Effect.NONE);
    }

    @Test
    void halfOfEachCallIsInTheWayUntilItIsRepeatedOrUndone() {
        // Given
        misbehave("* a 1 half INTERNAL");

        // When
        Optional<Code> created = createWithin(30_000);
        volume.create();
        Optional<Code> attached = Caller.code(() -> volume.attach("n1"));
        StoredVolume halfAttached = plugin.volumes().get(0);
        boolean attachComplete =
                halfAttached.attachments().get(VolumeUser.nodeId("n1")).complete();
        volume.attach("n1");
        Optional<Code> staged = Caller.code(() -> volume.stage("n1"));
        Optional<Code> publishedTooEarly = Caller.code(() -> volume.publish("n1", "t0"));
        volume.stage("n1");
        Optional<Code> published = Caller.code(() -> volume.publish("n1", "t1"));
        boolean leafStands = Files.exists(volume.target("n1", "t1"));
        volume.publish("n1", "t1");
        Optional<Code> unpublished = Caller.code(() -> volume.unpublish("n1", "t1"));
        boolean leafLeft = Files.exists(volume.target("n1", "t1"));
        volume.unpublish("n1", "t1");
        Optional<Code> unstaged = Caller.code(() -> volume.unstage("n1"));
        boolean stagingComplete =
                plugin.volumes().get(0).stagings().get(VolumeUser.nodeId("n1")).complete();
        volume.unstage("n1");
        Optional<Code> detached = Caller.code(() -> volume.detach("n1"));
        boolean attachmentComplete = plugin.volumes()
                .get(0)
                .attachments()
                .get(VolumeUser.nodeId("n1"))
                .complete();
        volume.detach("n1");
        Optional<Code> deleted = Caller.code(volume::delete);
        int left = plugin.volumes().size();
        volume.delete();

        // Then
        assertThat(created).contains(Code.INTERNAL);
        assertThat(attached).contains(Code.INTERNAL);
        assertThat(attachComplete).isFalse();
        assertThat(staged).contains(Code.INTERNAL);
        assertThat(publishedTooEarly).isPresent();
        assertThat(published).contains(Code.INTERNAL);
        assertThat(leafStands).isTrue();
        assertThat(unpublished).contains(Code.INTERNAL);
        assertThat(leafLeft).isTrue();
        assertThat(volume.target("n1", "t1")).doesNotExist();
        assertThat(unstaged).contains(Code.INTERNAL);
        assertThat(stagingComplete).isFalse();
        assertThat(detached).contains(Code.INTERNAL);
        assertThat(attachmentComplete).isFalse();
        assertThat(deleted).contains(Code.INTERNAL);
        assertThat(left).isOne();
        assertThat(plugin.volumes()).isEmpty();
    }

    @Test
    void notFoundOnTheWayDownLeavesEverythingThere() {
        // Given
        plugin.misbehave(NamedScripts.named("rejecting-undo"));
        volume.mount("n1", "t1");
        String node = VolumeUser.nodeId("n1");

        // When
        Optional<Code> unpublished = Caller.code(() -> volume.unpublish("n1", "t1"));
        boolean leafLeft = Files.exists(volume.target("n1", "t1"));
        volume.unpublish("n1", "t1");
        Optional<Code> unstaged = Caller.code(() -> volume.unstage("n1"));
        boolean stagingLeft = plugin.volumes().get(0).stagings().get(node).complete();
        volume.unstage("n1");
        Optional<Code> detached = Caller.code(() -> volume.detach("n1"));
        boolean attachmentLeft = plugin.volumes().get(0).attachments().get(node).complete();
        volume.detach("n1").delete();

        // Then
        assertThat(List.of(unpublished, unstaged, detached)).containsOnly(Optional.of(Code.NOT_FOUND));
        assertThat(leafLeft).isTrue();
        assertThat(stagingLeft).isTrue();
        assertThat(attachmentLeft).isTrue();
        assertThat(plugin.volumes()).isEmpty();
        assertThat(plugin.verdict().violations()).isEmpty();
    }

    @Test
    void aLateAnswerComesAfterItsCallerGaveUp() {
        // Given
        misbehave("CreateVolume * 1 late 50ms");

        // When
        Optional<Code> first = createWithin(100);

        // Then
        assertThat(first).contains(Code.DEADLINE_EXCEEDED);
        await().until(() -> plugin.volumes().size() == 1);
        assertThat(plugin.events().stream()
                        .filter(Event.CallEnded.class::isInstance)
                        .map(Event.CallEnded.class::cast)
                        .filter(ended -> !ended.delivered()))
                .singleElement()
                .satisfies(ended -> assertThat(ended.effect()).isEqualTo(Event.Effect.WHOLE));
    }

    @Test
    void garbageIsNoAnswer() {
        // Given
        misbehave("CreateVolume * 1 garbage undecodable\nCreateVolume * 2 garbage empty");

        // When
        Optional<Code> undecodable = createWithin(30_000);
        CreateVolumeResponse empty =
                caller.controller().createVolume(volume.createRequest().build());

        // Then
        assertThat(undecodable).isPresent();
        assertThat(empty.hasVolume()).isFalse();
        assertThat(createWithin(30_000)).isEmpty();
        assertThat(plugin.volumes()).hasSize(1);
    }

    @Test
    void aDyingPluginComesBackWithItsState() {
        // Given
        misbehave("CreateVolume * 1 die acting with-state 100ms");

        // When
        Optional<Code> first = createWithin(30_000);

        // Then
        assertThat(first).contains(Code.UNAVAILABLE);
        awaitReconnected();
        assertThat(plugin.volumes()).hasSize(1);
        assertThat(createWithin(30_000)).isEmpty();
    }

    @Test
    void aDyingPluginMayComeBackWithoutItsState() {
        // Given
        volume.create();
        misbehave("DeleteVolume * 1 die without-state 100ms");

        // When
        Optional<Code> first = Caller.code(volume::delete);

        // Then
        assertThat(first).contains(Code.UNAVAILABLE);
        awaitReconnected();
        assertThat(plugin.volumes()).isEmpty();
    }

    @Test
    void aSocketThatIsGoneLeavesTheOthersAlone() {
        // Given
        misbehave("CreateVolume * 1 socket-gone 2s");

        // When
        Optional<Code> first = createWithin(30_000);
        // The caller hears of the lost connection before the file is gone.
        await().pollInterval(Duration.ofMillis(5)).until(() -> !Files.exists(folder.resolve("csi.sock")));
        Optional<Code> onNode =
                Caller.code(() -> caller.node("n1").nodeGetInfo(NodeGetInfoRequest.getDefaultInstance()));

        // Then
        assertThat(first).contains(Code.UNAVAILABLE);
        assertThat(onNode).isEmpty();
        awaitReconnected();
        assertThat(folder.resolve("csi.sock")).exists();
    }

    @Test
    @DisplayName("An uninstalled plugin has no sockets; a restart that a fault has scheduled does not bring it back")
    void uninstalled() {
        // Given
        misbehave("CreateVolume * 1 socket-gone 50ms");
        createWithin(30_000);
        // When
        plugin.uninstall();
        // Then
        assertThat(plugin.running()).isEmpty();
        await().during(Duration.ofMillis(200))
                .until(() -> Files.notExists(folder.resolve("csi.sock")) && Files.notExists(folder.resolve("n1.sock")));
        plugin.comeBack();
        awaitReconnected();
        assertThat(plugin.running()).isPresent();
    }

    @Test
    void aFaultMayBeForOneVolumeByItsOrder() {
        // Given
        misbehave("CreateVolume #2 * error RESOURCE_EXHAUSTED");

        // When
        Optional<Code> first = createWithin(30_000);
        Optional<Code> second =
                Caller.code(() -> new VolumeUser(caller, OFFERED, "b", Mode.MULTI_NODE_MULTI_WRITER).create());

        // Then
        assertThat(first).isEmpty();
        assertThat(second).contains(Code.RESOURCE_EXHAUSTED);
    }

    @Test
    void aFaultMayBeForOneVolumeByItsId() {
        // Given
        VolumeUser other = new VolumeUser(caller, OFFERED, "b", Mode.MULTI_NODE_MULTI_WRITER);
        volume.create();
        other.create();
        misbehave("DeleteVolume " + other.id() + " * error INTERNAL");

        // When
        Optional<Code> first = Caller.code(volume::delete);
        Optional<Code> second = Caller.code(other::delete);

        // Then
        assertThat(first).isEmpty();
        assertThat(second).contains(Code.INTERNAL);
        assertThat(plugin.volumes()).extracting(StoredVolume::name).containsExactly("b");
    }

    @Test
    void aFaultMayBeForOneNodeByItsId() {
        // Given
        volume.create().attach("n1").attach("n2");
        misbehave("NodeStageVolume *@strict-n2 * error INTERNAL");

        // When
        Optional<Code> first = Caller.code(() -> volume.stage("n1"));
        Optional<Code> second = Caller.code(() -> volume.stage("n2"));

        // Then
        assertThat(first).isEmpty();
        assertThat(second).contains(Code.INTERNAL);
        assertThat(plugin.volumes().getFirst().stagings()).containsOnlyKeys("strict-n1");
    }

    @Test
    void whatItIsToldToSayIsSaidAndNotDone() {
        // Given
        CreateVolumeResponse said = CreateVolumeResponse.newBuilder()
                .setVolume(Volume.newBuilder().setVolumeId("said"))
                .build();
        say(Rpc.CREATE_VOLUME, Fault.Says.answer(said));

        // When
        CreateVolumeResponse heard =
                caller.controller().createVolume(volume.createRequest().build());
        caller.controller()
                .deleteVolume(
                        DeleteVolumeRequest.newBuilder().setVolumeId("said").build());

        // Then
        assertThat(heard).isEqualTo(said);
        assertThat(plugin.volumes()).isEmpty();
        assertThat(plugin.verdict().violations()).isEmpty();
    }

    @Test
    void anErrorComesInTheWordsThatItIsToldEvenAfterAnAnswerBegan() {
        // Given
        say(Rpc.CREATE_VOLUME, new Fault.Says(List.of(ByteString.EMPTY), Code.UNIMPLEMENTED, "not on Sundays"));

        // When
        var creating = assertThatThrownBy(volume::create);

        // Then
        creating.hasMessage("UNIMPLEMENTED: not on Sundays");
        plugin.misbehave(FaultScript.calm());
        volume.create();
        assertThat(plugin.verdict().broken()).containsExactly("unimplemented-rereads-capabilities");
    }

    @ParameterizedTest
    @DisplayName("No message, two, or one that cannot be read is no answer: nobody may believe that there is a volume")
    @ValueSource(strings = {"OK", "OK - -", "OK CgQKAmlk CgQKAmlk", "OK /w=="})
    void whatIsNoAnswerTellsNothing(String words) {
        // Given
        misbehave("CreateVolume * 1 says " + words);

        // When
        Optional<Code> first = createWithin(30_000);

        // Then
        assertThat(first).isPresent();
        assertThat(plugin.events())
                .filteredOn(Event.CallGivenUp.class::isInstance)
                .hasSize(1);
        assertThat(createWithin(30_000)).isEmpty();
        assertThat(plugin.verdict().violations()).isEmpty();
    }

    private void say(Rpc rpc, Fault.Says says) {
        plugin.misbehave(FaultScript.of(Selector.attempt(rpc, 1), says));
    }
}
