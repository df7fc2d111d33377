package io.hawser.volume.lifecycle.work;

import io.hawser.csi.CapabilitySet;
import io.hawser.ledger.tx.ColumnCodec;
import io.hawser.v1.Fingerprint;
import io.hawser.v1.Plugin;
import io.hawser.volume.fence.UnconfirmedFence;
import io.hawser.volume.fence.db.Fences;
import io.hawser.volume.lifecycle.VolumeInputs.NodeFacts;
import io.hawser.volume.lifecycle.VolumeInputs.PluginFacts;
import io.hawser.volume.node.db.NodePluginRow;
import io.hawser.volume.node.db.NodeRow;
import io.hawser.volume.plugin.db.PluginRow;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/** Rows of other services' words, as the facts that a decision about a volume reads. */
final class PluginReader {
    private PluginReader() {}

    /** Empty until it has said what it can do: a plugin that was not asked yet is not one that can do nothing. */
    static Optional<PluginFacts> plugin(PluginRow row) {
        Plugin plugin = ColumnCodec.read(Plugin.parser(), row.message);
        if (!plugin.getCapabilitiesKnown()) {
            return Optional.empty();
        }
        CapabilitySet capabilities =
                CapabilitySet.of(plugin.getPluginCapabilitiesList(), plugin.getControllerCapabilitiesList(), List.of());
        return Optional.of(new PluginFacts(
                plugin.getEndpoint(),
                capabilities.hasController() && capabilities.createsVolumes(),
                capabilities.hasController() && capabilities.publishesUnpublishes(),
                version(plugin)));
    }

    /**
     * Another number for another plugin. Where its instances are, how many of them are well and which of them serves it
     * now makes it no other one: each node that joins would have everything asked again that was refused.
     */
    private static long version(Plugin plugin) {
        Plugin itself = Plugin.newBuilder()
                .setVendorVersion(plugin.getVendorVersion())
                .addAllPluginCapabilities(sorted(plugin.getPluginCapabilitiesList()))
                .addAllControllerCapabilities(sorted(plugin.getControllerCapabilitiesList()))
                .build();
        return UUID.nameUUIDFromBytes(itself.toByteArray()).getMostSignificantBits();
    }

    /** Instances may say the same in another order. */
    private static List<Integer> sorted(List<Integer> capabilities) {
        return capabilities.stream().sorted().toList();
    }

    static NodeFacts node(Optional<NodeRow> node, Optional<NodePluginRow> nodePlugin, boolean mounted) {
        boolean fenced = node.filter(Fences::counts).isPresent();
        String csiNodeId = nodePlugin
                .map(row -> ColumnCodec.read(Fingerprint.parser(), row.message).getCsiNodeId())
                .orElse("");
        return new NodeFacts(
                fenced,
                csiNodeId,
                mounted,
                node.filter(row -> row.removed).isPresent(),
                node.flatMap(Fences::unconfirmed).map(UnconfirmedFence::since));
    }
}
