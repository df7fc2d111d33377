package io.hawser.plugin.registry.db;

import static org.assertj.core.api.Assertions.assertThat;

import io.hawser.plugin.registry.Declared;
import io.hawser.plugin.registry.Fingerprint;
import io.hawser.plugin.registry.Health;
import io.hawser.plugin.registry.Instance;
import java.time.Instant;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class RowsTest {
    @Test
    @DisplayName("After a restart an instance and a node are unhealthy since the same moment, for the same reason")
    void sinceTheSameMoment() {
        // Given
        Instant since = Instant.parse("2026-11-25T12:00:00Z");
        Instance instance = new Instance(
                "a", Declared.at("n1", "unix:///a"), 7, new Health.Unhealthy("away", 3, true, Optional.empty(), since));
        Fingerprint fingerprint = new Fingerprint("n1", false, "gone", false, Set.of("zone"), Optional.of(since));
        // When / Then
        assertThat(new InstanceRow("p", instance).toDomain()).isEqualTo(instance);
        assertThat(new FingerprintRow("p", fingerprint).toDomain()).isEqualTo(fingerprint);
    }
}
