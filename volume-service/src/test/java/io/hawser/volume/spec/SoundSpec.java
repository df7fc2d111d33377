package io.hawser.volume.spec;

import io.hawser.v1.MountAccess;
import io.hawser.v1.Topology;
import io.hawser.v1.TopologyRequirement;
import io.hawser.v1.VolumeSpec;

/** A specification without a fault, and a part of one: what the tests of its rules spoil or fill. */
final class SoundSpec {
    private SoundSpec() {}

    static VolumeSpec.Builder spec() {
        return VolumeSpec.newBuilder().setPlugin("csi.example.com").setMount(MountAccess.getDefaultInstance());
    }

    static TopologyRequirement segment(String key, String value) {
        return TopologyRequirement.newBuilder()
                .addRequisite(Topology.newBuilder().putSegments(key, value))
                .build();
    }
}
