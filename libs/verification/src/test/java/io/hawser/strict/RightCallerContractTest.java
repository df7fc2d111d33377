package io.hawser.strict;

import static io.hawser.strict.RightPace.DEADLINE;
import static io.hawser.strict.RightPace.PAUSE;
import static io.hawser.strict.RightPace.options;
import static org.assertj.core.api.Assertions.assertThat;

import io.hawser.csi.v1.VolumeCapability.AccessMode.Mode;
import io.hawser.strict.call.Capabilities;
import io.hawser.strict.call.CapabilityProfiles;
import io.hawser.strict.call.Rpc;
import io.hawser.strict.fault.FaultScript;
import io.hawser.strict.fault.NamedScripts;
import io.hawser.strict.history.Event;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Each life has a plugin and a folder of its own. */
@Tag("concurrent")
@Execution(ExecutionMode.CONCURRENT)
class RightCallerContractTest {
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
    @MethodSource("notCreating")
    void usesVolumesThatNobodyCreated(String capabilities) {
        // Given
        Capabilities offered = CapabilityProfiles.parse(capabilities);
        StrictPluginOptions options =
                options(folder, offered, FaultScript.calm()).withAdopted(Set.of("disk-7"));
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

    /** How lives went; {@code metFaults} says whether the script decided about any of their calls. */
    private record Life(Verdict verdict, boolean metFaults) {}

    private Life live(Capabilities offered, FaultScript faults, String[] nodes, String... names) {
        try (StrictPlugin plugin = StrictPlugin.start(options(folder, offered, faults));
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
