package io.hawser.strict.backend;

import io.hawser.csi.v1.Topology;
import io.hawser.strict.Capabilities;
import java.util.Set;

/** What the plugin is: its name, what it offers now, and its nodes. Both may be changed while it runs. */
public interface PluginSelf {

    String name();

    Capabilities capabilities();

    /** The CSI ids of its nodes. */
    Set<String> nodeIds();

    /** Volumes attached to one node at a time; 0 = no limit. */
    long maxVolumesPerNode();

    /** Where a node is. */
    default Topology topology(String nodeId) {
        return Topology.newBuilder()
                .putSegments("topology.strict.hawser.io/zone", "zone-1")
                .build();
    }

    /** How often it was replaced by another version. */
    int release();

    /** Differs whenever the capabilities differ: the same version must mean the same capabilities. */
    default String vendorVersion() {
        return "1." + release() + "."
                + Integer.toUnsignedString(capabilities().toString().hashCode());
    }
}
