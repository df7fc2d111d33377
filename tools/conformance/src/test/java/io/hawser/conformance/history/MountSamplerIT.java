package io.hawser.conformance.history;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MountSamplerIT {

    @Test
    void seesAMountComeAndGo(@TempDir Path folder) throws Exception {
        // Given
        Path root = folder.toRealPath();
        Path point = Files.createDirectories(root.resolve("volumes/v/u1/staging"));
        try (MountSampler sampler = new MountSampler(Map.of("n1", root), Duration.ofMillis(20))) {
            // When
            run("mount", "-t", "tmpfs", "tmpfs", point.toString());
            Awaitility.await().until(() -> mounted(sampler).contains(List.of("volumes/v/u1/staging")));
            run("umount", point.toString());
            // Then
            assertThat(mounted(sampler)).containsExactly(List.of(), List.of("volumes/v/u1/staging"), List.of());
        }
    }

    private static List<List<String>> mounted(MountSampler sampler) {
        return sampler.sightings().stream()
                .map(sighting -> sighting.mounts().stream().map(SeenMount::path).toList())
                .toList();
    }

    private static void run(String... command) throws Exception {
        assertThat(new ProcessBuilder(command).inheritIO().start().waitFor()).isZero();
    }
}
