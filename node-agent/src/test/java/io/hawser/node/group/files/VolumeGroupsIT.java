package io.hawser.node.group.files;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.hawser.mounts.MountEntry;
import io.hawser.mounts.MountTable;
import io.hawser.testkit.shared.ScratchFolder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Real files of a real mount, changed by root. */
class VolumeGroupsIT {
    private static final Path PROC = Path.of("/proc");
    private static final int GID = 4711;
    private static final String GROUP = "4711";

    private final VolumeGroups groups = new VolumeGroups(true, PROC);
    private Path folder;
    private Path volume;
    private Path outside;

    @BeforeEach
    void open() throws Exception {
        folder = ScratchFolder.create("groups").toRealPath();
        volume = Files.createDirectory(folder.resolve("volume"));
        outside = Files.createDirectory(folder.resolve("outside"));
        Files.writeString(outside.resolve("file"), "of somebody else");
        sh("mount -t tmpfs -o size=16m groups " + volume);
    }

    @AfterEach
    void close() throws Exception {
        for (MountEntry left : MountTable.read().below(folder).reversed()) {
            sh("umount " + left.mountPoint());
        }
    }

    @Test
    @DisplayName(
            "Every folder and file belongs to the group afterwards, which may read and write it; what is made later"
                    + " belongs to it, too")
    void everythingBelongsToTheGroup() throws Exception {
        // Given
        Files.createDirectories(volume.resolve("a/b/🚢"));
        Files.writeString(volume.resolve("a/b/🚢/file"), "x");
        sh("cd " + volume + "/a; touch \"$(printf 'not\\377text')\"; mkdir 'new\nline'; touch 'new\nline/file'; "
                + "mkfifo pipe; chmod 600 pipe b/*/file; chmod 700 b");

        // When
        Optional<String> failure = give(groups);
        Files.writeString(volume.resolve("a/later"), "x");

        // Then
        assertThat(failure).isEmpty();
        assertThat(all("! -group 4711")).isEmpty();
        assertThat(all("-type d ! -perm -2770")).isEmpty();
        assertThat(all("! -type d ! -name later ! -perm -660")).isEmpty();
    }

    @Test
    @DisplayName("No symbolic link is followed, no other mount is entered, and a device stays as it is")
    void nothingElseIsTouched() throws Exception {
        // Given
        Files.createSymbolicLink(volume.resolve("folder"), outside);
        Files.createSymbolicLink(volume.resolve("file"), outside.resolve("file"));
        Path other = Files.createDirectory(volume.resolve("other"));
        Path bound = Files.createFile(volume.resolve("bound"));
        sh("mount -t tmpfs other " + other + "; touch " + other + "/file; mount --bind " + outside + "/file " + bound
                + "; mknod " + volume + "/zero c 1 5");

        // When
        Optional<String> failure = give(groups);

        // Then
        assertThat(failure).isEmpty();
        assertThat(gid(volume)).isEqualTo(GID);
        assertThat(gid(outside)).isNotEqualTo(GID);
        assertThat(gid(outside.resolve("file"))).isNotEqualTo(GID);
        assertThat(gid(other)).isNotEqualTo(GID);
        assertThat(gid(other.resolve("file"))).isNotEqualTo(GID);
        assertThat(gid(volume.resolve("zero"))).isNotEqualTo(GID);
    }

    @Test
    @DisplayName("A link in place of the volume itself is not followed, and nor is one that replaces a folder of it")
    void aPlantedLinkIsNotFollowed() throws Exception {
        // Given
        Path link = Files.createSymbolicLink(folder.resolve("link"), outside);
        MountEntry shown = MountTable.read().at(volume).orElseThrow();
        MountEntry planted =
                new MountEntry(link, shown.device(), shown.root(), shown.options(), shown.fsType(), shown.source());
        Files.createDirectory(volume.resolve("a"));

        // When
        Optional<String> failure = groups.give(planted, GROUP, () -> false);
        try (Descriptor root = Descriptor.folder(volume)) {
            sh("rmdir " + volume + "/a; ln -s " + outside + " " + volume + "/a");
            // Then
            try (Descriptor entry = root.entry("a".getBytes(UTF_8)).orElseThrow()) {
                assertThat(entry.attributes().isFolder()).isFalse();
                assertThatThrownBy(entry::listed).hasMessageContaining("Not a directory");
            }
        }
        assertThat(failure).hasValueSatisfying(why -> assertThat(why).contains("Not a directory"));
        assertThat(gid(outside)).isNotEqualTo(GID);
    }

    @Test
    @DisplayName("A walk that is cut anywhere leaves a root that does not belong to the group, so it is done again")
    void aCutWalkIsDoneAgain() throws Exception {
        for (int i = 0; i < 5; i++) {
            Path sub = Files.createDirectories(volume.resolve("d" + i + "/sub"));
            Files.writeString(sub.resolve("file"), "x");
        }
        for (int most = 0; most < 40; most++) {
            // Given
            sh("chown -R 0:0 " + volume + "; chmod -R g-s " + volume);
            AtomicInteger looks = new AtomicInteger();
            int looksUntilCut = most;

            // When
            give(groups, () -> looks.incrementAndGet() > looksUntilCut);

            // Then
            assertThat(all("! -group 4711").isEmpty())
                    .as("after %d looks", most)
                    .isEqualTo(gid(volume) == GID);
            assertThat(give(groups)).isEmpty();
            assertThat(all("! -group 4711")).isEmpty();
        }
    }

    @Test
    @DisplayName("A volume whose root belongs to the group already is not walked through, and needs no right")
    void aVolumeOfTheGroupIsLeftAlone() throws Exception {
        // Given
        Path file = Files.writeString(volume.resolve("file"), "x");
        sh("chown 0:4711 " + volume + "; chmod 2770 " + volume);

        // When
        Optional<String> failure = give(new VolumeGroups(false, PROC));

        // Then
        assertThat(failure).isEmpty();
        assertThat(gid(file)).isNotEqualTo(GID);
    }

    @Test
    @DisplayName("The setgid bit alone asks for a walk, and so does the group alone")
    void bothCount() throws Exception {
        for (String root :
                new String[] {"chown 0:4711 VOLUME; chmod 0770 VOLUME", "chown 0:0 VOLUME; chmod 2770 VOLUME"}) {
            // Given
            Path file = Files.writeString(volume.resolve("file"), "x");
            sh("chown 0:0 " + file + "; " + root.replace("VOLUME", volume.toString()));

            // When
            Optional<String> failure = give(groups);

            // Then
            assertThat(failure).isEmpty();
            assertThat(gid(file)).isEqualTo(GID);
        }
    }

    @Test
    @DisplayName("A program loses its setuid and setgid bits with its group")
    void noProgramKeepsItsRights() throws Exception {
        // Given
        sh("cd " + volume + "; touch program; chmod 6755 program");

        // When
        give(groups);

        // Then
        assertThat(all("-type f -perm /6000")).isEmpty();
    }

    @Test
    @DisplayName("What may not be changed, or cannot be, is said in words, and nothing is changed")
    void refusalsAreInWords() throws Exception {
        // Given
        Path process = Files.createDirectories(folder.resolve("proc/self"));
        Files.writeString(process.resolve("status"), "CapEff:\t0000000000000009\n");

        // Then
        assertThat(give(new VolumeGroups(false, PROC)))
                .hasValueSatisfying(why -> assertThat(why).contains(GROUP, "the agent may not (HAWSER_FS_GROUP)"));
        assertThat(give(new VolumeGroups(true, process.getParent())))
                .hasValueSatisfying(why -> assertThat(why).endsWith("the agent lacks CAP_DAC_READ_SEARCH, CAP_FSETID"));
        for (String word : new String[] {"staff", "-1", "4294967295", "4294967296", "1.0", " 1"}) {
            assertThat(groups.give(MountTable.read().at(volume).orElseThrow(), word, () -> false))
                    .hasValueSatisfying(why -> assertThat(why).contains("'" + word + "' is no number"));
        }
        assertThat(gid(volume)).isZero();
    }

    @Test
    @DisplayName("A file that the kernel refuses to change is named, and the next walk begins again")
    void whatIsRefusedIsNamed() throws Exception {
        // Given: nobody may change a file of a read-only bind mount's file system, not even root.
        Files.createDirectory(volume.resolve("a"));
        Files.writeString(volume.resolve("a/file"), "x");
        MountEntry writable = MountTable.read().at(volume).orElseThrow();
        sh("mount -o remount,ro " + volume);

        // When
        Optional<String> failure = groups.give(writable, GROUP, () -> false);
        Optional<String> asReader = give(groups);
        sh("mount -o remount,rw " + volume);

        // Then
        assertThat(failure).contains("the volume cannot be given to group 4711: /a/file: Read-only file system");
        assertThat(asReader).as("a read-only mount").isEmpty();
        assertThat(give(groups)).isEmpty();
        assertThat(gid(volume.resolve("a/file"))).isEqualTo(GID);
    }

    @Test
    @DisplayName("Folders may lie 512 deep; a deeper one is refused in words, and no file of the volume stays open")
    void isAsDeepAsItMayBe() throws Exception {
        // Given
        sh("cd " + volume + "; mkdir -p " + "d/".repeat(512));
        // Then
        assertThat(give(groups)).isEmpty();
        assertThat(all("! -group 4711")).isEmpty();
        // When
        sh("chgrp 0 " + volume + "; cd " + volume + "; mkdir " + "d/".repeat(513));
        Optional<String> failure = give(groups);
        // Then
        assertThat(failure).hasValueSatisfying(why -> assertThat(why)
                .startsWith("the volume cannot be given to group 4711: /d/d/")
                .endsWith(": lies deeper than 512 folders, the most that are walked")
                .hasSizeLessThan(700));
        assertThat(gid(volume)).isZero();
        try (Stream<Path> open = Files.list(Path.of("/proc/self/fd"))) {
            assertThat(open.map(VolumeGroupsIT::target)).noneMatch(target -> target.startsWith(volume.toString()));
        }
    }

    /** The file of a descriptor. Another thread of this process may close it meanwhile. */
    private static String target(Path descriptor) {
        try {
            return Files.readSymbolicLink(descriptor).toString();
        } catch (IOException closed) {
            return "";
        }
    }

    private Optional<String> give(VolumeGroups by) {
        return give(by, () -> false);
    }

    private Optional<String> give(VolumeGroups by, java.util.function.BooleanSupplier cut) {
        return by.give(MountTable.read().at(volume).orElseThrow(), GROUP, cut);
    }

    private static int gid(Path path) throws IOException {
        Map<String, Object> read = Files.readAttributes(path, "unix:gid", LinkOption.NOFOLLOW_LINKS);
        return (int) read.get("gid");
    }

    /** What {@code find} finds in the volume. */
    private String all(String test) throws Exception {
        return sh("find " + volume + " -xdev " + test);
    }

    private static String sh(String script) throws Exception {
        Process process =
                new ProcessBuilder("sh", "-c", script).redirectErrorStream(true).start();
        String output = new String(process.getInputStream().readAllBytes(), UTF_8);
        assertThat(process.waitFor()).as(output).isZero();
        return output;
    }

    @Test
    @DisplayName("A folder of 10,000 sub-folders is read a few names at a time")
    void aFolderOfManyFolders() throws Exception {
        // Given
        sh("mkdir " + volume + "/a; cd " + volume + "/a; seq 10000 | xargs mkdir");
        try (Descriptor folder = Descriptor.folder(volume.resolve("a"))) {
            assertThat(folder.next()).hasSizeBetween(1, 1_000);
        }
        // Then
        assertThat(give(groups)).isEmpty();
        assertThat(all("! -group 4711")).isEmpty();
    }

    @Test
    @DisplayName("A folder that is removed while it is open has no entries any more")
    void aFolderThatIsRemoved() throws Exception {
        // Given
        Path gone = Files.createDirectory(volume.resolve("a"));
        try (Descriptor folder = Descriptor.folder(gone)) {
            // When
            Files.delete(gone);
            // Then
            assertThat(folder.next()).isEmpty();
        }
    }
}
