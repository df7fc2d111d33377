package io.hawser.node.record;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.hawser.node.layout.RootLayout;
import io.hawser.node.mount.MountRecord;
import io.hawser.node.mount.Sample;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MountRecordsTest {
    @TempDir
    Path root;

    private RootLayout layout;
    private MountRecords records;

    @BeforeEach
    void open() {
        layout = new RootLayout(root);
        records = new MountRecords(layout);
    }

    @Test
    void whatIsSavedIsReadBack() throws Exception {
        // Given
        MountRecord record = Sample.mounted(7, "t1", "t2").unpublishing("t2").under(Sample.nothing(8));
        // When
        records.save(record);
        // Then
        assertThat(records.load().records()).containsExactly(record);
        assertThat(records.load().unreadable()).isEmpty();
    }

    @Test
    @Tag("nomad-21")
    @Tag("nomad-22")
    void makesTheStagingFolderForTheOwnerOnlyAndOnce() throws Exception {
        // Given
        records.prepare(Sample.KEY);
        // When
        records.prepare(Sample.KEY);
        // Then
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(layout.staging(Sample.KEY))))
                .isEqualTo("rwx------");
        assertThat(layout.targets(Sample.KEY)).isEmptyDirectory();
    }

    @Test
    void forgettingRemovesEmptyFoldersAndNothingElse() throws Exception {
        // Given
        records.save(Sample.none());
        records.prepare(Sample.KEY);
        Path file = Files.writeString(layout.staging(Sample.KEY).resolve("data"), "somebody's");
        // When
        var left = records.forget(Sample.KEY);
        // Then
        assertThat(left).containsExactly(layout.staging(Sample.KEY));
        assertThat(file).exists();
        assertThat(layout.record(Sample.KEY)).doesNotExist();
    }

    @Test
    void aDamagedRecordIsToldOfAndNotTakenForNone() throws Exception {
        // Given
        records.save(Sample.mounted(1, "t1"));
        Files.writeString(layout.record(Sample.KEY), "{\"version\": 1, \"volume\": \"da");
        // When
        var stock = records.load();
        // Then
        assertThat(stock.records()).isEmpty();
        assertThat(stock.unreadable()).containsOnlyKeys(Sample.KEY);
    }

    @Test
    void aRecordOfALaterVersionIsRefused() {
        // Given
        byte[] later = "{\"version\": 2}".getBytes(StandardCharsets.UTF_8);
        // When
        assertThatThrownBy(() -> RecordCodec.decode(later))
                // Then
                .isInstanceOf(IOException.class)
                .hasMessageContaining("version 1");
    }
}
