package io.hawser.conformance.history;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MountSamplerTest {
    /** Only {@link MountSampler#sightings} looks, but for the first time. */
    private static final Duration SELDOM = Duration.ofHours(1);

    @TempDir
    private Path folder;

    private Path table;

    @BeforeEach
    void nothingMounted() throws Exception {
        table = folder.resolve("mountinfo");
        mounted();
    }

    @Test
    @DisplayName("A look that fails is told whenever somebody asks, and ends no later look")
    void aFailedLookIsTold() throws Exception {
        try (MountSampler sampler = sampler()) {
            // Given
            Files.delete(table);
            assertThatThrownBy(sampler::sightings).isInstanceOf(UncheckedIOException.class);

            // When
            mounted("a");

            // Then
            assertThatThrownBy(sampler::sightings).isInstanceOf(UncheckedIOException.class);
            sampler.forget();
            assertThat(paths(sampler)).endsWith(List.of("a"));
        }
    }

    @Test
    @DisplayName("What is forgotten is how it was, and not how it is")
    void theLastLookIsKept() throws Exception {
        try (MountSampler sampler = sampler()) {
            // Given
            assertThat(paths(sampler)).containsExactly(List.of());
            mounted("a");
            assertThat(paths(sampler)).containsExactly(List.of(), List.of("a"));

            // When
            sampler.forget();

            // Then
            assertThat(paths(sampler)).containsExactly(List.of("a"));
            mounted("b");
            assertThat(paths(sampler)).containsExactly(List.of("a"), List.of("b"));
        }
    }

    private MountSampler sampler() {
        return MountSampler.start(table, Map.of("n1", Path.of("/roots/n1")), SELDOM);
    }

    /** At once, as the kernel's table changes. */
    private void mounted(String... paths) throws Exception {
        Path next = Files.write(
                folder.resolve("next"),
                List.of(paths).stream()
                        .map(path -> "36 35 98:0 / /roots/n1/" + path + " rw - tmpfs tmpfs rw")
                        .toList());
        Files.move(next, table, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    }

    private static List<List<String>> paths(MountSampler sampler) {
        return sampler.sightings().stream()
                .map(sighting -> sighting.mounts().stream().map(SeenMount::path).toList())
                .toList();
    }
}
