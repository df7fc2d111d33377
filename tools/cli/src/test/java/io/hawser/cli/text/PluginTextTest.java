package io.hawser.cli.text;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.google.protobuf.Timestamp;
import io.hawser.cli.rest.NodeView;
import io.hawser.cli.rest.PluginRegistryClient.OnNode;
import io.hawser.csi.v1.ControllerServiceCapability;
import io.hawser.csi.v1.NodeServiceCapability;
import io.hawser.v1.Fingerprint;
import io.hawser.v1.Node;
import io.hawser.v1.Plugin;
import io.hawser.v1.PluginInstance;
import io.hawser.v1.PluginRole;
import io.hawser.v1.Topology;
import io.hawser.v1.Volume;
import io.hawser.v1.VolumeOnNode;
import io.hawser.v1.VolumeSpec;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class PluginTextTest {
    @Test
    @Tag("nomad-W25")
    @DisplayName("Each capability is shown by itself: none brings those that CSI numbers higher along")
    void eachCapabilityByItself() {
        Arrays.stream(ControllerServiceCapability.RPC.Type.values())
                .filter(type -> type != ControllerServiceCapability.RPC.Type.UNRECOGNIZED)
                .forEach(type -> {
                    // When
                    String status = status(Plugin.newBuilder()
                            .setName("csi.example.com")
                            .setCapabilitiesKnown(true)
                            .addControllerCapabilities(type.getNumber())
                            .build());
                    // Then
                    assertThat(status.lines().filter(line -> line.startsWith("controller can")))
                            .singleElement()
                            .asString()
                            .isEqualToIgnoringWhitespace("controller can " + type.name());
                });
    }

    @Test
    @DisplayName("An instance is shown with what it was registered for, both its versions, its options and its reason")
    void anInstance() {
        // When
        String status = status(Plugin.newBuilder()
                .setName("csi.example.com")
                .addTopologyKeys("zone")
                .addTopologyKeys("rack")
                .addInstances(PluginInstance.newBuilder()
                        .setName("a")
                        .setNode("node-1")
                        .setRole(PluginRole.PLUGIN_ROLE_CONTROLLER)
                        .setVersion("v2")
                        .setVendorVersion("2.1.0")
                        .putOptions("zone", "z1")
                        .putOptions("by", "ci")
                        .setEndpoint("relay:node-1/csi.example.com")
                        .setMessage("does not answer"))
                .setInstancesExpected(1)
                .build());
        // Then
        assertThat(status)
                .contains("zone, rack")
                .contains("not healthy, on node-1, registered for the controller, registered as version v2,"
                        + " says version 2.1.0, by=ci, zone=z1, relay:node-1/csi.example.com: does not answer");
    }

    @Test
    @DisplayName(
            "Who uses the plugin, since when and why it is unhealthy, when it was asked last, and its nodes are shown"
                    + " to people and machines")
    void whoAndSinceWhen() {
        // Given
        Instant now = Instant.parse("2026-11-25T12:00:00Z");
        Plugin plugin = Plugin.newBuilder()
                .setName("csi.example.com")
                .addInstances(PluginInstance.newBuilder()
                        .setName("a")
                        .setUnhealthySince(Timestamp.newBuilder()
                                .setSeconds(now.minusSeconds(90).getEpochSecond())))
                .build();
        Stream<Volume> volumes =
                Stream.of(volume("v1", "csi.example.com", "n1", "n2"), volume("v2", "csi.example.com", "n1"));
        NodeView node = new NodeView(
                Node.newBuilder().setName("n1").build(),
                false,
                Optional.empty(),
                List.of(),
                List.of(
                        Fingerprint.newBuilder()
                                .setPlugin("csi.example.com")
                                .setMessage("its socket is gone")
                                .setCsiNodeId("i-1")
                                .setMaxVolumes(8)
                                .setTopology(Topology.newBuilder().putSegments("zone", "z1"))
                                .addNodeCapabilities(NodeServiceCapability.RPC.Type.STAGE_UNSTAGE_VOLUME_VALUE)
                                .build(),
                        Fingerprint.newBuilder()
                                .setPlugin("another.example.com")
                                .build()));
        NodeView silent = new NodeView(
                Node.newBuilder().setName("n2").build(),
                false,
                Optional.empty(),
                List.of(),
                List.of(Fingerprint.newBuilder()
                        .setPlugin("csi.example.com")
                        .setHealthy(true)
                        .build()));
        // When
        PluginUse use = PluginUse.of(
                "csi.example.com",
                volumes,
                name -> Stream.of(),
                Stream.of(node, silent),
                Map.of("a", now.minusSeconds(3)),
                Map.of(
                        "n1",
                        new OnNode(false, "its socket is gone", Optional.of(now.minusSeconds(60))),
                        "n2",
                        new OnNode(false, "its agent is silent", Optional.empty())));
        String status = PluginText.status(plugin, use, now);
        Table table = PluginText.table();
        PluginText.row(table, plugin);
        // Then
        assertThat(status)
                .containsPattern("used by +2 volumes, on 2 nodes: v1, v2\n")
                .containsPattern("instance a +not healthy since 2026-11-25T11:58:30Z, asked 3s ago")
                .containsPattern("node n1 +not healthy since 2026-11-25T11:59:00Z: its socket is gone,"
                        + " calls this node i-1, at most 8 volumes, zone=z1, can STAGE_UNSTAGE_VOLUME")
                .containsPattern("node n2 +not healthy: its agent is silent")
                .doesNotContain("another");
        assertThat(table.text()).contains("2026-11-25T11:58:30Z");
        assertThat(PluginText.status(plugin, PluginUse.unknown("nobody answers", Map.of(), Map.of()), now))
                .containsPattern("used by +not known: nobody answers");
        JsonNode json = use.json(plugin);
        assertThat(json.at("/usedBy/volumes").asInt()).isEqualTo(2);
        assertThat(json.at("/usedBy/nodes").asInt()).isEqualTo(2);
        assertThat(json.at("/usedBy/volumeNames")).extracting(JsonNode::asText).containsExactly("v1", "v2");
        assertThat(json.at("/instances/0/healthy").isBoolean()).isTrue();
        assertThat(json.at("/instances/0/unhealthySince").asText()).isEqualTo("2026-11-25T11:58:30Z");
        assertThat(json.at("/instances/0/lastProbe").asText()).isEqualTo("2026-11-25T11:59:57Z");
        assertThat(json.path("nodes")).hasSize(2);
        assertThat(json.at("/nodes/0/healthy").isBoolean()).isTrue();
        assertThat(json.at("/nodes/0/message").asText()).isEqualTo("its socket is gone");
        assertThat(json.at("/nodes/0/unhealthySince").asText()).isEqualTo("2026-11-25T11:59:00Z");
        assertThat(json.at("/nodes/0/nodeCapabilities/0").asText()).isEqualTo("STAGE_UNSTAGE_VOLUME");
        assertThat(PluginUse.unknown("nobody answers", Map.of(), Map.of())
                        .json(plugin)
                        .at("/usedBy/unknown")
                        .asText())
                .isEqualTo("nobody answers");
    }

    @Test
    @DisplayName("Of many volumes that use the plugin a person sees the first ten by name, and a machine sees all")
    void manyUsers() {
        // Given
        Plugin plugin = Plugin.newBuilder().setName("p").build();
        Stream<Volume> volumes = IntStream.rangeClosed(1, 12).mapToObj(number -> volume("v" + number, "p", "n1"));
        // When
        PluginUse use = PluginUse.of("p", volumes, name -> Stream.of(), Stream.of(), Map.of(), Map.of());
        // Then
        assertThat(PluginText.status(plugin, use, Instant.EPOCH))
                .containsPattern(
                        "used by +12 volumes, on 1 nodes: v1, v2, v3, v4, v5, v6, v7, v8, v9, v10 and 2 more\n");
        assertThat(use.json(plugin).at("/usedBy/volumeNames")).hasSize(12);
    }

    @Test
    @DisplayName("Nodes that a volume's record does not name count, too, each once")
    void moreNodes() {
        // Given
        Plugin plugin = Plugin.newBuilder().setName("p").build();
        Volume wide =
                volume("wide", "p", "n1", "n2").toBuilder().setMoreNodes(184).build();
        Map<String, Stream<String>> all =
                Map.of("wide", IntStream.rangeClosed(1, 186).mapToObj(number -> "n" + number));
        // When
        PluginUse use = PluginUse.of(
                "p",
                Stream.of(wide, volume("narrow", "p", "n1", "another")),
                name -> Objects.requireNonNull(all.get(name)),
                Stream.of(),
                Map.of(),
                Map.of());
        // Then
        assertThat(PluginText.status(plugin, use, Instant.EPOCH))
                .containsPattern("used by +2 volumes, on 187 nodes: wide, narrow\n");
        assertThat(use.json(plugin).at("/usedBy/nodes").asInt()).isEqualTo(187);
    }

    private static Volume volume(String name, String plugin, String... nodes) {
        return Volume.newBuilder()
                .setName(name)
                .setSpec(VolumeSpec.newBuilder().setPlugin(plugin))
                .addAllNodes(Arrays.stream(nodes)
                        .map(node -> VolumeOnNode.newBuilder().setNode(node).build())
                        .toList())
                .build();
    }

    private static String status(Plugin plugin) {
        return PluginText.status(plugin, PluginUse.unknown("", Map.of(), Map.of()), Instant.EPOCH);
    }
}
