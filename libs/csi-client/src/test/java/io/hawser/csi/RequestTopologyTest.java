package io.hawser.csi;

import static io.hawser.csi.CheckedRequests.breaks;
import static io.hawser.csi.CheckedRequests.create;
import static io.hawser.csi.CheckedRequests.passes;

import io.hawser.csi.v1.CreateVolumeRequest;
import io.hawser.csi.v1.Topology;
import io.hawser.csi.v1.TopologyRequirement;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** The rules on topologies in a request. */
class RequestTopologyTest {
    @Test
    @DisplayName("Preferred topologies are among the requisite ones; keys that differ in case are one key")
    void topologiesMakeSense() {
        // Given
        Topology a = Topology.newBuilder().putSegments("x/zone", "a").build();
        Topology b = Topology.newBuilder().putSegments("x/zone", "b").build();
        Topology twice = Topology.newBuilder()
                .putSegments("Zone", "a")
                .putSegments("zone", "a")
                .build();
        // Then
        passes(
                CsiRpc.CREATE_VOLUME,
                within(TopologyRequirement.newBuilder()
                        .addRequisite(a)
                        .addRequisite(b)
                        .addPreferred(b)));
        passes(CsiRpc.CREATE_VOLUME, within(TopologyRequirement.newBuilder().addPreferred(b)));
        breaks(
                CsiRpc.CREATE_VOLUME,
                within(TopologyRequirement.newBuilder().addRequisite(a).addPreferred(b)),
                "accessibility_requirements.preferred");
        breaks(CsiRpc.CREATE_VOLUME, within(TopologyRequirement.newBuilder()), "accessibility_requirements");
        breaks(
                CsiRpc.CREATE_VOLUME,
                within(TopologyRequirement.newBuilder().addRequisite(twice)),
                "accessibility_requirements.requisite[0].segments");
        breaks(
                CsiRpc.CREATE_VOLUME,
                within(TopologyRequirement.newBuilder()
                        .addRequisite(Topology.newBuilder().putSegments("zone", "z".repeat(64)))),
                "accessibility_requirements.requisite[0].segments");
    }

    @Test
    @DisplayName("A key's prefix and name and a value have at most 63 characters each; only the value may be empty")
    void segmentsHaveALength() {
        for (String fits : new String[] {"z".repeat(63), "p".repeat(63) + "/z"}) {
            passes(CsiRpc.CREATE_VOLUME, within(preferred(fits, "v".repeat(63))));
        }
        passes(CsiRpc.CREATE_VOLUME, within(preferred("topology.example.com/zone", "")));
        breaks(
                CsiRpc.CREATE_VOLUME,
                within(preferred("z", "v".repeat(64))),
                "accessibility_requirements.preferred[0].segments");
        for (String key : new String[] {"z".repeat(64), "p".repeat(64) + "/z", "/z", "p/"}) {
            breaks(
                    CsiRpc.CREATE_VOLUME,
                    within(preferred(key, "v")),
                    "accessibility_requirements.preferred[0].segments");
        }
    }

    private static TopologyRequirement.Builder preferred(String key, String value) {
        return TopologyRequirement.newBuilder()
                .addPreferred(Topology.newBuilder().putSegments(key, value));
    }

    private static CreateVolumeRequest within(TopologyRequirement.Builder wanted) {
        return create().setAccessibilityRequirements(wanted).build();
    }
}
