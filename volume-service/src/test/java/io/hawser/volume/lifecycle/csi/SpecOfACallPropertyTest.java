package io.hawser.volume.lifecycle.csi;

import static io.hawser.volume.id.Ids.V;
import static org.assertj.core.api.Assertions.assertThat;

import io.hawser.csi.CapabilitySet;
import io.hawser.csi.CsiRpc;
import io.hawser.v1.BlockAccess;
import io.hawser.v1.CapacityRange;
import io.hawser.v1.MountAccess;
import io.hawser.v1.Scope;
import io.hawser.v1.Sharing;
import io.hawser.v1.Topology;
import io.hawser.v1.TopologyRequirement;
import io.hawser.v1.VolumeSpec;
import io.hawser.volume.lifecycle.Provision;
import io.hawser.volume.lifecycle.Volume;
import io.hawser.volume.spec.SpecRules;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class SpecOfACallPropertyTest {
    private static final List<String> TEXTS =
            List.of("", "a", "é".repeat(63), "é".repeat(64), "x".repeat(128), "y".repeat(129));
    private static final List<String> SEGMENTS =
            List.of("", "zone", "Zone", "a/zone", "/z", "a/b/c", "n".repeat(63), "n".repeat(64));

    private static final Provision LARGEST_REGISTRATION = Provision.registered(
            new Provision.Info("i".repeat(4096), 0, Map.of("k", "v".repeat(64 * 1024 - 1)), List.of()));

    private final Random random = new Random(15);

    @Test
    @DisplayName(
            "What the rules accept makes a CreateVolume, or a ValidateVolumeCapabilities, that our own client does not"
                    + " refuse")
    void whatIsAcceptedCanBeCalled() {
        // PluginCapability VOLUME_ACCESSIBILITY_CONSTRAINTS, so that topologies are sent.
        CapabilitySet capabilities = CapabilitySet.of(List.of(1, 2), List.of(1, 2), List.of());
        int accepted = 0;
        assertThat(SpecRules.existing(
                        VolumeSpec.getDefaultInstance(),
                        "i".repeat(4096),
                        LARGEST_REGISTRATION.info().context()))
                .isEmpty();
        for (int i = 0; i < 20_000; i++) {
            VolumeSpec spec = spec();
            if (SpecRules.check(spec).isEmpty()) {
                accepted++;
                Volume volume = Volume.accepted(V, "uid", spec);
                var request = ControllerRequests.create(volume, capabilities, Map.of());
                assertThat(CsiRpc.CREATE_VOLUME.check(request))
                        .as(spec.toString())
                        .isEmpty();
                var question = ControllerRequests.validate(volume.with(LARGEST_REGISTRATION), capabilities, Map.of());
                assertThat(CsiRpc.VALIDATE_VOLUME_CAPABILITIES.check(question))
                        .as(spec.toString())
                        .isEmpty();
            }
        }
        assertThat(accepted).isBetween(500, 19_500);
    }

    private VolumeSpec spec() {
        VolumeSpec.Builder spec = VolumeSpec.newBuilder()
                .setPlugin("p")
                .setScope(Scope.forNumber(random.nextInt(3)))
                .setSharing(Sharing.forNumber(random.nextInt(5)));
        if (random.nextInt(4) == 0) {
            spec.setBlock(BlockAccess.getDefaultInstance());
        } else {
            spec.setMount(mount());
        }
        if (random.nextInt(3) == 0) {
            spec.setCapacity(CapacityRange.newBuilder()
                    .setRequiredBytes(random.nextInt(4) - 1)
                    .setLimitBytes(random.nextInt(4) - 1));
        }
        for (int i = random.nextInt(3); i > 0; i--) {
            spec.putParameters(pick(TEXTS), "v".repeat(random.nextInt(2500)));
        }
        if (random.nextInt(3) == 0) {
            TopologyRequirement.Builder topology = TopologyRequirement.newBuilder();
            for (int i = random.nextInt(3); i > 0; i--) {
                topology.addRequisite(topology());
            }
            for (int i = random.nextInt(3); i > 0; i--) {
                topology.addPreferred(
                        topology.getRequisiteCount() > 0 && random.nextBoolean()
                                ? topology.getRequisite(0)
                                : topology());
            }
            spec.setTopology(topology);
        }
        return spec.build();
    }

    private MountAccess mount() {
        MountAccess.Builder mount = MountAccess.newBuilder();
        if (random.nextInt(3) == 0) {
            mount.setFsType(pick(TEXTS));
        }
        if (random.nextInt(3) == 0) {
            mount.setVolumeMountGroup(pick(TEXTS));
        }
        for (int i = random.nextInt(4); i > 0; i--) {
            mount.addMountFlags("f".repeat(random.nextInt(2200)));
        }
        return mount.build();
    }

    private Topology topology() {
        Topology.Builder topology = Topology.newBuilder();
        for (int i = random.nextInt(3); i > 0; i--) {
            topology.putSegments(pick(SEGMENTS), pick(SEGMENTS));
        }
        return topology.build();
    }

    private String pick(List<String> from) {
        return from.get(random.nextInt(from.size()));
    }
}
