package io.hawser.node.wiring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.grpc.Server;
import io.hawser.node.plugin.Registrar;
import io.hawser.strict.StrictPlugin;
import io.hawser.strict.StrictPluginOptions;
import io.hawser.strict.backend.NodeFiles;
import io.hawser.v1.Event;
import io.hawser.v1.Fingerprint;
import io.netty.channel.epoll.EpollEventLoopGroup;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
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
        around.startPlugin();
        try (Agent agent = around.agent()) {
            await().atMost(PATIENCE).untilAsserted(() -> assertThat(
                            fingerprint(Orchestra.PLUGIN).getHealthy())
                    .isTrue());
            assertThat(agent.relayPort()).as("no certificates, no port").isEmpty();
        }
        // Then
        assertThat(fingerprint(Orchestra.PLUGIN).getHealthy()).isFalse();
        assertThat(fingerprint(Orchestra.PLUGIN).getMessage()).contains("node-agent has ended");
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

    private Fingerprint fingerprint(String plugin) {
        return around.fingerprints
                .newest(Fingerprint.class, Orchestra.NODE + "/" + plugin)
                .orElse(Fingerprint.getDefaultInstance());
    }
}
