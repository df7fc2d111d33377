package io.hawser.node.plugin;

import static org.assertj.core.api.Assertions.assertThat;

import io.hawser.csi.CapabilitySet;
import io.hawser.csi.CsiEndpoint;
import io.hawser.csi.PluginIdentity;
import io.hawser.csi.PluginLook;
import io.hawser.csi.v1.NodeGetInfoResponse;
import io.hawser.csi.v1.Topology;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class PluginChangeTest {
    private static final CsiEndpoint SOCKET = new CsiEndpoint.Unix("/p/a.sock");
    private static final PluginStatus NOT_YET = new PluginStatus(SOCKET, PluginLook.NOT_YET);

    @Test
    @DisplayName("A plugin that is found, fails, fails again in the same way and recovers: three changes")
    void health() {
        PluginStatus well = plugin("a", "1", 1, "n-1", 3);
        PluginStatus ill = Readings.ill(well, "Probe: no");

        assertThat(PluginChange.between(NOT_YET, NOT_YET)).isEmpty();
        assertThat(PluginChange.between(NOT_YET, well))
                .containsExactly(new PluginChange("a", "PluginHealthy", "answers at unix:///p/a.sock"));
        assertThat(PluginChange.between(well, ill))
                .containsExactly(new PluginChange("a", "PluginUnhealthy", "Probe: no"));
        assertThat(PluginChange.between(ill, ill)).isEmpty();
        assertThat(PluginChange.between(ill, Readings.ill(ill, "Probe: still no")))
                .isEmpty();
        assertThat(PluginChange.between(ill, well))
                .extracting(PluginChange::reason)
                .containsExactly("PluginHealthy");
    }

    @Test
    @Tag("nomad-W23")
    @DisplayName("What a plugin says of itself otherwise than before is one change that names everything")
    void content() {
        assertThat(PluginChange.between(plugin("a", "1", 1, "n-1", 3), plugin("a", "2", 3, "n-2", 4)))
                .containsExactly(new PluginChange(
                        "a",
                        "PluginChanged",
                        "version was 1, is 2; node capabilities was [1], is [3]; node id was n-1, is n-2;"
                                + " volume limit was 3, is 4"));
    }

    @Test
    @Tag("nomad-W23")
    @DisplayName("A plugin that serves the controller no longer, and says another place, has changed in both")
    void controllerAndTopology() {
        assertThat(PluginChange.between(inZone("a", true), inZone("b", false)))
                .containsExactly(new PluginChange(
                        "a",
                        "PluginChanged",
                        "controller service was true, is false; topology was {zone=a}, is {zone=b}"));
    }

    @Test
    @DisplayName("A plugin that answers as another one is said of both")
    void another() {
        assertThat(PluginChange.between(plugin("a", "1", 1, "n-1", 3), plugin("b", "1", 1, "n-1", 3)))
                .extracting(PluginChange::plugin, PluginChange::reason)
                .containsExactly(
                        org.assertj.core.api.Assertions.tuple("a", "PluginReplaced"),
                        org.assertj.core.api.Assertions.tuple("b", "PluginHealthy"));
    }

    private static PluginStatus plugin(String name, String version, int capability, String node, long limit) {
        return Readings.status(
                SOCKET,
                Optional.of(new PluginIdentity(
                        name, version, Map.of(), CapabilitySet.of(List.of(), List.of(), List.of(capability)))),
                Optional.of(NodeGetInfoResponse.newBuilder()
                        .setNodeId(node)
                        .setMaxVolumesPerNode(limit)
                        .build()),
                "");
    }

    private static PluginStatus inZone(String zone, boolean controller) {
        CapabilitySet capabilities = CapabilitySet.of(controller ? List.of(1) : List.of(), List.of(), List.of());
        return Readings.status(
                SOCKET,
                Optional.of(new PluginIdentity("a", "1", Map.of(), capabilities)),
                Optional.of(NodeGetInfoResponse.newBuilder()
                        .setNodeId("n-1")
                        .setAccessibleTopology(Topology.newBuilder().putSegments("zone", zone))
                        .build()),
                "");
    }
}
