package io.hawser.plugin.registry.csi;

import static org.assertj.core.api.Assertions.assertThat;

import io.hawser.csi.CapabilitySet;
import io.hawser.csi.CsiClient;
import io.hawser.csi.EndpointChecks;
import io.hawser.csi.PluginIdentity;
import io.hawser.csi.PluginLook;
import io.hawser.plugin.registry.Identity;
import io.hawser.plugin.registry.ProbeResult;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class PluginProbeTest {
    private static final Optional<PluginIdentity> SAID =
            Optional.of(new PluginIdentity("p", "1", Map.of(), CapabilitySet.of(List.of(1), List.of(2), List.of())));
    private static final Identity IDENTITY = new Identity("1", true, Set.of(1), Set.of(2));

    @Test
    @Tag("nomad-7")
    @Tag("nomad-S1")
    @DisplayName("What an instance said counts, though a later question failed; the reason is kept")
    void results() {
        assertThat(result(new PluginLook(SAID, true, Optional.empty(), true, "")))
                .isEqualTo(new ProbeResult.Ready(IDENTITY));
        assertThat(result(new PluginLook(SAID, true, Optional.empty(), true, "Probe: late")))
                .isEqualTo(new ProbeResult.NotReady(IDENTITY, "Probe: late"));
        assertThat(result(new PluginLook(SAID, false, Optional.empty(), true, "GetPluginCapabilities: late")))
                .isEqualTo(new ProbeResult.Failed("does not answer as it should: GetPluginCapabilities: late"));
        assertThat(result(PluginLook.NOT_YET.ill("GetPluginInfo: " + "x".repeat(985))))
                .isEqualTo(new ProbeResult.Failed(
                        "does not answer as it should: GetPluginInfo: " + "x".repeat(485) + "… (1000 characters)"));
    }

    @Test
    @DisplayName("Another plugin at the endpoint is known by its name, whether or not it answers the rest")
    void another() {
        for (boolean read : List.of(true, false)) {
            assertThat(PluginProbe.result("q", new PluginLook(SAID, read, Optional.empty(), true, "ill")))
                    .isEqualTo(new ProbeResult.Misnamed("p"));
        }
    }

    @Test
    @DisplayName("An instance is not asked whose path's file system does not answer in time")
    void aHungFileSystem() {
        // Given
        CountDownLatch hangs = new CountDownLatch(1);
        EndpointChecks checks = new EndpointChecks(
                (plugin, endpoint) -> {
                    try {
                        hangs.await();
                    } catch (InterruptedException ended) {
                        Thread.currentThread().interrupt();
                    }
                    return Optional.empty();
                },
                Duration.ofMillis(1));
        try (CsiClient client = CsiClient.create(new SimpleMeterRegistry())) {
            // When
            ProbeResult result = new PluginProbe(client, checks, Duration.ofSeconds(10))
                    .ask("p", "unix:///p.sock")
                    .await()
                    .atMost(Duration.ofSeconds(60));
            // Then
            assertThat(result)
                    .isEqualTo(new ProbeResult.Failed("is not asked: endpoint unix:///p.sock of plugin p is not"
                            + " called: the file system of its path does not answer"));
        } finally {
            hangs.countDown();
        }
    }

    private static ProbeResult result(PluginLook look) {
        return PluginProbe.result("p", look);
    }
}
