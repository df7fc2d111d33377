package io.hawser.volume.lifecycle.work;

import static io.hawser.volume.id.Ids.N1;
import static org.assertj.core.api.Assertions.assertThat;

import io.hawser.csi.CapabilitySet;
import io.hawser.v1.Node;
import io.hawser.v1.Plugin;
import io.hawser.v1.PluginInstance;
import io.hawser.volume.lifecycle.VolumeInputs.NodeFacts;
import io.hawser.volume.lifecycle.VolumeInputs.PluginFacts;
import io.hawser.volume.node.db.NodeRow;
import io.hawser.volume.plugin.db.PluginRow;
import java.util.Optional;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class PluginReaderTest {
    private static final Plugin PLUGIN = Plugin.newBuilder()
            .setName("p")
            .setEndpoint("unix:///p.sock")
            .setVendorVersion("1")
            .addPluginCapabilities(1)
            .addControllerCapabilities(1)
            .setCapabilitiesKnown(true)
            .setRevision(7)
            .build();

    @Test
    @DisplayName("What a plugin rejected is not asked again because an instance of it became well or ill")
    void healthMakesNoOtherPlugin() {
        // Given
        Plugin counted = PLUGIN.toBuilder()
                .setNodesHealthy(2)
                .setNodesExpected(3)
                .addInstances(PluginInstance.newBuilder().setName("node-1").setMessage("gone"))
                .setRevision(8)
                .build();

        // When / Then
        assertThat(version(counted)).isEqualTo(version(PLUGIN));
    }

    @Test
    @DisplayName("What a plugin rejected is not asked again because another of its instances serves it now, "
            + "or none for a moment")
    void whoServesItMakesNoOtherPlugin() {
        // Given
        Plugin two = PLUGIN.toBuilder()
                .addInstances(PluginInstance.newBuilder().setName("a").setEndpoint("unix:///p.sock"))
                .addInstances(PluginInstance.newBuilder().setName("b").setEndpoint("unix:///q.sock"))
                .build();

        // When / Then
        assertThat(version(two)).isEqualTo(version(PLUGIN));
        assertThat(version(two.toBuilder().setEndpoint("unix:///q.sock").build()))
                .isEqualTo(version(two));
        assertThat(version(two.toBuilder().clearEndpoint().build())).isEqualTo(version(two));
    }

    @Test
    @DisplayName("The same capabilities in another order are the same plugin")
    void orderMakesNoOtherPlugin() {
        assertThat(version(PLUGIN.toBuilder().addControllerCapabilities(2).build()))
                .isEqualTo(version(PLUGIN.toBuilder()
                        .clearControllerCapabilities()
                        .addControllerCapabilities(2)
                        .addControllerCapabilities(1)
                        .build()));
    }

    @Test
    @DisplayName("Another vendor version or capability is another plugin")
    void whatItCanDoMakesAnotherPlugin() {
        assertThat(version(PLUGIN.toBuilder().setVendorVersion("2").build())).isNotEqualTo(version(PLUGIN));
        assertThat(version(PLUGIN.toBuilder().addControllerCapabilities(2).build()))
                .isNotEqualTo(version(PLUGIN));
    }

    @Test
    @DisplayName("A plugin that has not answered yet is not known, whatever its record says")
    void silenceIsNoAnswer() {
        assertThat(facts(PLUGIN.toBuilder().setCapabilitiesKnown(false).build()))
                .isEmpty();
        assertThat(facts(PLUGIN)).isPresent();
    }

    @Test
    @DisplayName("A plugin without a controller service is not asked to create or attach, whatever it lists")
    void withoutControllerServiceNothingIsCalled() {
        PluginFacts none = facts(PLUGIN.toBuilder()
                        .clearPluginCapabilities()
                        .addControllerCapabilities(2)
                        .build())
                .orElseThrow();

        assertThat(none.creates()).isFalse();
        assertThat(none.publishes()).isFalse();
        assertThat(facts(PLUGIN).orElseThrow().creates()).isTrue();
        assertThat(facts(PLUGIN).orElseThrow().publishes()).isFalse();
    }

    @Test
    @DisplayName("A node that was removed from the inventory, or whose agent is suspect, is known as such")
    void aRemovedNode() {
        NodeRow row = new NodeRow(N1);
        row.message = Node.newBuilder().setName("n1").build().toByteArray();
        NodeFacts there = PluginReader.node(Optional.of(row), Optional.empty(), false);
        row.suspect = "AgentSilent";
        NodeFacts silent = PluginReader.node(Optional.of(row), Optional.empty(), false);
        row.suspect = "";
        row.removed = true;
        NodeFacts removed = PluginReader.node(Optional.of(row), Optional.empty(), false);

        assertThat(there).isEqualTo(new NodeFacts(false, "", false, false, Optional.empty(), true, CapabilitySet.NONE));
        assertThat(silent)
                .isEqualTo(new NodeFacts(false, "", false, false, Optional.empty(), false, CapabilitySet.NONE));
        assertThat(removed)
                .isEqualTo(new NodeFacts(false, "", false, true, Optional.empty(), false, CapabilitySet.NONE));
    }

    private static long version(Plugin plugin) {
        return facts(plugin).orElseThrow().version();
    }

    private static Optional<PluginFacts> facts(Plugin plugin) {
        PluginRow row = new PluginRow();
        row.name = plugin.getName();
        row.message = plugin.toByteArray();
        return PluginReader.plugin(row);
    }
}
