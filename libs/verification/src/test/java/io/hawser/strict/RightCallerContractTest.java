package io.hawser.strict;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.hawser.csi.v1.ListVolumesRequest;
import io.hawser.csi.v1.ProbeRequest;
import io.hawser.csi.v1.VolumeCapability.AccessMode.Mode;
import io.hawser.strict.fault.FaultScript;
import io.hawser.strict.fault.NamedScripts;
import io.hawser.strict.history.Event;
import io.hawser.strict.rule.Limits;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.Map;
import java.util.Set;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Each life has a plugin and a folder of its own. */
@Tag("concurrent")
@Execution(ExecutionMode.CONCURRENT)
class RightCallerContractTest {

    private static final Limits PACE =
            Limits.standard().withGaps(Duration.ofMillis(5), Duration.ofMinutes(5), Duration.ofMillis(5));
    private static final Duration DEADLINE = Duration.ofMillis(350);
    private static final Duration PAUSE = Duration.ofMillis(25);

    @TempDir
    Path folder;

    static Stream<String> scripts() {
        return NamedScripts.all().keySet().stream().filter(name -> !name.equals("amnesia"));
    }

    static LongStream seeds() {
        return LongStream.rangeClosed(1, 12);
    }

    static Stream<String> creating() {
        return profiles(true);
    }

    static Stream<String> notCreating() {
        return profiles(false);
    }

    private static Stream<String> profiles(boolean creating) {
        return CapabilityProfiles.all().entrySet().stream()
                .filter(profile -> Rpc.CREATE_VOLUME.offeredBy(profile.getValue()) == creating)
                .map(Map.Entry::getKey);
    }

    @ParameterizedTest
    @MethodSource("creating")
    @DisplayName("a whole life breaks no rule, whatever the plugin offers")
    void livesWithAnyCapabilities(String capabilities) {
        // Given
        Capabilities offered = CapabilityProfiles.parse(capabilities);

        // When
        Life life = live(offered, FaultScript.calm(), new String[] {"n1", "n2"}, "a", "b");

        // Then
        assertThat(life.verdict().violations()).isEmpty();
    }

    @ParameterizedTest
    @MethodSource("io.hawser.strict.PairwiseCapabilities#sets")
    @DisplayName("every call that is offered breaks no rule, and every other is refused, "
            + "whichever two capabilities the plugin has")
    void livesWithEveryPairOfCapabilities(String capabilities) {
        // Given
        Capabilities offered = CapabilityProfiles.parse(capabilities);
        EnumSet<Rpc> allowed = EnumSet.noneOf(Rpc.class);
        Arrays.stream(Rpc.values()).filter(rpc -> rpc.offeredBy(offered)).forEach(allowed::add);
        try (StrictPlugin plugin = StrictPlugin.start(options(offered, FaultScript.calm()));
                Caller caller = new Caller(plugin, folder)) {
            caller.read(offered, "n1");
            EveryCall calls = new EveryCall(caller, offered);

            // When
            calls.wholeLife("a");
            Verdict ofTheAllowed = plugin.verdict();
            Set<Rpc> refused = calls.refused();

            // Then
            assertThat(ofTheAllowed.violations()).isEmpty();
            assertThat(plugin.volumes()).isEmpty();
            assertThat(calls.made()).isSubsetOf(allowed);
            assertThat(refused).isEqualTo(EnumSet.complementOf(allowed));
            assertThat(plugin.verdict().broken()).isSubsetOf("rpc-without-capability");
            assertThat(plugin.verdict().violations()).hasSameSizeAs(refused);
        }
    }

    @Test
    @DisplayName("A plugin that offers everything is called with every RPC there is")
    void everyCallIsMade() {
        // Given
        Capabilities offered = CapabilityProfiles.full();
        try (StrictPlugin plugin = StrictPlugin.start(options(offered, FaultScript.calm()));
                Caller caller = new Caller(plugin, folder)) {
            caller.read(offered, "n1");
            EveryCall calls = new EveryCall(caller, offered);

            // When
            calls.wholeLife("a");

            // Then
            assertThat(calls.made()).containsExactlyInAnyOrder(Rpc.values());
            assertThat(plugin.verdict().violations()).isEmpty();
        }
    }

    @ParameterizedTest
    @MethodSource("scripts")
    @DisplayName("a whole life breaks no rule under a named fault script, and leaves nothing behind")
    void livesThroughNamedScripts(String script) {
        // Given
        FaultScript faults = NamedScripts.named(script);

        // When
        Life life = live(CapabilityProfiles.full(), faults, new String[] {"n1"}, "a");

        // Then
        assertThat(life.verdict().violations()).isEmpty();
        assertThat(life.metFaults()).isEqualTo(!faults.equals(FaultScript.calm()));
    }

    @ParameterizedTest
    @MethodSource("seeds")
    @DisplayName("three lives break no rule under a random fault script, and leave nothing behind")
    void livesThroughRandomScripts(long seed) {
        // Given
        FaultScript faults = FaultScript.random(seed);

        // When
        Life life = live(CapabilityProfiles.full(), faults, new String[] {"n1"}, "a", "b", "c");

        // Then
        assertThat(life.verdict().violations()).as(faults.toText()).isEmpty();
    }

    @ParameterizedTest
    @MethodSource("notCreating")
    void usesVolumesThatNobodyCreated(String capabilities) {
        // Given
        Capabilities offered = CapabilityProfiles.parse(capabilities);
        StrictPluginOptions options = options(offered, FaultScript.calm()).withAdopted(Set.of("disk-7"));
        try (StrictPlugin plugin = StrictPlugin.start(options);
                Caller caller = new Caller(plugin, folder)) {
            RightCaller right = new RightCaller(caller, offered, DEADLINE, PAUSE, "n1", "n2");
            right.read();

            // When
            right.onNodes(new VolumeUser(caller, offered, "disk", Mode.MULTI_NODE_MULTI_WRITER).adopted("disk-7"));

            // Then
            assertThat(plugin.verdict().violations()).isEmpty();
        }
    }

    @Test
    void repeatsOfUndoingBreakNoRule() {
        // Given
        Capabilities offered = CapabilityProfiles.full();
        try (StrictPlugin plugin = StrictPlugin.start(options(offered, FaultScript.calm()));
                Caller caller = new Caller(plugin, folder)) {
            caller.read(offered, "n1");
            VolumeUser volume = new VolumeUser(caller, offered, "a", Mode.SINGLE_NODE_WRITER).mount("n1", "t1");

            // When
            for (int i = 0; i < 2; i++) {
                volume.unpublish("n1", "t1");
            }
            for (int i = 0; i < 2; i++) {
                volume.unstage("n1");
            }
            for (int i = 0; i < 2; i++) {
                volume.detach("n1");
            }
            for (int i = 0; i < 2; i++) {
                volume.delete();
            }

            // Then
            assertThat(plugin.verdict().violations()).isEmpty();
            assertThat(plugin.volumes()).isEmpty();
        }
    }

    @Test
    void detachingAFencedNodeBreaksNoRule() {
        // Given
        Capabilities offered = CapabilityProfiles.full();
        try (StrictPlugin plugin = StrictPlugin.start(options(offered, FaultScript.calm()));
                Caller caller = new Caller(plugin, folder)) {
            caller.read(offered, "n1", "n2");
            VolumeUser volume = new VolumeUser(caller, offered, "a", Mode.SINGLE_NODE_WRITER).mount("n1", "t1");

            // When
            plugin.fence("n1", true);
            volume.detach("n1").attach("n2").stage("n2").publish("n2", "t2");

            // Then
            assertThat(plugin.verdict().violations()).isEmpty();
        }
    }

    @Test
    @DisplayName("a token that was answered with ABORTED may be used again once a listing begun anew has given it")
    void aTokenGivenAnewBreaksNoRule() {
        // Given
        Capabilities offered = CapabilityProfiles.full();
        FaultScript forgetful = FaultScript.parse("ListVolumes * 2 error ABORTED");
        try (StrictPlugin plugin = StrictPlugin.start(options(offered, forgetful));
                Caller caller = new Caller(plugin, folder)) {
            caller.read(offered, "n1");
            new VolumeUser(caller, offered, "a", Mode.SINGLE_NODE_WRITER).create();
            new VolumeUser(caller, offered, "b", Mode.SINGLE_NODE_WRITER).create();
            String forgotten = firstPage(caller);
            assertThatThrownBy(() -> nextPage(caller, forgotten)).hasMessageContaining("ABORTED");

            // When
            String again = firstPage(caller);
            nextPage(caller, again);

            // Then
            assertThat(again).isEqualTo(forgotten);
            assertThat(plugin.verdict().violations()).isEmpty();
        }
    }

    @Test
    @DisplayName("What changes nothing may be asked again after a pause, and by somebody else at once")
    void askingAgainAfterAPauseBreaksNoRule() {
        // Given
        FaultScript failing = FaultScript.parse("ListVolumes * 1-2 error UNAVAILABLE");
        try (StrictPlugin plugin = StrictPlugin.start(options(CapabilityProfiles.full(), failing));
                Caller caller = new Caller(plugin, folder);
                Caller another = new Caller(plugin, folder)) {
            caller.read(CapabilityProfiles.full());

            // When
            assertThatThrownBy(() -> firstPage(caller)).hasMessageContaining("UNAVAILABLE");
            assertThatThrownBy(() -> firstPage(another)).hasMessageContaining("UNAVAILABLE");
            await().pollDelay(PAUSE).until(() -> firstPage(caller).isEmpty());

            // Then
            assertThat(plugin.verdict().violations()).isEmpty();
            assertThat(plugin.verdict().exercised().get("retry-not-at-once")).isPositive();
        }
    }

    @Test
    void growingAVolumeAtTheControllerAndThenOnItsNodeBreaksNoRule() {
        // Given
        Capabilities offered = CapabilityProfiles.full();
        try (StrictPlugin plugin = StrictPlugin.start(options(offered, FaultScript.calm()));
                Caller caller = new Caller(plugin, folder)) {
            caller.read(offered, "n1");
            VolumeUser volume = new VolumeUser(caller, offered, "a", Mode.SINGLE_NODE_WRITER).mount("n1", "t1");

            // When
            volume.grow();
            caller.node("n1").nodeExpandVolume(volume.expandRequest("n1", "t1").build());
            caller.node("n1").nodeGetVolumeStats(volume.statsRequest("n1", "t1").build());

            // Then
            assertThat(plugin.verdict().violations()).isEmpty();
            assertThat(plugin.verdict().exercised()).containsEntry("node-expand-follows", 1L);
        }
    }

    @Test
    @DisplayName("Of a call that would reach another plugin than the one whose capabilities were read, nothing leaves")
    void anotherPluginIsNotCalledUnread() {
        // Given
        Capabilities offered = CapabilityProfiles.full();
        FaultScript deadly = FaultScript.parse("ListVolumes * 1 die with-state 200ms");
        try (StrictPlugin plugin = StrictPlugin.start(options(offered, deadly));
                Caller caller = Caller.careful(plugin, folder, DEADLINE);
                Caller another = new Caller(plugin, folder)) {
            caller.read(offered, "n1");
            another.read(offered);
            assertThatThrownBy(() -> firstPage(another)).hasMessageContaining("UNAVAILABLE");
            await().until(() -> {
                another.reconnect();
                return Caller.code(() -> another.identity().probe(ProbeRequest.getDefaultInstance()))
                        .isEmpty();
            });

            // When
            assertThatThrownBy(() -> firstPage(caller)).hasMessageContaining("CANCELLED");
            caller.reconnect();
            caller.read(offered, "n1");
            firstPage(caller);

            // Then
            assertThat(plugin.verdict().violations()).isEmpty();
        }
    }

    private static String firstPage(Caller caller) {
        return caller.controller()
                .listVolumes(ListVolumesRequest.newBuilder().setMaxEntries(1).build())
                .getNextToken();
    }

    private static void nextPage(Caller caller, String token) {
        caller.controller()
                .listVolumes(ListVolumesRequest.newBuilder()
                        .setMaxEntries(1)
                        .setStartingToken(token)
                        .build());
    }

    private StrictPluginOptions options(Capabilities offered, FaultScript faults) {
        return StrictPluginOptions.at(folder.resolve("csi.sock"))
                .withNodes("n1", "n2")
                .withCapabilities(offered)
                .withFaults(faults)
                .withLimits(PACE);
    }

    /** How lives went; {@code metFaults} says whether the script decided about any of their calls. */
    private record Life(Verdict verdict, boolean metFaults) {}

    private Life live(Capabilities offered, FaultScript faults, String[] nodes, String... names) {
        try (StrictPlugin plugin = StrictPlugin.start(options(offered, faults));
                Caller caller = Caller.careful(plugin, folder, DEADLINE)) {
            RightCaller right = new RightCaller(caller, offered, DEADLINE, PAUSE, nodes);
            for (String name : names) {
                right.wholeLife(name);
            }
            assertThat(plugin.volumes()).isEmpty();
            return new Life(plugin.verdict(), plugin.events().stream().anyMatch(Event.FaultApplied.class::isInstance));
        }
    }
}
