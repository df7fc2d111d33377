package io.hawser.node.plugin.csi;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.Message;
import io.hawser.csi.CapabilitySet;
import io.hawser.csi.CsiCode;
import io.hawser.csi.CsiConnection;
import io.hawser.csi.CsiEndpoint;
import io.hawser.csi.CsiRpc;
import io.hawser.csi.PluginIdentity;
import io.hawser.csi.PluginLook;
import io.hawser.csi.RpcOutcome;
import io.hawser.csi.SecretProvider;
import io.hawser.csi.SecretUnavailableException;
import io.hawser.csi.v1.NodeExpandVolumeRequest;
import io.hawser.csi.v1.NodeExpandVolumeResponse;
import io.hawser.csi.v1.NodeGetVolumeStatsRequest;
import io.hawser.csi.v1.NodeGetVolumeStatsResponse;
import io.hawser.csi.v1.NodePublishVolumeRequest;
import io.hawser.csi.v1.NodePublishVolumeResponse;
import io.hawser.csi.v1.NodeServiceCapability;
import io.hawser.csi.v1.NodeStageVolumeRequest;
import io.hawser.csi.v1.VolumeCapability.AccessMode.Mode;
import io.hawser.csi.v1.VolumeCondition;
import io.hawser.csi.v1.VolumeUsage;
import io.hawser.node.mount.CallOutcome;
import io.hawser.node.mount.DesiredState;
import io.hawser.node.mount.Sample;
import io.hawser.node.mount.VolumeStats;
import io.hawser.node.plugin.NodePlugin;
import io.hawser.v1.Assignment;
import io.hawser.v1.AssignmentTarget;
import io.hawser.v1.MountAccess;
import io.hawser.v1.Scope;
import io.hawser.v1.SecretReference;
import io.hawser.v1.Sharing;
import io.smallrye.mutiny.Uni;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class CsiNodePluginTest {
    private static final Path STAGING = Path.of("/n/staging");
    private static final Path TARGET = Path.of("/n/targets/t1");
    private static final Duration DEADLINE = Duration.ofMinutes(2);

    private final List<Message> sent = new ArrayList<>();
    /** How long each call may take. */
    private final List<Duration> deadlines = new ArrayList<>();

    private Duration deadline = DEADLINE;
    private RpcOutcome<?> answer = RpcOutcome.done(NodePublishVolumeResponse.getDefaultInstance());
    private Set<Integer> capabilities = Set.of();
    private SecretProvider secrets = (plugin, references) -> Uni.createFrom().item(Map.of());

    @Test
    @Tag("nomad-33")
    @Tag("swarmkit-X-24")
    @DisplayName("Publish carries the volume's mount flags, read-only, "
            + "both contexts unchanged, secrets and the staging path")
    void handsEverythingOn() {
        // Given
        capabilities = Set.of(NodeServiceCapability.RPC.Type.SINGLE_NODE_MULTI_WRITER_VALUE);
        secrets = (plugin, references) ->
                Uni.createFrom().item(plugin.equals(assignment().getPlugin()) ? Map.of("password", "hush") : Map.of());
        DesiredState desired = Sample.desired(assignment()
                .putVolumeContext("v", "1")
                .putPublishContext("p", "2")
                .addSecrets(SecretReference.newBuilder().setKey("password").setName("db")));
        // When
        CallOutcome outcome = publish(desired);
        // Then
        assertThat(outcome).isEqualTo(new CallOutcome.Done());
        NodePublishVolumeRequest request = (NodePublishVolumeRequest) sent.getFirst();
        assertThat(request.getVolumeCapability().getMount().getMountFlagsList()).containsExactly("ro");
        assertThat(request.getVolumeCapability().getAccessMode().getMode()).isEqualTo(Mode.SINGLE_NODE_MULTI_WRITER);
        assertThat(request.getReadonly()).isTrue();
        assertThat(request.getVolumeContextMap()).isEqualTo(Map.of("v", "1"));
        assertThat(request.getPublishContextMap()).isEqualTo(Map.of("p", "2"));
        assertThat(request.getSecretsMap()).isEqualTo(Map.of("password", "hush"));
        assertThat(request.getStagingTargetPath()).isEqualTo(STAGING.toString());
        assertThat(request.getTargetPath()).isEqualTo(TARGET.toString());
    }

    @Test
    @DisplayName("An expansion carries the size, where the volume is mounted and staged, and how it is accessed")
    void tellsThePluginWhatToGrow() {
        // Given
        answer = RpcOutcome.done(NodeExpandVolumeResponse.getDefaultInstance());
        // When
        CallOutcome outcome =
                plugin().expand(Sample.desired(assignment().setRequiredBytes(10)), 10, Optional.of(STAGING), TARGET);
        // Then
        assertThat(outcome).isEqualTo(new CallOutcome.Done());
        NodeExpandVolumeRequest request = (NodeExpandVolumeRequest) sent.getFirst();
        assertThat(request.getVolumeId()).isEqualTo("csi-1");
        assertThat(request.getVolumePath()).isEqualTo(TARGET.toString());
        assertThat(request.getStagingTargetPath()).isEqualTo(STAGING.toString());
        assertThat(request.getCapacityRange().getRequiredBytes()).isEqualTo(10);
        assertThat(request.getCapacityRange().getLimitBytes()).isZero();
        assertThat(request.getVolumeCapability().hasMount()).isTrue();
    }

    @Test
    @DisplayName("Statistics are read by unit, with the condition; a plugin that cannot tell them is not asked")
    void readsStatistics() {
        // Given
        answer = RpcOutcome.done(NodeGetVolumeStatsResponse.newBuilder()
                .addUsage(VolumeUsage.newBuilder()
                        .setUnit(VolumeUsage.Unit.INODES)
                        .setTotal(100)
                        .setUsed(1)
                        .setAvailable(99))
                .addUsage(VolumeUsage.newBuilder()
                        .setUnit(VolumeUsage.Unit.BYTES)
                        .setTotal(10)
                        .setUsed(4)
                        .setAvailable(5))
                .setVolumeCondition(
                        VolumeCondition.newBuilder().setAbnormal(true).setMessage("a replica\nis gone"))
                .build());
        // Then
        assertThat(plugin().stats("csi-1", Optional.of(STAGING), TARGET)).isEmpty();
        assertThat(sent).isEmpty();
        capabilities = Set.of(NodeServiceCapability.RPC.Type.GET_VOLUME_STATS_VALUE);
        assertThat(plugin().stats("csi-1", Optional.of(STAGING), TARGET))
                .contains(new VolumeStats(
                        Optional.of(new VolumeStats.Usage(10, 4, 5)),
                        Optional.of(new VolumeStats.Usage(100, 1, 99)),
                        Optional.of("a replica is gone")));
        NodeGetVolumeStatsRequest request = (NodeGetVolumeStatsRequest) sent.getFirst();
        assertThat(request.getVolumePath()).isEqualTo(TARGET.toString());
        assertThat(request.getStagingTargetPath()).isEqualTo(STAGING.toString());
        answer = RpcOutcome.uncertain(CsiCode.DEADLINE_EXCEEDED, "late");
        assertThat(plugin().stats("csi-1", Optional.of(STAGING), TARGET)).isEmpty();
    }

    @Test
    @Tag("nomad-W4")
    @DisplayName("Statistics have 5 s, whatever a mount may take: nobody waits for them, and other volumes' turns do")
    void statisticsMayTakeAShortTime() {
        // Given
        capabilities = Set.of(NodeServiceCapability.RPC.Type.GET_VOLUME_STATS_VALUE);
        answer = RpcOutcome.done(NodeGetVolumeStatsResponse.getDefaultInstance());
        // When
        plugin().stats("csi-1", Optional.of(STAGING), TARGET);
        plugin().unpublish("csi-1", TARGET);
        // Then
        assertThat(deadlines).containsExactly(Duration.ofSeconds(5), DEADLINE);
    }

    @Test
    void anOlderPluginIsToldAModeThatItKnows() {
        // Given
        DesiredState desired = Sample.desired(assignment());
        // When
        publish(desired);
        // Then
        assertThat(((NodePublishVolumeRequest) sent.getFirst())
                        .getVolumeCapability()
                        .getAccessMode()
                        .getMode())
                .isEqualTo(Mode.SINGLE_NODE_WRITER);
    }

    @Test
    void aMissingSecretFailsVisiblyAndSendsNothing() {
        // Given
        secrets =
                (plugin, references) -> Uni.createFrom().failure(new SecretUnavailableException("db", "is not there"));
        // When
        CallOutcome outcome = publish(Sample.desired(assignment()));
        // Then
        assertThat(outcome).isEqualTo(new CallOutcome.NotSent("secret 'db' is not there"));
        assertThat(sent).isEmpty();
    }

    @Test
    @DisplayName("Secrets are read once, before the call, and are those of the plugin that is called, whatever plugin"
            + " the assignment names")
    void secretsAreOfThePluginThatIsCalled() {
        // Given
        List<String> asked = new ArrayList<>();
        secrets = (plugin, references) -> {
            asked.add(plugin);
            return Uni.createFrom().item(Map.of("password", "of " + plugin));
        };
        DesiredState desired = Sample.desired(assignment().setPlugin("next.example"));
        // When
        NodePlugin ready = plugin().with(plugin().secrets(desired));
        CallOutcome outcome = ready.stage(desired, STAGING);
        // Then
        assertThat(outcome).isEqualTo(new CallOutcome.Done());
        assertThat(asked).containsExactly("plugin.example");
        assertThat(((NodeStageVolumeRequest) sent.getFirst()).getSecretsMap())
                .isEqualTo(Map.of("password", "of plugin.example"));
        assertThat(plugin().secrets(desired).toString()).doesNotContain("of plugin.example");
    }

    @Test
    @DisplayName("Secrets that never come are an outcome, too: nothing was sent")
    void secretsThatNeverCome() {
        // Given
        deadline = Duration.ofMillis(20);
        secrets = (plugin, references) -> Uni.createFrom().nothing();
        // When
        CallOutcome outcome = publish(Sample.desired(assignment()));
        // Then
        assertThat(outcome).isEqualTo(new CallOutcome.NotSent("secrets could not be read in PT0.02S"));
        assertThat(sent).isEmpty();
    }

    @Test
    @Tag("nomad-25")
    @Tag("nomad-26")
    @DisplayName("An access that CSI has no words for is refused here, and nothing is sent")
    void anAccessWithoutACsiModeIsRefused() {
        // Given
        DesiredState desired = Sample.desired(assignment().clearAccessType());
        // When
        CallOutcome outcome = publish(desired);
        // Then
        assertThat(outcome).isInstanceOf(CallOutcome.Rejected.class);
        assertThat(sent).isEmpty();
    }

    @Test
    @DisplayName("A plugin that took another one's socket is neither asked to mount nor to unmount its volumes")
    void anotherPluginAtTheSocket() {
        // Given
        NodePlugin other = plugin("other.example");
        DesiredState desired = Sample.desired(assignment().setPlugin("other.example"));
        // When
        List<CallOutcome> outcomes = List.of(
                other.stage(desired, STAGING),
                other.publish(desired, AssignmentTarget.newBuilder().setId("t1").build(), Optional.of(STAGING), TARGET),
                other.unpublish("csi-1", TARGET),
                other.unstage("csi-1", STAGING));
        // Then
        assertThat(outcomes).hasSize(4).containsOnly(new CallOutcome.NotSent("plugin.example is another one"));
        assertThat(sent).isEmpty();
    }

    @Test
    @DisplayName(
            "Only a final code is a refusal; the reason is published as it is, since it names call and code itself")
    void onlyAFinalCodeIsARefusal() {
        // Given
        answer = new RpcOutcome.Rejected<>(
                CsiCode.NOT_FOUND, "NodeUnpublishVolume: NOT_FOUND: who?", Optional.empty(), RpcOutcome.Origin.PLUGIN);
        CallOutcome refused = plugin().unpublish("csi-1", TARGET);
        answer = new RpcOutcome.Rejected<>(
                CsiCode.FAILED_PRECONDITION, "not staged", Optional.empty(), RpcOutcome.Origin.PLUGIN);
        CallOutcome precondition = plugin().unpublish("csi-1", TARGET);
        answer = RpcOutcome.uncertain(CsiCode.DEADLINE_EXCEEDED, "late");
        // When
        CallOutcome late = plugin().unpublish("csi-1", TARGET);
        // Then
        assertThat(refused).isEqualTo(new CallOutcome.Rejected(true, false, "NodeUnpublishVolume: NOT_FOUND: who?"));
        assertThat(precondition).isEqualTo(new CallOutcome.Rejected(false, true, "not staged"));
        assertThat(late).isEqualTo(new CallOutcome.Uncertain("late"));
    }

    private CallOutcome publish(DesiredState desired) {
        return plugin().publish(
                        desired,
                        AssignmentTarget.newBuilder()
                                .setId("t1")
                                .setReadOnly(true)
                                .build(),
                        Optional.of(STAGING),
                        TARGET);
    }

    private static Assignment.Builder assignment() {
        return Sample.assignment(1)
                .setScope(Scope.SCOPE_SINGLE_NODE)
                .setSharing(Sharing.SHARING_ALL)
                .setMount(MountAccess.newBuilder().addMountFlags("ro"));
    }

    private CsiNodePlugin plugin() {
        return plugin("plugin.example");
    }

    private CsiNodePlugin plugin(String name) {
        CsiConnection connection = new CsiConnection() {
            @Override
            public CsiEndpoint endpoint() {
                return new CsiEndpoint.Unix("/x.sock");
            }

            @Override
            public <Q extends Message, R extends Message> Uni<RpcOutcome<R>> call(
                    CsiRpc<Q, R> rpc, Q request, Duration deadline) {
                throw new AssertionError("sent to whatever plugin is there: " + rpc);
            }

            @Override
            @SuppressWarnings("unchecked")
            public <Q extends Message, R extends Message> Uni<RpcOutcome<R>> call(
                    String plugin, CsiRpc<Q, R> rpc, Q request, Duration deadline) {
                if (!plugin.equals("plugin.example")) {
                    return Uni.createFrom().item(RpcOutcome.otherPlugin("plugin.example is another one"));
                }
                sent.add(request);
                deadlines.add(deadline);
                return Uni.createFrom().item((RpcOutcome<R>) answer);
            }

            @Override
            public Uni<RpcOutcome<PluginIdentity>> identity() {
                return Uni.createFrom()
                        .item(RpcOutcome.done(new PluginIdentity(
                                "plugin.example",
                                "1",
                                Map.of(),
                                CapabilitySet.of(List.of(), List.of(), capabilities))));
            }

            @Override
            public Uni<PluginLook> look(Duration deadline) {
                return Uni.createFrom().item(PluginLook.NOT_YET);
            }

            @Override
            public void close() {}
        };
        return new CsiNodePlugin(name, connection, secrets, deadline, Optional.empty());
    }
}
