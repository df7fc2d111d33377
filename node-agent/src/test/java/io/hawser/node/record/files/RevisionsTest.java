package io.hawser.node.record.files;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RevisionsTest {
    @TempDir
    Path folder;

    @Test
    void growOverARestartWithTheClockSetBack() throws Exception {
        // Given
        Path file = folder.resolve("revisions");
        Revisions before = Revisions.open(file, at("2026-06-01T00:00:00Z"));
        long last = Math.max(before.next(), before.next());
        // When
        long next = Revisions.open(file, at("2020-01-01T00:00:00Z")).next();
        // Then
        assertThat(next).isGreaterThan(last);
    }

    private static Clock at(String time) {
        return Clock.fixed(Instant.parse(time), ZoneOffset.UTC);
    }

    @Test
    @DisplayName("On a full disk revisions are reserved in place, and still grow over a restart")
    void areReservedOnAFullDisk() throws Exception {
        // Given
        Path file = folder.resolve("revisions");
        long before = Revisions.open(file, at("2026-06-01T00:00:00Z")).next();
        full(file);

        // When
        long onFullDisk = Revisions.open(file, at("2026-06-02T00:00:00Z")).next();
        long next = Revisions.open(file, at("2020-01-01T00:00:00Z")).next();

        // Then
        assertThat(onFullDisk).isGreaterThan(before);
        assertThat(next).isGreaterThan(onFullDisk);
    }

    @Test
    @DisplayName("On a disk that cannot be written the clock's numbers are given out, and none that is ahead of it")
    void theClockIsEnough() throws Exception {
        // Given
        Path file = folder.resolve("revisions");
        AtomicReference<Instant> now = new AtomicReference<>(Instant.parse("2026-06-01T00:00:00Z"));
        Revisions revisions = Revisions.open(file, now::get);
        full(file);

        // When
        long first = revisions.next();

        // Then
        assertThat(revisions.trouble())
                .hasValueSatisfying(sentence -> assertThat(sentence).startsWith("the agent's disk cannot be written"));
        assertThatThrownBy(revisions::next).isInstanceOf(UncheckedIOException.class);
        now.set(now.get().plusSeconds(1));
        assertThat(revisions.next()).isGreaterThan(first);
        now.set(now.get().minusSeconds(60));
        assertThatThrownBy(revisions::next).isInstanceOf(UncheckedIOException.class);
        assertThatThrownBy(revisions::next).isInstanceOf(UncheckedIOException.class);

        // When
        Files.delete(blockade(file));
        Files.delete(blockade(file).getParent());
        now.set(now.get().plusSeconds(120));
        revisions.next();

        // Then
        assertThat(revisions.trouble()).isEmpty();
    }

    /** The new file cannot be made. */
    private static void full(Path file) throws Exception {
        Files.createDirectories(blockade(file));
    }

    private static Path blockade(Path file) {
        return file.resolveSibling(file.getFileName() + ".new").resolve("in-the-way");
    }
}
