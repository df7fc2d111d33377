package io.hawser.node.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
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
}
