package io.hawser.volume.lifecycle.csi;

import static io.hawser.volume.id.Ids.N1;
import static io.hawser.volume.id.Ids.V;
import static org.assertj.core.api.Assertions.assertThat;

import io.hawser.csi.CapabilitySet;
import io.hawser.csi.v1.ControllerPublishVolumeRequest;
import io.hawser.csi.v1.ControllerUnpublishVolumeRequest;
import io.hawser.csi.v1.CreateVolumeRequest;
import io.hawser.csi.v1.DeleteVolumeRequest;
import io.hawser.csi.v1.ValidateVolumeCapabilitiesRequest;
import io.hawser.csi.v1.VolumeCapability.AccessMode.Mode;
import io.hawser.v1.CapacityRange;
import io.hawser.v1.MountAccess;
import io.hawser.v1.MountReport;
import io.hawser.v1.Topology;
import io.hawser.v1.TopologyRequirement;
import io.hawser.v1.VolumeSpec;
import io.hawser.volume.lifecycle.MountOptions;
import io.hawser.volume.lifecycle.Provision;
import io.hawser.volume.lifecycle.Publication;
import io.hawser.volume.lifecycle.PublicationSample;
import io.hawser.volume.lifecycle.Retry;
import io.hawser.volume.lifecycle.Volume;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class ControllerRequestsTest {
    /** CSI's number of the plugin capability VOLUME_ACCESSIBILITY_CONSTRAINTS. */
    private static final int CONSTRAINS_ACCESS = 2;

    /** CSI's number of the controller capability SINGLE_NODE_MULTI_WRITER. */
    private static final int MULTI_WRITER = 13;

    /** CSI's number of the controller capability PUBLISH_READONLY. */
    private static final int PUBLISH_READONLY = 8;

    private static final CapabilitySet PLAIN = CapabilitySet.of(List.of(), List.of(), List.of());
    private static final CapabilitySet ZONED = CapabilitySet.of(List.of(CONSTRAINS_ACCESS), List.of(), List.of());
    private static final Map<String, String> SECRETS = Map.of("user", "u");
    private static final Topology ZONE =
            Topology.newBuilder().putSegments("zone", "z1").build();
    private static final VolumeSpec SPEC = VolumeSpec.newBuilder()
            .setPlugin("p")
            .setMount(MountAccess.getDefaultInstance())
            .putParameters("tier", "fast")
            .setTopology(TopologyRequirement.newBuilder().addRequisite(ZONE).addPreferred(ZONE))
            .build();
    private static final Volume VOLUME = Volume.accepted(V, "uid", SPEC)
            .with(new Provision(
                    true,
                    true,
                    false,
                    new Provision.Info("id-1", 7, Map.of("pool", "p1"), List.of()),
                    Retry.NONE,
                    Optional.empty()));
    private static final Publication ON_N1 = Publication.orphaned(N1, "csi-n1", 7, MountReport.getDefaultInstance());

    @Test
    @DisplayName("A creation names the volume by its uid, and hands on parameters and secrets as they are")
    void create() {
        // When
        CreateVolumeRequest request = ControllerRequests.create(VOLUME, PLAIN, SECRETS);

        // Then
        assertThat(request.getName()).isEqualTo("hawser-uid");
        assertThat(request.getParametersMap()).containsExactlyEntriesOf(Map.of("tier", "fast"));
        assertThat(request.getSecretsMap()).containsExactlyEntriesOf(SECRETS);
        assertThat(request.getVolumeCapabilitiesCount()).isEqualTo(1);
        assertThat(request.hasCapacityRange()).isFalse();
    }

    @Test
    @DisplayName("The question about a registered volume names its id and context, and hands on parameters and secrets;"
            + " it never names the group")
    void validate() {
        // Given
        VolumeSpec.Builder spec = SPEC.toBuilder();
        spec.getMountBuilder().setFsType("xfs").setVolumeMountGroup("1000");
        Volume volume = Volume.accepted(V, "uid", spec.build())
                .with(Provision.registered(new Provision.Info("vol-1", 0, Map.of("pool", "p1"), List.of())));

        // When
        ValidateVolumeCapabilitiesRequest request = ControllerRequests.validate(volume, PLAIN, SECRETS);

        // Then
        assertThat(request.getVolumeId()).isEqualTo("vol-1");
        assertThat(request.getVolumeContextMap()).containsExactlyEntriesOf(Map.of("pool", "p1"));
        assertThat(request.getParametersMap()).containsExactlyEntriesOf(Map.of("tier", "fast"));
        assertThat(request.getSecretsMap()).containsExactlyEntriesOf(SECRETS);
        assertThat(request.getVolumeCapabilitiesList()).singleElement().satisfies(capability -> {
            assertThat(capability.getMount().getFsType()).isEqualTo("xfs");
            assertThat(capability.getMount().getVolumeMountGroup()).isEmpty();
            assertThat(capability.getAccessMode().getMode()).isEqualTo(Mode.SINGLE_NODE_WRITER);
        });
    }

    @Test
    @DisplayName("A creation never names the volume's group; an attach does for a node whose plugin takes one")
    void group() {
        // Given
        VolumeSpec.Builder spec = SPEC.toBuilder();
        spec.getMountBuilder().setVolumeMountGroup("1000");
        Volume volume = Volume.accepted(V, "uid", spec.build()).with(VOLUME.provision());

        // When
        CreateVolumeRequest create = ControllerRequests.create(volume, PLAIN, SECRETS);
        ControllerPublishVolumeRequest publish = ControllerRequests.publish(volume, ON_N1, PLAIN, SECRETS);

        // Then
        assertThat(create.getVolumeCapabilities(0).getMount().getVolumeMountGroup())
                .isEmpty();
        assertThat(publish.getVolumeCapability().getMount().getVolumeMountGroup())
                .isEqualTo("1000");
    }

    @Test
    @DisplayName("A creation asks for a capacity where the command has one, be it only a limit")
    void capacity() {
        assertThat(capacity(CapacityRange.newBuilder().setRequiredBytes(5)).getRequiredBytes())
                .isEqualTo(5);
        assertThat(capacity(CapacityRange.newBuilder().setLimitBytes(9)).getLimitBytes())
                .isEqualTo(9);
    }

    @Test
    @DisplayName("A creation asks for a topology only of a plugin that knows topologies")
    void topology() {
        // When
        CreateVolumeRequest plain = ControllerRequests.create(VOLUME, PLAIN, SECRETS);
        CreateVolumeRequest zoned = ControllerRequests.create(VOLUME, ZONED, SECRETS);

        // Then
        assertThat(plain.hasAccessibilityRequirements()).isFalse();
        assertThat(zoned.getAccessibilityRequirements().getRequisite(0).getSegmentsMap())
                .containsExactlyEntriesOf(ZONE.getSegmentsMap());
        assertThat(zoned.getAccessibilityRequirements().getPreferredCount()).isEqualTo(1);
    }

    @Test
    @DisplayName("A creation is repeated, and the volume attached, as it was asked for first, also after an upgrade of"
            + " the plugin; a capability that the plugin lost is not used")
    void afterAnUpgrade() {
        // Given
        CapabilitySet upgraded = CapabilitySet.of(List.of(CONSTRAINS_ACCESS), List.of(MULTI_WRITER), List.of());
        Volume before = askedWith(new Provision.CreateCapabilities(false, false));
        Volume after = askedWith(new Provision.CreateCapabilities(true, true));

        // Then
        assertThat(ControllerRequests.create(before, upgraded, SECRETS))
                .isEqualTo(ControllerRequests.create(before, PLAIN, SECRETS));
        assertThat(ControllerRequests.publish(before, ON_N1, upgraded, SECRETS))
                .isEqualTo(ControllerRequests.publish(before, ON_N1, PLAIN, SECRETS));
        assertThat(ControllerRequests.create(after, upgraded, SECRETS))
                .isEqualTo(ControllerRequests.create(VOLUME, upgraded, SECRETS));
        assertThat(ControllerRequests.publish(after, ON_N1, upgraded, SECRETS)
                        .getVolumeCapability()
                        .getAccessMode()
                        .getMode())
                .isEqualTo(Mode.SINGLE_NODE_SINGLE_WRITER);
        assertThat(ControllerRequests.create(after, PLAIN, SECRETS))
                .isEqualTo(ControllerRequests.create(before, PLAIN, SECRETS));
    }

    private static Volume askedWith(Provision.CreateCapabilities capabilities) {
        Provision.Info info = VOLUME.provision().info();
        return VOLUME.with(new Provision(true, true, false, info, Retry.NONE, Optional.of(capabilities)));
    }

    @Test
    @DisplayName("An attach is read-only where that was fixed, as long as the plugin can do it")
    void attachedReadOnly() {
        // Given
        MountOptions options = new MountOptions(Optional.empty(), false, Optional.empty(), true);
        Publication readOnly = PublicationSample.on(N1, Publication.State.PENDING_PUBLISH)
                .options(options)
                .done();
        CapabilitySet able = CapabilitySet.of(List.of(), List.of(PUBLISH_READONLY), List.of());

        // Then
        assertThat(ControllerRequests.publish(VOLUME, readOnly, able, SECRETS).getReadonly())
                .isTrue();
        assertThat(ControllerRequests.publish(VOLUME, readOnly, PLAIN, SECRETS).getReadonly())
                .isFalse();
        assertThat(ControllerRequests.publish(VOLUME, ON_N1, able, SECRETS).getReadonly())
                .isFalse();
    }

    @Test
    @DisplayName("An attach, a detach and a deletion name the volume and the node as the plugin does")
    void theOthers() {
        // When
        ControllerPublishVolumeRequest publish = ControllerRequests.publish(VOLUME, ON_N1, PLAIN, SECRETS);
        ControllerUnpublishVolumeRequest unpublish = ControllerRequests.unpublish(VOLUME, ON_N1, SECRETS);
        DeleteVolumeRequest delete = ControllerRequests.delete(VOLUME, SECRETS);

        // Then
        assertThat(publish.getVolumeId() + publish.getNodeId()).isEqualTo("id-1csi-n1");
        assertThat(publish.getVolumeContextMap()).containsExactlyEntriesOf(Map.of("pool", "p1"));
        assertThat(publish.hasVolumeCapability()).isTrue();
        assertThat(publish.getReadonly()).isFalse();
        assertThat(unpublish.getVolumeId() + unpublish.getNodeId()).isEqualTo("id-1csi-n1");
        assertThat(delete.getVolumeId()).isEqualTo("id-1");
        assertThat(List.of(publish.getSecretsMap(), unpublish.getSecretsMap(), delete.getSecretsMap()))
                .containsOnly(SECRETS);
    }

    @Test
    @DisplayName("What the plugin says of a volume is kept as it is; a negative capacity says nothing")
    void info() {
        // Given
        io.hawser.csi.v1.Volume.Builder made = io.hawser.csi.v1.Volume.newBuilder()
                .setVolumeId("id-1")
                .putVolumeContext("pool", "p1")
                .addAccessibleTopology(io.hawser.csi.v1.Topology.newBuilder().putSegments("zone", "z1"));

        // Then
        assertThat(ControllerRequests.info(made.setCapacityBytes(7).build()))
                .isEqualTo(new Provision.Info("id-1", 7, Map.of("pool", "p1"), List.of(ZONE)));
        assertThat(ControllerRequests.info(made.setCapacityBytes(-1).build()).capacityBytes())
                .isZero();
    }

    private static io.hawser.csi.v1.CapacityRange capacity(CapacityRange.Builder range) {
        Volume volume = VOLUME.with(SPEC.toBuilder().setCapacity(range).build());
        return ControllerRequests.create(volume, PLAIN, SECRETS).getCapacityRange();
    }
}
