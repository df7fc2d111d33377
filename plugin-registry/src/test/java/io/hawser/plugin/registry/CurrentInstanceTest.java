package io.hawser.plugin.registry;

import static io.hawser.plugin.registry.PluginScenes.BAD;
import static io.hawser.plugin.registry.PluginScenes.CREATE_DELETE_VOLUME;
import static io.hawser.plugin.registry.PluginScenes.GOOD;
import static io.hawser.plugin.registry.PluginScenes.NAME;
import static io.hawser.plugin.registry.PluginScenes.endpoint;
import static io.hawser.plugin.registry.PluginScenes.healthy;
import static io.hawser.plugin.registry.PluginScenes.registered;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Which instance of a plugin gets the controller calls. */
class CurrentInstanceTest {
    @Test
    @Tag("nomad-17")
    @Tag("nomad-51")
    @DisplayName("a newer registration takes over, as soon as it has answered well")
    void theNewestHealthyServes() {
        // Given
        Plugin plugin = registered("a", "b").probed("a", endpoint("a"), GOOD, Instant.EPOCH);
        Optional<String> before = plugin.current();
        // When
        Plugin after = plugin.probed("b", endpoint("b"), GOOD, Instant.EPOCH);
        // Then
        assertThat(before).contains("a");
        assertThat(after.current()).contains("b");
        assertThat(after.instances()).extracting(Instance::name).containsExactly("b", "a");
    }

    @Test
    @Tag("nomad-50")
    @DisplayName("a known instance that registers again keeps its place and its health")
    void aKnownInstanceIsNotReordered() {
        // Given
        Plugin plugin = healthy("a", "b");
        // When
        Plugin after = plugin.register("a", Declared.at("node-1", endpoint("a")), 100);
        // Then
        assertThat(after).isEqualTo(plugin);
    }

    @Test
    @DisplayName("a known instance with a changed endpoint keeps its place, "
            + "and must answer there first (nomad rule 22, W23)")
    void aChangedEndpointIsAskedAnew() {
        // Given
        Plugin plugin = healthy("a", "b");
        // When
        Plugin after = plugin.register("b", Declared.at("node-1", "unix:///new.sock"), 100);
        // Then
        assertThat(after.instances()).extracting(Instance::name).containsExactly("b", "a");
        assertThat(after.instance("b").orElseThrow().health()).isEqualTo(new Health.Unasked());
        assertThat(after.current()).contains("a");
        assertThat(after.probed("b", endpoint("b"), GOOD, Instant.EPOCH)).isEqualTo(after);
    }

    @Test
    @DisplayName("an answer that was under way when the instance was deregistered is not that of its successor, though"
            + " name and endpoint are the same")
    void aSuccessorIsAskedItself() {
        // Given
        Plugin plugin = healthy("a");
        Instance asked = plugin.instance("a").orElseThrow();
        // When
        Plugin again = plugin.register("a", Declared.at("node-2", endpoint("a")), 100);
        Plugin gone = plugin.deregister("a");
        Plugin replaced = gone.register("a", Declared.at("node-1", endpoint("a")), 100);
        // Then
        assertThat(again.has(asked)).isTrue();
        assertThat(gone.has(asked)).isFalse();
        assertThat(replaced.has(asked)).isFalse();
        assertThat(replaced.has(replaced.instance("a").orElseThrow())).isTrue();
    }

    @Test
    @Tag("nomad-18")
    @Tag("nomad-52")
    @DisplayName("deregistering an older instance leaves the current one alone")
    void anOlderOneGoes() {
        // When
        Plugin after = healthy("a", "b").deregister("a");
        // Then
        assertThat(after.current()).contains("b");
        assertThat(after.instances()).extracting(Instance::name).containsExactly("b");
    }

    @Test
    @Tag("nomad-13")
    @Tag("nomad-W12")
    @DisplayName("when the current one goes, the next newest serves immediately")
    void theNextNewestServesAtOnce() {
        // When
        Plugin deregistered = healthy("a", "b", "c").deregister("c");
        Plugin failed = healthy("a", "b", "c").probed("c", endpoint("c"), BAD, Instant.EPOCH);
        // Then
        assertThat(deregistered.current()).contains("b");
        assertThat(failed.current()).contains("b");
    }

    @Test
    @Tag("nomad-W3")
    @DisplayName("deregistering an instance that is not there touches no other")
    void deregisteringNobodyTouchesNobody() {
        // Given
        Plugin plugin = healthy("a", "b");
        // When
        Plugin after = plugin.deregister("x");
        // Then
        assertThat(after).isEqualTo(plugin);
    }

    @Test
    @DisplayName("one that comes and goes takes the calls back only after three good answers in a row")
    void aFlappingOneDoesNotStealBack() {
        // Given
        Plugin plugin = healthy("a", "b").probed("b", endpoint("b"), BAD, Instant.EPOCH);
        // When
        Plugin once = plugin.probed("b", endpoint("b"), GOOD, Instant.EPOCH);
        Plugin twice = once.probed("b", endpoint("b"), GOOD, Instant.EPOCH);
        Plugin again =
                twice.probed("b", endpoint("b"), BAD, Instant.EPOCH).probed("b", endpoint("b"), GOOD, Instant.EPOCH);
        Plugin thrice = twice.probed("b", endpoint("b"), GOOD, Instant.EPOCH);
        // Then
        assertThat(List.of(once, twice, again)).extracting(Plugin::current).containsOnly(Optional.of("a"));
        assertThat(thrice.current()).contains("b");
    }

    @Test
    @DisplayName(
            "one that failed twice after having been healthy has lapsed all the same: one good answer is not steady")
    void aLapseIsNotForgottenAtTheSecondFailure() {
        // Given
        Plugin failed = healthy("a", "b")
                .probed("b", endpoint("b"), BAD, Instant.EPOCH)
                .probed("b", endpoint("b"), BAD, Instant.EPOCH);
        // When
        Plugin after = failed.probed("b", endpoint("b"), GOOD, Instant.EPOCH);
        // Then
        assertThat(failed.instance("b").orElseThrow().health()).isInstanceOfSatisfying(Health.Unhealthy.class, bad -> {
            assertThat(bad.failures()).isEqualTo(2);
            assertThat(bad.lapsed()).isTrue();
        });
        assertThat(after.current()).contains("a");
    }

    @Test
    @DisplayName("where no other is healthy, one that just came back serves immediately")
    void theOnlyOneServes() {
        // Given
        Plugin plugin = healthy("a").probed("a", endpoint("a"), BAD, Instant.EPOCH);
        // When
        Plugin after = plugin.probed("a", endpoint("a"), GOOD, Instant.EPOCH);
        // Then
        assertThat(plugin.current()).isEmpty();
        assertThat(after.current()).contains("a");
    }

    @Test
    @DisplayName("one that was not up yet when it registered is no lapse")
    void aSlowStartIsNoLapse() {
        // Given
        Plugin plugin = healthy("a").register("b", Declared.at("", endpoint("b")), 2);
        // When
        Plugin after =
                plugin.probed("b", endpoint("b"), BAD, Instant.EPOCH).probed("b", endpoint("b"), GOOD, Instant.EPOCH);
        // Then
        assertThat(after.current()).contains("b");
    }

    @Test
    @DisplayName("one without controller service is healthy and never serves controller calls")
    void onlyControllersServe() {
        // Given
        Identity nodeOnly = new Identity("1.0", false, Set.of(), Set.of());
        // When
        Plugin after = registered("a").probed("a", endpoint("a"), new ProbeResult.Ready(nodeOnly), Instant.EPOCH);
        // Then
        assertThat(after.instance("a").orElseThrow().healthy()).isTrue();
        assertThat(after.current()).isEmpty();
    }

    @Test
    @Tag("nomad-5")
    @DisplayName("a controller without any capability is healthy, and serves")
    void aControllerWithoutCapabilities() {
        // Given
        Identity bare = new Identity("1.0", true, Set.of(1), Set.of());
        // When
        Plugin after = registered("a").probed("a", endpoint("a"), new ProbeResult.Ready(bare), Instant.EPOCH);
        // Then
        assertThat(after.instance("a").orElseThrow().healthy()).isTrue();
        assertThat(after.current()).contains("a");
    }

    @Test
    @DisplayName("a process for nodes only is healthy, serves no controller, and does not say what the plugin can do")
    void aProcessForNodesOnly() {
        // Given
        ProbeResult nodes = new ProbeResult.Ready(new Identity("1.0", false, Set.of(1), Set.of()));
        // When
        Plugin alone = registered("n").probed("n", endpoint("n"), nodes, Instant.EPOCH);
        Plugin both = registered("c", "n")
                .probed("c", endpoint("c"), GOOD, Instant.EPOCH)
                .probed("n", endpoint("n"), nodes, Instant.EPOCH);
        Plugin failed = both.probed("c", endpoint("c"), BAD, Instant.EPOCH);
        // Then
        assertThat(alone.instance("n").orElseThrow().healthy()).isTrue();
        assertThat(alone.current()).isEmpty();
        assertThat(Summary.of(alone, Map.of(), Set.of()).identity()).isEmpty();
        assertThat(both.current()).contains("c");
        assertThat(failed.current()).isEmpty();
        assertThat(Summary.of(failed, Map.of(), Set.of())
                        .identity()
                        .orElseThrow()
                        .controllerCapabilities())
                .containsExactly(CREATE_DELETE_VOLUME);
    }

    @Test
    @DisplayName(
            "an instance is used as it is registered: one for nodes gets no controller calls, one for the controller"
                    + " must offer them")
    void roles() {
        // Given
        ProbeResult controller = new ProbeResult.Ready(new Identity("1", true, Set.of(1), Set.of()));
        ProbeResult none = new ProbeResult.Ready(new Identity("1", false, Set.of(), Set.of()));
        // When
        Plugin node = role(Role.NODE).probed("a", endpoint("a"), controller, Instant.EPOCH);
        Plugin without = role(Role.BOTH).probed("a", endpoint("a"), none, Instant.EPOCH);
        Plugin with = role(Role.CONTROLLER).probed("a", endpoint("a"), controller, Instant.EPOCH);
        // Then
        assertThat(node.current()).isEmpty();
        assertThat(node.instance("a").orElseThrow().healthy()).isTrue();
        assertThat(without.current()).isEmpty();
        assertThat(without.instance("a").orElseThrow().health().message()).contains("no controller service");
        assertThat(with.current()).contains("a");
        // A registration for another role is another promise: its health is asked again.
        assertThat(with.register("a", new Declared("", endpoint("a"), Role.NODE, "", Map.of()), 9)
                        .current())
                .isEmpty();
    }

    private static Plugin role(Role role) {
        return Plugin.unknown(NAME).register("a", new Declared("", endpoint("a"), role, "", Map.of()), 1);
    }
}
