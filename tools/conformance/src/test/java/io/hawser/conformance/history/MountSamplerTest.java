package io.hawser.conformance.history;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.hawser.mounts.MountTable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class MountSamplerTest {
    /** Only {@link MountSampler#sightings} looks, but for the first time. */
    private static final Duration SELDOM = Duration.ofHours(1);

    private final Queue<Supplier<MountTable>> reads = new ArrayDeque<>();
    private Supplier<MountTable> last = MountSamplerTest::table;

    @Test
    @DisplayName("A look that fails is told whenever somebody asks, and ends no later look")
    void aFailedLookIsTold() {
        try (MountSampler sampler = sampler()) {
            // Given
            reads.add(() -> {
                throw new UncheckedIOException(new IOException("no table"));
            });
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
    void theLastLookIsKept() {
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

    @Test
    @DisplayName("A mount that moves while the table is read is not seen at both places")
    void aReadDuringAMove() {
        try (MountSampler sampler = sampler()) {
            // Given
            mounted("a");
            mounted("a", "b");

            // When
            mounted("b");

            // Then
            assertThat(paths(sampler)).containsExactly(List.of(), List.of("b"));
        }
    }

    private MountSampler sampler() {
        return new MountSampler(this::read, Map.of("n1", Path.of("/roots/n1")), SELDOM);
    }

    private MountTable read() {
        last = reads.isEmpty() ? last : reads.remove();
        return last.get();
    }

    private void mounted(String... paths) {
        reads.add(() -> table(paths));
    }

    private static MountTable table(String... paths) {
        return MountTable.parse(
                Stream.of(paths).map(path -> "36 35 98:0 / /roots/n1/" + path + " rw - tmpfs tmpfs rw"));
    }

    private static List<List<String>> paths(MountSampler sampler) {
        return sampler.sightings().stream()
                .map(sighting -> sighting.mounts().stream().map(SeenMount::path).toList())
                .toList();
    }
}
