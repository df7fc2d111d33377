package io.hawser.node.plugin.csi;

import static org.assertj.core.api.Assertions.assertThat;

import io.hawser.csi.ConnectionOptions;
import io.hawser.csi.CsiClient;
import io.hawser.csi.CsiConnection;
import io.hawser.csi.CsiEndpoint;
import io.hawser.csi.CsiRpc;
import io.hawser.csi.CsiService;
import io.hawser.csi.RpcOutcome;
import io.hawser.csi.SecretProvider;
import io.hawser.csi.v1.CapacityRange;
import io.hawser.csi.v1.ControllerExpandVolumeRequest;
import io.hawser.csi.v1.ControllerPublishVolumeRequest;
import io.hawser.csi.v1.CreateVolumeRequest;
import io.hawser.csi.v1.VolumeCapability;
import io.hawser.csi.v1.VolumeCapability.AccessMode;
import io.hawser.csi.v1.VolumeCapability.BlockVolume;
import io.hawser.csi.v1.VolumeCapability.MountVolume;
import io.hawser.node.mount.CallOutcome;
import io.hawser.node.mount.DesiredState;
import io.hawser.node.mount.Sample;
import io.hawser.node.plugin.NodePlugin;
import io.hawser.v1.Assignment;
import io.hawser.v1.AssignmentTarget;
import io.hawser.v1.BlockAccess;
import io.hawser.v1.MountAccess;
import io.hawser.v1.Scope;
import io.hawser.v1.Sharing;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * What the agent relies on from the node service of any plugin that stages, grows and measures volumes, through the
 * client that it uses. The plugin of the tests must keep it, too; otherwise they prove nothing about real ones.
 */
abstract class NodePluginContract {
    private static final Duration DEADLINE = Duration.ofMinutes(2);
    private static final CallOutcome DONE = new CallOutcome.Done();
    private static final long BYTES = 1 << 20;

    private final CsiClient csi = CsiClient.create(new SimpleMeterRegistry());
    private Path folder;
    Path staging;
    private Path targets;
    NodePlugin node;

    /** What differs between plugins. */
    record Plugin(String name, String nodeId, String controller, String node) {}

    /** Starts the plugin; its sockets may lie in the folder. */
    abstract Plugin start(Path folder) throws Exception;

    abstract void stop() throws Exception;

    /** Whether something is mounted at the path. Not every plugin mounts anything. */
    abstract boolean mounted(Path path);

    private Plugin plugin;

    @BeforeEach
    void open() throws Exception {
        folder = Files.createTempDirectory("node").toRealPath();
        staging = Files.createDirectory(folder.resolve("staging"));
        targets = Files.createDirectory(folder.resolve("targets"));
        plugin = start(folder);
        node = new CsiNodePlugin(
                plugin.name(),
                csi.connect(CsiEndpoint.parse(plugin.node()), ConnectionOptions.reading(CsiService.NODE)),
                SecretProvider.ofFiles(Optional.empty(), "none"),
                DEADLINE,
                Optional.empty());
    }

    @AfterEach
    void close() throws Exception {
        csi.close();
        stop();
    }

    private <R> R controller(java.util.function.Function<CsiConnection, io.smallrye.mutiny.Uni<RpcOutcome<R>>> call) {
        CsiConnection connection =
                csi.connect(CsiEndpoint.parse(plugin.controller()), ConnectionOptions.reading(CsiService.CONTROLLER));
        RpcOutcome<R> outcome = call.apply(connection).await().indefinitely();
        if (outcome instanceof RpcOutcome.Done<R>(R answer)) {
            return answer;
        }
        throw new AssertionError("" + outcome);
    }

    /** A volume that is attached to the node, and its assignment with these targets. */
    DesiredState attached(boolean block, AssignmentTarget... targets) {
        VolumeCapability.Builder capability = VolumeCapability.newBuilder()
                .setAccessMode(AccessMode.newBuilder().setMode(AccessMode.Mode.SINGLE_NODE_MULTI_WRITER));
        VolumeCapability wanted = block
                ? capability.setBlock(BlockVolume.getDefaultInstance()).build()
                : capability.setMount(MountVolume.getDefaultInstance()).build();
        var volume = controller(connection -> connection.call(
                        CsiRpc.CREATE_VOLUME,
                        CreateVolumeRequest.newBuilder()
                                .setName("v-" + UUID.randomUUID())
                                .setCapacityRange(CapacityRange.newBuilder().setRequiredBytes(BYTES))
                                .addVolumeCapabilities(wanted)
                                .build(),
                        DEADLINE))
                .getVolume();
        Map<String, String> context = controller(connection -> connection.call(
                        CsiRpc.CONTROLLER_PUBLISH_VOLUME,
                        ControllerPublishVolumeRequest.newBuilder()
                                .setVolumeId(volume.getVolumeId())
                                .setNodeId(plugin.nodeId())
                                .setVolumeCapability(wanted)
                                .putAllVolumeContext(volume.getVolumeContextMap())
                                .build(),
                        DEADLINE))
                .getPublishContextMap();
        Assignment.Builder assignment = Sample.assignment(1)
                .setPlugin(plugin.name())
                .setVolumeId(volume.getVolumeId())
                .putAllVolumeContext(volume.getVolumeContextMap())
                .putAllPublishContext(context)
                .setScope(Scope.SCOPE_SINGLE_NODE)
                .setSharing(Sharing.SHARING_ALL);
        if (block) {
            assignment.setBlock(BlockAccess.getDefaultInstance());
        } else {
            assignment.setMount(MountAccess.getDefaultInstance());
        }
        for (AssignmentTarget target : targets) {
            assignment.addTargets(target);
        }
        return Sample.desired(assignment);
    }

    static AssignmentTarget target(String id, boolean readOnly) {
        return AssignmentTarget.newBuilder()
                .setId(id)
                .setTask(id)
                .setReadOnly(readOnly)
                .build();
    }

    private CallOutcome publish(DesiredState desired, String id) {
        return node.publish(desired, desired.target(id).orElseThrow(), Optional.of(staging), targets.resolve(id));
    }

    private static String id(DesiredState desired) {
        return desired.assignment().getVolumeId();
    }

    @Test
    @Tag("swarmkit-T38")
    @Tag("swarmkit-T40")
    @Tag("swarmkit-T43")
    @Tag("nomad-28")
    @Tag("nomad-30")
    @Tag("nomad-32")
    @Tag("nomad-36")
    @DisplayName("Stage, publish for two tasks, unpublish and unstage are done, also when they are repeated, "
            + "and leave nothing")
    void theWholeLifeIsDoneAndCanBeRepeated() throws IOException {
        whole(attached(false, target("a", false), target("b", true)));
    }

    @Test
    @DisplayName("The same for a block volume: its target is not a folder")
    void theWholeLifeOfABlockVolume() throws IOException {
        whole(attached(true, target("a", false), target("b", true)));
    }

    private void whole(DesiredState desired) throws IOException {
        boolean block = desired.assignment().hasBlock();
        for (int i = 0; i < 2; i++) {
            assertThat(node.stage(desired, staging)).isEqualTo(DONE);
            assertThat(publish(desired, "a")).isEqualTo(DONE);
            assertThat(publish(desired, "b")).isEqualTo(DONE);
        }
        assertThat(Files.isDirectory(targets.resolve("a"))).isNotEqualTo(block);
        for (int i = 0; i < 2; i++) {
            assertThat(node.unpublish(id(desired), targets.resolve("a"))).isEqualTo(DONE);
            assertThat(mounted(targets.resolve("a"))).isFalse();
        }
        assertThat(node.unpublish(id(desired), targets.resolve("b"))).isEqualTo(DONE);
        for (int i = 0; i < 2; i++) {
            assertThat(node.unstage(id(desired), staging)).isEqualTo(DONE);
        }
        assertThat(targets).isEmptyDirectory();
        assertThat(staging).isEmptyDirectory();
        assertThat(mounted(staging)).isFalse();
    }

    @Test
    @Tag("swarmkit-T41")
    @DisplayName("Publishing what is not staged is refused, and leaves nothing; after staging it is done")
    void publishNeedsAStage() throws IOException {
        // Given
        DesiredState desired = attached(false, target("a", false));

        // When
        CallOutcome tooEarly = publish(desired, "a");

        // Then
        assertThat(tooEarly).isInstanceOf(CallOutcome.Rejected.class);
        assertThat(targets).isEmptyDirectory();
        assertThat(node.stage(desired, staging)).isEqualTo(DONE);
        assertThat(publish(desired, "a")).isEqualTo(DONE);
    }

    @Test
    @Tag("swarmkit-T39")
    @DisplayName("Taking down what never was is done: it is certain that it is gone")
    void takingDownNothingIsDone() {
        // Given
        DesiredState desired = attached(false, target("a", false));

        // Then
        assertThat(node.unpublish(id(desired), targets.resolve("a"))).isEqualTo(DONE);
        assertThat(node.unstage(id(desired), staging)).isEqualTo(DONE);
    }

    @Test
    @DisplayName("A read-only target is refused as another one at the same path, with a reason, and stays as it was")
    void anotherTargetAtTheSamePathIsRefused() {
        // Given
        DesiredState desired = attached(false, target("a", false));
        node.stage(desired, staging);
        publish(desired, "a");

        // When
        CallOutcome other = node.publish(desired, target("a", true), Optional.of(staging), targets.resolve("a"));

        // Then
        assertThat(other).isInstanceOfSatisfying(CallOutcome.Rejected.class, rejected -> assertThat(rejected.message())
                .isNotBlank());
        assertThat(publish(desired, "a")).isEqualTo(DONE);
    }

    @Test
    @DisplayName("A volume in use grows on the node, and may be told so again; statistics are told while it is in use")
    void aVolumeInUseGrows() {
        for (boolean block : new boolean[] {false, true}) {
            // Given
            DesiredState desired = attached(block, target("a", false));
            node.stage(desired, staging);
            publish(desired, "a");
            Path path = targets.resolve("a");
            controller(connection -> connection.call(
                    CsiRpc.CONTROLLER_EXPAND_VOLUME,
                    ControllerExpandVolumeRequest.newBuilder()
                            .setVolumeId(id(desired))
                            .setCapacityRange(CapacityRange.newBuilder().setRequiredBytes(2 * BYTES))
                            .build(),
                    DEADLINE));

            // When
            CallOutcome first = node.expand(desired, 2 * BYTES, Optional.of(staging), path);
            CallOutcome second = node.expand(desired, 2 * BYTES, Optional.of(staging), path);
            var stats = node.stats(id(desired), Optional.of(staging), path);

            // Then
            assertThat(first).isEqualTo(DONE);
            assertThat(second).isEqualTo(DONE);
            assertThat(stats.orElseThrow().bytes().orElseThrow().total()).isPositive();
            node.unpublish(id(desired), path);
            assertThat(node.expand(desired, 2 * BYTES, Optional.of(staging), path))
                    .isInstanceOf(CallOutcome.Rejected.class);
            assertThat(node.stats(id(desired), Optional.of(staging), path)).isEmpty();
            node.unstage(id(desired), staging);
        }
    }

    @Test
    @Tag("nomad-27")
    @Tag("nomad-31")
    @DisplayName("An id of 128 bytes with slashes and emoji names no volume: mounting it is refused in words, "
            + "taking it down is done")
    void aStrangeIdIsAnsweredInWords() {
        // Given
        String strange = "../../" + "🚢".repeat(30) + "ab";
        DesiredState attached = attached(false, target("a", false));
        DesiredState desired = Sample.desired(attached.assignment().toBuilder().setVolumeId(strange));

        // When
        CallOutcome staged = node.stage(desired, staging);
        CallOutcome published = publish(desired, "a");

        // Then
        for (CallOutcome outcome : new CallOutcome[] {staged, published}) {
            assertThat(outcome)
                    .isInstanceOfSatisfying(CallOutcome.Rejected.class, rejected -> assertThat(rejected.message())
                            .isNotBlank());
        }
        assertThat(node.unpublish(strange, targets.resolve("a"))).isEqualTo(DONE);
        assertThat(node.unstage(strange, staging)).isEqualTo(DONE);
        assertThat(Files.exists(targets.resolve("a"), LinkOption.NOFOLLOW_LINKS))
                .isFalse();
    }
}
