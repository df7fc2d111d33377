package io.hawser.node.record.files;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.hawser.mounts.MountTable;
import io.hawser.node.layout.RootLayout;
import io.hawser.node.mount.MountRecord;
import io.hawser.node.mount.Sample;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
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
        records = new MountRecords(layout, () -> new MountTable(List.of()));
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
    @DisplayName("A folder of records that cannot be listed is named by its volume, and hides no other volume's record")
    void oneFolderThatCannotBeListed() throws Exception {
        // Given
        records.save(Sample.mounted(1, "t1"));
        Path broken = layout.records("broken");
        Files.createSymbolicLink(broken, broken);

        // When
        var stock = records.load();

        // Then
        assertThat(stock.records()).hasSize(1);
        assertThat(stock.folders()).containsOnlyKeys("broken");
    }

    @Test
    @DisplayName("A folder of records whose listing breaks off is named by its volume, and hides no other volume's"
            + " record")
    @SuppressWarnings("StreamResourceLeak") // MountRecords closes it.
    void oneListingThatBreaksOff() throws Exception {
        // Given
        records.save(Sample.mounted(1, "t1"));
        Path broken = Files.createDirectories(layout.records("broken"));
        MountRecords damaged = new MountRecords(
                layout,
                () -> new MountTable(List.of()),
                folder -> folder.equals(broken)
                        ? Stream.of(folder).peek(ignored -> {
                            throw new UncheckedIOException(new IOException("Input/output error"));
                        })
                        : Files.list(folder));

        // When
        var stock = damaged.load();

        // Then
        assertThat(stock.records()).hasSize(1);
        assertThat(stock.folders().get("broken")).contains("Input/output error");
    }

    @Test
    @DisplayName("A record that cannot be written leaves the old one, and nothing that takes up room")
    void aFailedWriteLeavesNothing() throws Exception {
        // Given
        records.save(Sample.none());
        Path unfinished = layout.records("data").resolve("u1.record.new");
        Files.createDirectory(unfinished);

        // When
        assertThatThrownBy(() -> records.save(Sample.mounted(1, "t1")))
                // Then
                .hasMessageContaining("the record of data/u1 cannot be written");
        assertThat(unfinished).doesNotExist();
        assertThat(records.load().records()).containsExactly(Sample.none());
    }

    @Test
    @DisplayName("Records lie outside of the folder that plugins are given")
    void recordsAreOutOfReachOfPlugins() {
        assertThat(layout.record(Sample.KEY).startsWith(layout.volumes())).isFalse();
        assertThat(layout.staging(Sample.KEY).startsWith(layout.volumes())).isTrue();
        assertThat(layout.targets(Sample.KEY).startsWith(layout.volumes())).isTrue();
    }
}
