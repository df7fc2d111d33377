package io.hawser.strict.backend;

import io.hawser.csi.v1.Topology;
import io.hawser.strict.call.Capabilities;
import java.util.Set;

/** The plugin itself: its name, its nodes, and the version that runs now. */
public final class PluginSelf {
    final String name;
    /** The CSI ids of the plugin's nodes. */
    final Set<String> nodeIds;
    /** Volumes that one node may have attached; 0 = no limit. */
    final long maxVolumesPerNode;

    private Capabilities capabilities;
    /** How often the plugin was replaced by another version. */
    private int release;

    public PluginSelf(String name, Set<String> nodeIds, long maxVolumesPerNode, Capabilities capabilities) {
        this.name = name;
        this.nodeIds = Set.copyOf(nodeIds);
        this.maxVolumesPerNode = maxVolumesPerNode;
        this.capabilities = capabilities;
    }

    /** Becomes the next version, with these capabilities. */
    public void become(Capabilities wanted) {
        capabilities = wanted;
        release++;
    }

    public Capabilities capabilities() {
        return capabilities;
    }

    /** The topology of every node. */
    static Topology topology() {
        return Topology.newBuilder()
                .putSegments("topology.strict.hawser.io/zone", "zone-1")
                .build();
    }

    /** Differs whenever the capabilities differ: the same version must have the same capabilities. */
    public String vendorVersion() {
        return "1." + release + "."
                + Integer.toUnsignedString(capabilities.toString().hashCode());
    }
}
