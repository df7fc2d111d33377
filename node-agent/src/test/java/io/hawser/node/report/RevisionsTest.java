package io.hawser.node.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
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
    @DisplayName("A revision that cannot be reserved is not given out, this time or the next")
    void noneIsGivenOutUnreserved() throws Exception {
        // Given
        Path file = folder.resolve("revisions");
        Revisions revisions = Revisions.open(file, at("2026-06-01T00:00:00Z"));
        full(file);

        // Then
        assertThatThrownBy(revisions::next).isInstanceOf(UncheckedIOException.class);
        assertThatThrownBy(revisions::next).isInstanceOf(UncheckedIOException.class);
    }

    /** The new file cannot be made. */
    private static void full(Path file) throws Exception {
        Files.createDirectories(file.resolveSibling(file.getFileName() + ".new").resolve("in-the-way"));
    }
}
