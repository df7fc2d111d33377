package io.hawser.conformance.scenario;

import io.hawser.conformance.machine.ConformanceMachine;
import io.hawser.v1.BlockAccess;
import io.hawser.v1.CapacityRange;
import io.hawser.v1.MountAccess;
import io.hawser.v1.Scope;
import io.hawser.v1.SecretReference;
import io.hawser.v1.Sharing;
import io.hawser.v1.Topology;
import io.hawser.v1.TopologyRequirement;
import io.hawser.v1.VolumeSpec;

/** Volume specs without their plugin, from plain ones to ones with every option. */
final class Specs {
    private static final long MIB = 1024 * 1024;
    /** The topology of every node of a strict plugin. */
    private static final Topology ZONE = Topology.newBuilder()
            .putSegments("topology.strict.hawser.io/zone", "zone-1")
            .build();

    private Specs() {}

    static VolumeSpec mounted(Scope scope, Sharing sharing) {
        return VolumeSpec.newBuilder()
                .setScope(scope)
                .setSharing(sharing)
                .setMount(MountAccess.getDefaultInstance())
                .build();
    }

    static VolumeSpec exclusive() {
        return mounted(Scope.SCOPE_SINGLE_NODE, Sharing.SHARING_NONE);
    }

    static VolumeSpec block(Scope scope, Sharing sharing) {
        return mounted(scope, sharing).toBuilder()
                .setBlock(BlockAccess.getDefaultInstance())
                .build();
    }

    static VolumeSpec withSecret(VolumeSpec spec) {
        return spec.toBuilder()
                .addSecrets(SecretReference.newBuilder().setKey("password").setName(ConformanceMachine.SECRET))
                .build();
    }

    static VolumeSpec withSize(VolumeSpec spec) {
        return spec.toBuilder()
                .setCapacity(CapacityRange.newBuilder().setRequiredBytes(MIB).setLimitBytes(16 * MIB))
                .build();
    }

    static VolumeSpec withTopology(VolumeSpec spec) {
        return spec.toBuilder()
                .setTopology(TopologyRequirement.newBuilder().addRequisite(ZONE).addPreferred(ZONE))
                .build();
    }

    static VolumeSpec withParameters(VolumeSpec spec) {
        return spec.toBuilder()
                .putParameters("tier", "fast")
                .putParameters("replicas", "3")
                .build();
    }

    static VolumeSpec withMountOptions(VolumeSpec spec, String group) {
        return spec.toBuilder()
                .setMount(MountAccess.newBuilder()
                        .setFsType("ext4")
                        .addMountFlags("noatime")
                        .setVolumeMountGroup(group))
                .build();
    }
}
