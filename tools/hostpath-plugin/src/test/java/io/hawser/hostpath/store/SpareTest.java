package io.hawser.hostpath.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SpareTest {
    private static final long DISK = 64 * 1024;
    private static final long RECORD = 4096;

    @TempDir
    private Path folder;

    private Path file;
    private Spare spare;
    private long others;

    @BeforeEach
    void make() {
        file = folder.resolve("spare");
        spare = new Spare(file);
        spare.keep();
    }

    @Test
    @DisplayName("On a disk that stays full, one record after another is written in the room of the file")
    void aDiskThatStaysFull() throws IOException {
        for (int i = 0; i < 20; i++) {
            // Given
            others = DISK - size();

            // When
            spare.use(this::record);

            // Then
            assertThat(size()).isPositive();
        }
    }

    @Test
    @DisplayName("While others take the room that was given up, more of the file is given up")
    void othersAreFaster() throws IOException {
        // Given
        long[] taken = {0};

        // When
        spare.use(() -> {
            others = taken[0]++ < 3 ? DISK : DISK - size() - RECORD;
            record();
        });

        // Then
        assertThat(taken[0]).isEqualTo(4);
    }

    @Test
    @DisplayName("A write that fails for another reason fails with that reason, and the file is there afterwards")
    void anotherFailure() throws IOException {
        // When / Then
        assertThatThrownBy(() -> spare.use(() -> {
                    throw new IOException("Input/output error");
                }))
                .hasMessage("Input/output error");
        assertThat(size()).isEqualTo(DISK);
    }

    @Test
    @DisplayName("Inodes are given up one by one, until there is none, and are kept again when there are some")
    void inodes() throws IOException {
        // Given
        int given = 0;
        while (spare.giveEmptyFile()) given++;

        // When
        spare.keepEmptyFiles();

        // Then
        assertThat(given).isPositive();
        assertThat(spare.giveEmptyFile()).isTrue();
    }

    /** Replaces a record, which needs room for both until the old one is gone. */
    private void record() throws IOException {
        if (others + size() + RECORD > DISK) throw new IOException("No space left on device");
    }

    private long size() throws IOException {
        return Files.exists(file) ? Files.size(file) : 0;
    }
}
