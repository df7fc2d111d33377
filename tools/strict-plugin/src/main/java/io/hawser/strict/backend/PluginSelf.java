package io.hawser.strict.backend;

import io.hawser.csi.v1.Topology;
import io.hawser.strict.Capabilities;
import java.util.Set;

/** The plugin itself: its name, its present capabilities and its nodes. They may change while it runs. */
public interface PluginSelf {

    String name();

    Capabilities capabilities();

    /** The CSI ids of the plugin's nodes. */
    Set<String> nodeIds();

    /** Volumes that one node may have attached; 0 = no limit. */
    long maxVolumesPerNode();

    /** The topology of a node. */
    default Topology topology(String nodeId) {
        return Topology.newBuilder()
                .putSegments("topology.strict.hawser.io/zone", "zone-1")
                .build();
    }

    /** How often the plugin was replaced by another version. */
    int release();

    /** Differs whenever the capabilities differ: the same version must have the same capabilities. */
    default String vendorVersion() {
        return "1." + release() + "."
                + Integer.toUnsignedString(capabilities().toString().hashCode());
    }
}
