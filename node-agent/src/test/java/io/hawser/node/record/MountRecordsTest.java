package io.hawser.node.record;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.hawser.mounts.MountEntry;
import io.hawser.mounts.MountTable;
import io.hawser.node.layout.RootLayout;
import io.hawser.node.layout.VolumeKey;
import io.hawser.node.mount.MountRecord;
import io.hawser.node.mount.Pause;
import io.hawser.node.mount.Sample;
import io.hawser.node.mount.Staging;
import io.hawser.node.mount.TargetRecord;
import io.hawser.node.mount.TargetState;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MountRecordsTest {
    @TempDir
    Path root;

    private RootLayout layout;
    private MountRecords records;
    private final List<MountEntry> mounts = new ArrayList<>();

    @BeforeEach
    void open() {
        layout = new RootLayout(root);
        records = new MountRecords(layout, () -> new MountTable(mounts));
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

    @Test
    @DisplayName("A record that is cut anywhere is no record, and says so in a sentence")
    void aRecordThatIsCutIsNone() {
        // Given
        byte[] whole = RecordCodec.encode(Sample.mounted(7, "t1")
                .paused(Optional.of(new Pause("t1", "busy", 3, Instant.EPOCH, Instant.EPOCH.plusSeconds(9)))));

        // Then
        for (int length = 0; length < whole.length - 2; length++) {
            byte[] cut = Arrays.copyOf(whole, length);
            assertThatThrownBy(() -> RecordCodec.decode(cut))
                    .as("%d bytes", length)
                    .isInstanceOf(IOException.class);
        }
    }

    @Test
    @DisplayName("A pause is kept, and a record of before there was one has none")
    void aPauseIsKept() throws Exception {
        // Given
        MountRecord record = Sample.mounted(7, "t1");
        Pause pause = new Pause("t1", "busy", 3, Instant.EPOCH, Instant.EPOCH.plusMillis(9_250));

        // Then
        assertThat(RecordCodec.decode(RecordCodec.encode(record.paused(Optional.of(pause))))
                        .pause())
                .contains(pause);
        assertThat(new String(RecordCodec.encode(record), StandardCharsets.UTF_8))
                .doesNotContain("pause");
        assertThat(RecordCodec.decode(RecordCodec.encode(record)).pause()).isEmpty();
    }

    @Test
    @DisplayName("What is mounted is neither made nor removed, and what is beside it is")
    void whatIsMountedIsNotTouched() {
        // Given
        records.prepare(Sample.KEY);
        records.save(Sample.none());
        mounts.add(new MountEntry(layout.staging(Sample.KEY), "0:99", "/", Set.of(), "fuse", "unserved"));

        // When
        var left = records.forget(Sample.KEY);
        records.prepare(Sample.KEY);

        // Then
        assertThat(left).containsExactly(layout.staging(Sample.KEY));
        assertThat(layout.staging(Sample.KEY)).exists();
        assertThat(layout.record(Sample.KEY)).doesNotExist();
        assertThat(layout.targets(Sample.KEY)).exists();
    }

    @Test
    @DisplayName("Folders are not made below what is mounted, and a mounted leaf stays")
    void nothingIsMadeBelowAMount() throws Exception {
        // Given
        Path leaf = Files.createDirectories(layout.target(Sample.KEY, "t1"));
        mounts.add(new MountEntry(layout.staging(Sample.KEY), "0:99", "/", Set.of(), "fuse", "unserved"));
        mounts.add(new MountEntry(leaf, "0:98", "/", Set.of(), "fuse", "unserved"));

        // When
        records.prepare(Sample.KEY);
        records.removeLeaf(Sample.KEY, "t1");

        // Then
        assertThat(layout.staging(Sample.KEY)).doesNotExist();
        assertThat(leaf).exists();
        mounts.clear();
        records.removeLeaf(Sample.KEY, "t1");
        assertThat(leaf).doesNotExist();
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
    @DisplayName("What stood at the staging path, and that a target is for a reader, is read back")
    void everyFactIsReadBack() throws Exception {
        // Given
        MountRecord record = Sample.mounted(7, "t1")
                .with(Staging.STAGED, Optional.of("8:1 /"))
                .with(new TargetRecord("t2", "task", true, TargetState.PUBLISHING, Optional.empty()))
                .expanded(1L << 40);

        // Then
        assertThat(RecordCodec.decode(RecordCodec.encode(record))).isEqualTo(record);
        assertThat(new String(RecordCodec.encode(Sample.none()), StandardCharsets.UTF_8))
                .doesNotContain("stagingSeen", "\"seen\"", "expanded")
                .endsWith("}\n");
    }

    @Test
    @DisplayName("Records lie outside of the folder that plugins are given")
    void recordsAreOutOfReachOfPlugins() {
        assertThat(layout.record(Sample.KEY).startsWith(layout.volumes())).isFalse();
        assertThat(layout.staging(Sample.KEY).startsWith(layout.volumes())).isTrue();
        assertThat(layout.targets(Sample.KEY).startsWith(layout.volumes())).isTrue();
    }

    @Test
    @DisplayName(
            "A root of an older agent is read: its records move, once; one that cannot be read stays the only trace")
    void aRootOfAnOlderAgentIsRead() throws Exception {
        // Given
        Path old = former(Sample.KEY, new String(RecordCodec.encode(Sample.mounted(7, "t1")), StandardCharsets.UTF_8));
        VolumeKey damaged = new VolumeKey("data", "u2");
        Path cut = former(damaged, "{\"version\": 1, \"volume\": \"da");
        // When
        var stock = records.load();
        // Then
        assertThat(stock.records()).containsExactly(Sample.mounted(7, "t1"));
        assertThat(stock.unreadable()).containsOnlyKeys(damaged);
        assertThat(old).doesNotExist();
        assertThat(cut).doesNotExist();
        assertThat(layout.record(damaged)).hasContent("{\"version\": 1, \"volume\": \"da");

        // When
        former(
                new VolumeKey("planted", "u1"),
                new String(RecordCodec.encode(Sample.mounted(9, "t9")), StandardCharsets.UTF_8));
        // Then
        assertThat(records.load().records()).as("what a plugin put there").containsExactly(Sample.mounted(7, "t1"));
    }

    @Test
    @DisplayName("A move of records that was interrupted is made whole, and one record more is not lost")
    void aMoveThatWasInterruptedIsMadeWhole() throws Exception {
        // Given
        former(Sample.KEY, new String(RecordCodec.encode(Sample.mounted(7, "t1")), StandardCharsets.UTF_8));
        Files.createDirectories(root.resolve("records.new/data"));
        Files.writeString(root.resolve("records.new/data/u1.record"), "half");
        // Then
        assertThat(records.load().records()).containsExactly(Sample.mounted(7, "t1"));
    }

    @Test
    @DisplayName("What an older version wrote is read: version 1 without a pause, and without what was seen")
    void aRecordOfAnOlderVersionIsRead() throws Exception {
        // Given
        byte[] first = """
                {
                  "version" : 1,
                  "volume" : "data",
                  "uid" : "u1",
                  "plugin" : "plugin.example",
                  "volumeId" : "csi-1",
                  "generation" : 7,
                  "leaving" : false,
                  "boot" : "boot-1",
                  "staging" : "STAGED",
                  "targets" : [ {
                    "id" : "t1",
                    "task" : "t1",
                    "readOnly" : false,
                    "state" : "PUBLISHED"
                  } ]
                }
                """.getBytes(StandardCharsets.UTF_8);
        // Then
        assertThat(RecordCodec.decode(first))
                .isEqualTo(Sample.mounted(7, "t1")
                        .with(new TargetRecord("t1", "t1", false, TargetState.PUBLISHED, Optional.empty())));
    }

    @Test
    @DisplayName("A symbolic link in the place of a folder is not followed: nothing is removed behind it")
    void linksAreNotFollowed() throws Exception {
        // Given
        Path elsewhere = Files.createDirectories(root.resolve("elsewhere/targets/t1"));
        Files.createDirectories(root.resolve("elsewhere/staging"));
        Files.createDirectories(layout.volume(Sample.KEY).getParent());
        Files.createSymbolicLink(layout.volume(Sample.KEY), root.resolve("elsewhere"));
        records.save(Sample.mounted(1, "t1"));
        // When
        records.removeLeaf(Sample.KEY, "t1");
        var left = records.forget(Sample.KEY);
        // Then
        assertThat(elsewhere).exists();
        assertThat(root.resolve("elsewhere/staging")).exists();
        assertThat(left).hasSize(2);
    }

    @Test
    @DisplayName(
            "A leaf that a plugin left behind goes if it is an empty folder or an empty file, and never with content")
    void emptyLeavesOfEitherKindGo() throws Exception {
        // Given
        records.prepare(Sample.KEY);
        Files.createDirectory(layout.target(Sample.KEY, "folder"));
        Files.createFile(layout.target(Sample.KEY, "file"));
        Files.writeString(layout.target(Sample.KEY, "content"), "somebody's");
        // When
        List.of("folder", "file", "content", "none").forEach(target -> records.removeLeaf(Sample.KEY, target));
        // Then
        assertThat(layout.targets(Sample.KEY).toFile().list()).containsExactly("content");
    }

    private Path former(VolumeKey key, String content) throws Exception {
        Files.createDirectories(layout.volume(key));
        return Files.writeString(layout.formerRecord(key), content);
    }
}
