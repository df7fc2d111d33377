package io.hawser.strict;

import static io.hawser.strict.RightPace.options;
import static org.assertj.core.api.Assertions.assertThat;

import io.hawser.strict.call.Capabilities;
import io.hawser.strict.call.CapabilityProfiles;
import io.hawser.strict.call.Rpc;
import io.hawser.strict.fault.FaultScript;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.Set;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every call of the contract, made or refused. Each test has a plugin and a folder of its own. */
@Tag("concurrent")
@Execution(ExecutionMode.CONCURRENT)
class EveryCallContractTest {
    @TempDir
    Path folder;

    @ParameterizedTest
    @MethodSource("io.hawser.strict.PairwiseCapabilities#sets")
    @DisplayName("every call that is offered breaks no rule, and every other is refused, "
            + "whichever two capabilities the plugin has")
    void livesWithEveryPairOfCapabilities(String capabilities) {
        // Given
        Capabilities offered = CapabilityProfiles.parse(capabilities);
        EnumSet<Rpc> allowed = EnumSet.noneOf(Rpc.class);
        Arrays.stream(Rpc.values()).filter(rpc -> rpc.offeredBy(offered)).forEach(allowed::add);
        try (StrictPlugin plugin = StrictPlugin.start(options(folder, offered, FaultScript.calm()));
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
        try (StrictPlugin plugin = StrictPlugin.start(options(folder, offered, FaultScript.calm()));
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
}
