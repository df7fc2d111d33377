package io.hawser.plugin;

import static org.assertj.core.api.Assertions.assertThat;

import io.hawser.plugin.registry.Declared;
import io.hawser.plugin.registry.Fingerprint;
import io.hawser.plugin.registry.Identity;
import io.hawser.plugin.registry.NodeState;
import io.hawser.plugin.registry.Plugin;
import io.hawser.plugin.registry.ProbeResult;
import io.hawser.plugin.registry.Summary;
import io.hawser.plugin.registry.kafka.PluginMessage;
import io.hawser.testkit.sample.Samples;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class GoldenSamplesTest {
    @Test
    @DisplayName("What the registry makes of one instance, a node that has it and a fenced one is the committed sample")
    void aPluginsRecordIsTheSample() throws Exception {
        // Given
        String endpoint = "unix:///run/csi/example.sock";
        Plugin plugin = Plugin.unknown("csi.example.org")
                .register("node-1", Declared.at("node-1", endpoint), 1)
                .probed(
                        "node-1",
                        endpoint,
                        new ProbeResult.Ready(new Identity("1.2.3", true, Set.of(1), Set.of(2))),
                        Instant.EPOCH)
                .fingerprinted(new Fingerprint("node-1", true, "", false, Set.of()), Instant.EPOCH)
                .fingerprinted(new Fingerprint("node-2", true, "", false, Set.of()), Instant.EPOCH);

        // When
        io.hawser.v1.Plugin message = PluginMessage.of(
                Summary.of(plugin, Map.of("node-2", NodeState.FENCED), java.util.Set.of()), Optional.empty());

        // Then
        assertThat(message.toBuilder().setRevision(24).build())
                .isEqualTo(io.hawser.v1.Plugin.parseFrom(
                        Samples.named("plugin-healthy").bytes()));
    }
}
