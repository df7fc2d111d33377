package io.hawser.node.wiring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;
import static org.awaitility.Awaitility.await;

import io.grpc.Server;
import io.hawser.bus.key.NodePlugin;
import io.hawser.node.plugin.csi.Registrar;
import io.hawser.strict.StrictPlugin;
import io.hawser.strict.StrictPluginOptions;
import io.hawser.strict.backend.NodeFiles;
import io.hawser.strict.call.Rpc;
import io.hawser.strict.fault.FaultScript;
import io.hawser.v1.Assignment;
import io.hawser.v1.DeregisterPluginInstance;
import io.hawser.v1.Event;
import io.hawser.v1.Fingerprint;
import io.hawser.v1.MountState;
import io.hawser.v1.Node;
import io.hawser.v1.NodeHeartbeat;
import io.hawser.v1.RegisterPluginInstance;
import io.netty.channel.epoll.EpollEventLoopGroup;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What an agent in this process tells of its plugins, with a real broker. */
class AgentPluginsIT {
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final String REGISTERED = "registered.example.com";

    private final EpollEventLoopGroup loops = new EpollEventLoopGroup(1);
    private Orchestra around;

    @BeforeEach
    void open() throws Exception {
        around = new Orchestra(AgentPluginsIT.class);
    }

    @AfterEach
    void close() throws Exception {
        loops.shutdownGracefully(0, 1, TimeUnit.SECONDS);
        around.close();
    }

    @Test
    @Tag("nomad-S2")
    @DisplayName("The last that an agent says of a plugin before it ends is that nobody looks after it now")
    void theLastWord() throws Exception {
        // Given
        around.hostPath.start();
        // When: again if the broker does not acknowledge the last record in its time
        await().atMost(Duration.ofMinutes(3)).until(() -> {
            int before = fingerprints(HostPath.NAME).size();
            try (Agent agent = around.agent()) {
                await().atMost(PATIENCE).untilAsserted(() -> assertThat(fingerprints(HostPath.NAME))
                        .satisfies(all ->
                                assertThat(all.subList(before, all.size())).anyMatch(Fingerprint::getHealthy)));
                assertThat(agent.relayPort()).as("no certificates, no port").isEmpty();
            }
            return !fingerprint(HostPath.NAME).getHealthy();
        });
        // Then
        assertThat(fingerprint(HostPath.NAME).getMessage()).contains("node-agent has ended");
    }

    @Test
    @DisplayName("A driver that registers itself is published; one that cannot be used is an event that says why")
    void registrations() throws Exception {
        // Given: a socket that is not found without its registration
        Path socket = Files.createDirectory(around.plugins.resolve("x")).resolve("own.sock");
        Registrar driver = new Registrar("CSIPlugin", REGISTERED, socket.toString());
        Registrar device = new Registrar("DevicePlugin", "gpu.example", "");
        try (StrictPlugin plugin = StrictPlugin.start(StrictPluginOptions.at(socket)
                        .withName(REGISTERED)
                        .withNode(Orchestra.NODE, socket)
                        .withFiles(NodeFiles.none()));
                Agent agent = around.agent()) {
            // When
            Server good = Registrar.serve(around.registry.resolve("x-reg.sock"), loops, driver);
            Server bad = Registrar.serve(around.registry.resolve("gpu-reg.sock"), loops, device);
            // Then
            await().atMost(PATIENCE).untilAsserted(() -> {
                assertThat(fingerprint(REGISTERED).getHealthy()).isTrue();
                assertThat(around.events.all(Event.class, "node/" + Orchestra.NODE))
                        .filteredOn(event -> event.getReason().equals("SocketUnusable"))
                        .extracting(Event::getMessage)
                        .singleElement()
                        .asString()
                        .contains("gpu-reg.sock", "DevicePlugin");
            });
            assertThat(plugin.events()).isNotEmpty();
            assertThat(agent.plugins().current(REGISTERED)).isPresent();
            good.shutdownNow().awaitTermination();
            bad.shutdownNow().awaitTermination();
        }
        Files.deleteIfExists(around.registry.resolve("x-reg.sock"));
        Files.deleteIfExists(around.registry.resolve("gpu-reg.sock"));
        Files.deleteIfExists(socket);
        Files.delete(socket.getParent());
    }

    @Test
    @Tag("swarmkit-X-3")
    @DisplayName("A plugin that is found is published with its topology, "
            + "registered, and deregistered when it is gone for good")
    void aPluginIsToldOf() throws Exception {
        // Given
        try (Agent agent = around.agent()) {
            await().atMost(PATIENCE).until(agent::isReady);
            // When
            around.hostPath.start();
            await().atMost(PATIENCE)
                    .untilAsserted(() ->
                            assertThat(fingerprint(HostPath.NAME).getHealthy()).isTrue());
            Fingerprint found = fingerprint(HostPath.NAME);
            await().atMost(PATIENCE).until(() -> !around.commands
                    .all(RegisterPluginInstance.class, HostPath.NAME)
                    .isEmpty());
            around.hostPath.stop();
            Files.deleteIfExists(around.hostPath.socket());
            // Then
            assertThat(found.getCsiNodeId()).isEqualTo(Orchestra.NODE);
            assertThat(found.getTopology().getSegmentsMap()).isNotEmpty();
            await().atMost(PATIENCE).untilAsserted(() -> {
                assertThat(fingerprint(HostPath.NAME).getHealthy()).isFalse();
                assertThat(fingerprint(HostPath.NAME).getMessage()).isNotEmpty();
                assertThat(around.commands.all(RegisterPluginInstance.class, HostPath.NAME))
                        .extracting(RegisterPluginInstance::getEndpoint, RegisterPluginInstance::getNode)
                        .containsExactly(tuple("unix://" + around.hostPath.socket(), Orchestra.NODE));
                assertThat(around.commands.all(DeregisterPluginInstance.class, HostPath.NAME))
                        .hasSize(1);
                assertThat(around.nodes.newest(Node.class, Orchestra.NODE)).isPresent();
                assertThat(around.fingerprints.all(NodeHeartbeat.class, Orchestra.NODE))
                        .hasSizeGreaterThan(1);
            });
        }
    }

    @Test
    @DisplayName("A plugin that comes back after the agent's order is used immediately; until then the report says why")
    void aPluginThatIsAwayDelaysItsVolumesOnly() throws Exception {
        // Given
        around.hostPath.start();
        Assignment volume = around.hostPath.attached("data");
        around.hostPath.stop();
        Files.deleteIfExists(around.hostPath.socket());
        try (Agent agent = around.agent()) {
            // When
            Assignment assigned = around.assignments.assign(volume, "task-a");
            await().atMost(PATIENCE)
                    .untilAsserted(() ->
                            assertThat(around.report(assigned).getMessage()).contains("is not on this node"));
            around.hostPath.start();
            // Then
            around.awaitMounted(assigned, "task-a");
            around.assignments.letGo(volume);
            around.awaitNothingLeft(volume);
        }
    }

    @Test
    @DisplayName("A plugin that takes calls and answers none delays its own volumes only, however many they are")
    void aPluginThatHangsDelaysItsVolumesOnly() throws Exception {
        // Given
        around.hostPath.start();
        Assignment volume = around.hostPath.attached("data");
        Path socket = around.plugins.resolve("mute.sock");
        try (StrictPlugin mute = StrictPlugin.start(StrictPluginOptions.at(around.plugins.resolve("mute-c.sock"))
                        .withName("mute.example.com")
                        .withNode(Orchestra.NODE, socket)
                        .withFaults(FaultScript.parse("""
                                NodeStageVolume   * * hang
                                NodePublishVolume * * hang
                                """)));
                Agent agent = around.agent()) {
            List<Assignment> stuck = IntStream.range(0, 2 * around.settings().callsPerPlugin())
                    .mapToObj(i -> around.assignments.assign(
                            volume.toBuilder()
                                    .setVolume("stuck-" + i)
                                    .setVolumeId("stuck-" + i)
                                    .setPlugin("mute.example.com")
                                    .build(),
                            "task-" + i))
                    .toList();
            await().atMost(PATIENCE).until(() -> mute.events().stream()
                    .anyMatch(event -> event instanceof io.hawser.strict.history.Event.CallArrived arrived
                            && arrived.call().rpc() == Rpc.NODE_STAGE_VOLUME));

            // When
            Assignment assigned = around.assignments.assign(volume, "task-a");

            // Then
            around.awaitMounted(assigned, "task-a");
            assertThat(stuck).allSatisfy(each -> assertThat(around.report(each).getTargetsList())
                    .filteredOn(target -> target.getState() == MountState.MOUNT_STATE_MOUNTED)
                    .isEmpty());
            around.assignments.letGo(volume);
            around.awaitNothingLeft(volume);
        }
        Files.deleteIfExists(socket);
        Files.deleteIfExists(around.plugins.resolve("mute-c.sock"));
    }

    private Fingerprint fingerprint(String plugin) {
        return around.fingerprints
                .newest(Fingerprint.class, new NodePlugin(Orchestra.NODE, plugin).key())
                .orElse(Fingerprint.getDefaultInstance());
    }

    private List<Fingerprint> fingerprints(String plugin) {
        return around.fingerprints.all(Fingerprint.class, new NodePlugin(Orchestra.NODE, plugin).key());
    }
}
