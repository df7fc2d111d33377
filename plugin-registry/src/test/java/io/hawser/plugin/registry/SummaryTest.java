package io.hawser.plugin.registry;

import static io.hawser.plugin.registry.PluginScenes.BAD;
import static io.hawser.plugin.registry.PluginScenes.CREATE_DELETE_VOLUME;
import static io.hawser.plugin.registry.PluginScenes.NAME;
import static io.hawser.plugin.registry.PluginScenes.endpoint;
import static io.hawser.plugin.registry.PluginScenes.healthy;
import static io.hawser.plugin.registry.PluginScenes.registered;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What the record of a plugin says as a whole: what it can do, how many it has, and whether it is gone. */
class SummaryTest {
    private static final ProbeResult WITHOUT_CONTROLLER =
            new ProbeResult.Ready(new Identity("1.0", false, Set.of(), Set.of()));

    @Test
    @Tag("nomad-6")
    @Tag("nomad-7")
    @DisplayName("capabilities are those of the last good answer; a failure keeps them, a new answer replaces them")
    void capabilitiesFollowTheLastGoodAnswer() {
        // Given
        Plugin plugin = healthy("a").probed("a", endpoint("a"), BAD, Instant.EPOCH);
        ProbeResult more = new ProbeResult.Ready(new Identity("2.0", true, Set.of(1), Set.of(1, 9)));
        // When
        Summary failed = Summary.of(plugin, Map.of(), Set.of());
        Summary renewed = Summary.of(plugin.probed("a", endpoint("a"), more, Instant.EPOCH), Map.of(), Set.of());
        // Then
        assertThat(failed.identity().orElseThrow().controllerCapabilities()).containsExactly(CREATE_DELETE_VOLUME);
        assertThat(failed.controllersExpected()).isEqualTo(1);
        assertThat(failed.controllersHealthy()).isZero();
        assertThat(renewed.identity().orElseThrow().controllerCapabilities()).containsExactlyInAnyOrder(1, 9);
    }

    @Test
    @DisplayName("a plugin can do what its current instance says, though a newer one says otherwise")
    void theCurrentOneSaysWhatThePluginCan() {
        // Given
        Identity newer = new Identity("2.0", true, Set.of(1), Set.of(9));
        Plugin plugin = healthy("a")
                .register("b", Declared.at("node-1", endpoint("b")), 2)
                .probed("b", endpoint("b"), new ProbeResult.NotReady(newer, "not ready"), Instant.EPOCH);
        // When
        Summary summary = Summary.of(plugin, Map.of(), Set.of());
        // Then
        assertThat(plugin.current()).contains("a");
        assertThat(summary.identity().orElseThrow().vendorVersion()).isEqualTo("1.0");
    }

    @Test
    @DisplayName("a process without controller service says nothing of the plugin while another instance, which may be"
            + " the controller, has not answered; one for nodes only is not waited for")
    void aProcessForNodesDoesNotSpeakForASilentController() {
        // Given
        Plugin nodes = registered("n").probed("n", endpoint("n"), WITHOUT_CONTROLLER, Instant.EPOCH);
        Declared forNodes = new Declared("node-2", endpoint("m"), Role.NODE, "", Map.of());
        // When
        Summary alone = Summary.of(nodes, Map.of(), Set.of());
        Summary besideController =
                Summary.of(nodes.register("c", Declared.at("node-1", endpoint("c")), 2), Map.of(), Set.of());
        Summary besideNode = Summary.of(nodes.register("m", forNodes, 2), Map.of(), Set.of());
        // Then
        assertThat(alone.identity()).isPresent();
        assertThat(besideController.identity()).isEmpty();
        assertThat(besideNode.identity()).isPresent();
    }

    @Test
    @DisplayName("a controller that does not answer any more has said what the plugin can do, whatever a newer process"
            + " without controller service says")
    void aProcessForNodesDoesNotSpeakForAnIllController() {
        // Given
        Plugin plugin = healthy("c")
                .register("n", Declared.at("node-1", endpoint("n")), 2)
                .probed("n", endpoint("n"), WITHOUT_CONTROLLER, Instant.EPOCH)
                .probed("c", endpoint("c"), BAD, Instant.EPOCH);
        // When
        Summary summary = Summary.of(plugin, Map.of(), Set.of());
        // Then
        assertThat(plugin.current()).isEmpty();
        assertThat(summary.identity().orElseThrow().controllerCapabilities()).containsExactly(CREATE_DELETE_VOLUME);
    }

    @Test
    @Tag("nomad-2")
    @DisplayName("a plugin's topology keys are those of the nodes of the inventory that have it")
    void topologyKeys() {
        // Given
        Plugin plugin = Plugin.unknown(NAME)
                .fingerprinted(new Fingerprint("n1", true, "", false, Set.of("zone", "rack")), Instant.EPOCH)
                .fingerprinted(new Fingerprint("n2", true, "", false, Set.of("zone")), Instant.EPOCH)
                .fingerprinted(new Fingerprint("n3", true, "", false, Set.of("gone")), Instant.EPOCH);
        // When
        Summary summary = Summary.of(plugin, Map.of("n3", NodeState.REMOVED), Set.of());
        // Then
        assertThat(summary.topologyKeys()).containsExactly("rack", "zone");
    }

    @Test
    @DisplayName("a removed node where the plugin does not answer does not hide that it has no controller;"
            + " one that finds a controller does")
    void aRemovedNodeThatSaysNothing() {
        // Given
        Fingerprint none = new Fingerprint("n1", true, "", true, Set.of());
        Fingerprint ill = new Fingerprint("n3", false, "GetPluginCapabilities: no answer", false, Set.of());
        Fingerprint finds = new Fingerprint("n3", true, "", false, Set.of());
        Map<String, NodeState> removed = Map.of("n3", NodeState.REMOVED);
        // Then
        assertThat(nodeOnly(Map.of(), none, ill)).isFalse();
        assertThat(nodeOnly(removed, none, ill)).isTrue();
        assertThat(nodeOnly(removed, none, finds)).isFalse();
        assertThat(nodeOnly(Map.of("n3", NodeState.FENCED), none, ill)).isFalse();
        assertThat(nodeOnly(removed, ill)).as("no node is left that says so").isFalse();
        assertThat(nodeOnly(Map.of())).isFalse();
    }

    private static boolean nodeOnly(Map<String, NodeState> nodes, Fingerprint... found) {
        Plugin plugin = Plugin.unknown(NAME);
        for (Fingerprint each : found) {
            plugin = plugin.fingerprinted(each, Instant.EPOCH);
        }
        return Summary.of(plugin, nodes, Set.of()).nodeOnly();
    }

    @Test
    @DisplayName("a node that is fenced has nothing healthy, one that was removed does not count")
    void countsNodes() {
        // Given
        Plugin plugin = Plugin.unknown(NAME)
                .fingerprinted(new Fingerprint("n1", true, "", false, Set.of()), Instant.EPOCH)
                .fingerprinted(new Fingerprint("n2", true, "", false, Set.of()), Instant.EPOCH)
                .fingerprinted(new Fingerprint("n3", true, "", false, Set.of()), Instant.EPOCH)
                .fingerprinted(new Fingerprint("n4", false, "socket gone", false, Set.of()), Instant.EPOCH);
        // When
        Summary summary = Summary.of(plugin, Map.of("n2", NodeState.FENCED, "n3", NodeState.REMOVED), Set.of());
        // Then
        assertThat(summary.nodesExpected()).isEqualTo(3);
        assertThat(summary.nodesHealthy()).isEqualTo(1);
    }

    @Test
    @DisplayName("a node whose agent is silent is expected, and not healthy whatever it said last")
    void aSilentNodeIsNotHealthy() {
        // Given
        Plugin plugin = Plugin.unknown(NAME)
                .fingerprinted(new Fingerprint("n1", true, "", false, Set.of()), Instant.EPOCH)
                .fingerprinted(new Fingerprint("n2", true, "", false, Set.of()), Instant.EPOCH);
        // When
        Summary summary = Summary.of(plugin, Map.of(), Set.of("n2"));
        // Then
        assertThat(summary.nodesExpected()).isEqualTo(2);
        assertThat(summary.nodesHealthy()).isEqualTo(1);
    }

    @Test
    @DisplayName("a plugin is gone when no instance is registered and no node of the inventory has it")
    void gone() {
        // Given
        Plugin found =
                Plugin.unknown(NAME).fingerprinted(new Fingerprint("n1", true, "", false, Set.of()), Instant.EPOCH);
        Map<String, NodeState> removed = Map.of("n1", NodeState.REMOVED);
        // Then
        assertThat(Summary.of(found, Map.of(), Set.of()).gone()).isFalse();
        assertThat(Summary.of(found, removed, Set.of()).gone()).isTrue();
        assertThat(Summary.of(registered("a"), removed, Set.of()).gone()).isFalse();
    }
}
