package io.hawser.node.record.files;

import static org.assertj.core.api.Assertions.assertThat;

import io.hawser.mounts.MountEntry;
import io.hawser.mounts.MountTable;
import io.hawser.node.layout.RootLayout;
import io.hawser.node.mount.Sample;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Folders of a volume: made, removed, and left alone where something is mounted or is somebody's. */
class VolumeFoldersTest {
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
    @DisplayName("Forgetting also removes the empty leaves that no record mentions, such as one of a refused publish, "
            + "and nothing with content or a mount")
    void forgettingRemovesEmptyLeaves() throws Exception {
        // Given
        records.prepare(Sample.KEY);
        Files.createDirectory(layout.target(Sample.KEY, "folder"));
        Files.createFile(layout.target(Sample.KEY, "file"));
        Path content = Files.writeString(layout.target(Sample.KEY, "content"), "somebody's");
        Path mounted = Files.createDirectory(layout.target(Sample.KEY, "mounted"));
        mounts.add(new MountEntry(mounted, "0:99", "/", Set.of(), "fuse", "unserved"));
        // When
        var left = records.forget(Sample.KEY);
        // Then
        assertThat(left).containsExactly(layout.targets(Sample.KEY));
        assertThat(layout.targets(Sample.KEY).toFile().list()).containsExactlyInAnyOrder("content", "mounted");
        // When
        mounts.clear();
        Files.delete(content);
        // Then
        assertThat(records.forget(Sample.KEY)).isEmpty();
        assertThat(layout.volumes().resolve("data")).doesNotExist();
    }
}
