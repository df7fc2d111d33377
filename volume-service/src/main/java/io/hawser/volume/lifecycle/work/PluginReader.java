package io.hawser.volume.lifecycle.work;

import io.hawser.csi.CapabilitySet;
import io.hawser.ledger.tx.ColumnCodec;
import io.hawser.v1.Fingerprint;
import io.hawser.v1.Plugin;
import io.hawser.volume.fence.Fence;
import io.hawser.volume.fence.db.Fences;
import io.hawser.volume.lifecycle.VolumeInputs.NodeFacts;
import io.hawser.volume.lifecycle.VolumeInputs.PluginFacts;
import io.hawser.volume.node.db.NodePluginRow;
import io.hawser.volume.node.db.NodeRow;
import io.hawser.volume.plugin.db.PluginRow;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/** Reads other services' records from rows, as the facts for a decision about a volume. */
final class PluginReader {
    private PluginReader() {}

    /** Empty until the plugin's capabilities are known: unknown capabilities are not the same as none. */
    static Optional<PluginFacts> plugin(PluginRow row) {
        Plugin plugin = ColumnCodec.read(Plugin.parser(), row.message);
        if (!plugin.getCapabilitiesKnown()) {
            return Optional.empty();
        }
        CapabilitySet capabilities =
                CapabilitySet.of(plugin.getPluginCapabilitiesList(), plugin.getControllerCapabilitiesList(), List.of());
        return Optional.of(new PluginFacts(plugin.getEndpoint(), capabilities, version(plugin)));
    }

    /**
     * Changes with the plugin's vendor version and capabilities only. The places, number and health of its instances do
     * not count, nor which one is current: otherwise every joining node would repeat all rejected calls.
     */
    private static long version(Plugin plugin) {
        Plugin itself = Plugin.newBuilder()
                .setVendorVersion(plugin.getVendorVersion())
                .addAllPluginCapabilities(sorted(plugin.getPluginCapabilitiesList()))
                .addAllControllerCapabilities(sorted(plugin.getControllerCapabilitiesList()))
                .build();
        return UUID.nameUUIDFromBytes(itself.toByteArray()).getMostSignificantBits();
    }

    /** Instances may list capabilities in another order. */
    private static List<Integer> sorted(List<Integer> capabilities) {
        return capabilities.stream().sorted().toList();
    }

    static NodeFacts node(Optional<NodeRow> node, Optional<NodePluginRow> nodePlugin, boolean mounted) {
        boolean fenced = node.filter(Fences::counts).isPresent();
        Fingerprint fingerprint = nodePlugin.map(NodePluginRow::fingerprint).orElse(Fingerprint.getDefaultInstance());
        return new NodeFacts(
                fenced,
                fingerprint.getCsiNodeId(),
                mounted,
                node.filter(row -> row.removed).isPresent(),
                node.flatMap(Fences::unconfirmed).map(Fence.Unconfirmed::since),
                node.filter(row -> !row.removed && row.suspect.isEmpty()).isPresent(),
                CapabilitySet.of(List.of(), List.of(), fingerprint.getNodeCapabilitiesList()));
    }
}
