package io.hawser.mounts;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Iterator;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MountTableTest {
    private final MountTable table = MountTable.parse(Stream.of(
            "36 35 98:0 /mnt1 /mnt2 rw,noatime master:1 - ext3 /dev/root rw,errors=continue",
            "37 35 98:1 / /with\\040space rw shared:2 master:1 propagate_from:3 - tmpfs none rw",
            "38 35 98:2 / /back\\134slash\\012 rw - tmpfs tmp\\040fs rw",
            "39 35 98:3 /later /mnt2 rw - ext4 /dev/sdb rw",
            "not a mount at all",
            "40 35 98:4 / /cut off - ",
            "41 35 98:5 / /no/dash rw shared:1 master:2"));

    @Test
    void readsAnyNumberOfOptionalFieldsAndUnescapes() {
        // Given
        Path spaced = Path.of("/with space");
        // When
        var spacedEntry = table.at(spaced);
        var slashed = table.at(Path.of("/back\\slash\n"));
        // Then
        assertThat(table.entries()).hasSize(4);
        assertThat(spacedEntry)
                .hasValueSatisfying(entry -> assertThat(entry.fsType()).isEqualTo("tmpfs"));
        assertThat(slashed)
                .hasValueSatisfying(entry -> assertThat(entry.source()).isEqualTo("tmp fs"));
    }

    @Test
    @Tag("nomad-23")
    @Tag("nomad-24")
    void tellsMountPointsFromOtherPathsAndSeesTheUppermostMount() {
        // Given
        Path mounted = Path.of("/mnt2");
        // When
        var upper = table.at(mounted);
        // Then
        assertThat(upper).hasValueSatisfying(entry -> assertThat(entry.what()).isEqualTo("98:3 /later"));
        assertThat(table.at(Path.of("/mnt"))).isEmpty();
        assertThat(table.at(Path.of("/mnt2/below"))).isEmpty();
        assertThat(table.below(Path.of("/mnt2"))).hasSize(2);
    }

    @Test
    void readsThisMachine() {
        assertThat(MountTable.read().at(Path.of("/"))).isPresent();
    }

    @Test
    @DisplayName("What one of two reads leaves out counts, and the later read has the last word at a path")
    void nothingIsMountedNeedsTwoReadsThatAgree() {
        // Given
        MountEntry early = entry("/a", "/early");
        MountEntry late = entry("/a", "/late");
        MountEntry skippedFirst = entry("/b", "/");
        MountEntry skippedThen = entry("/c", "/");
        Iterator<MountTable> reads = List.of(
                        new MountTable(List.of(early, skippedThen)), new MountTable(List.of(skippedFirst, late)))
                .iterator();

        // When
        MountTable table = MountTable.ofTwoReads(reads::next);

        // Then
        assertThat(table.entries()).containsExactlyInAnyOrder(early, skippedThen, skippedFirst, late);
        assertThat(table.at(Path.of("/a"))).contains(late);
    }

    @Test
    @DisplayName("Two reads that agree are one table, whatever stands at a path twice")
    void whatBothReadsShowIsThereOnce() {
        // Given
        MountTable twice = new MountTable(List.of(entry("/a", "/"), entry("/a", "/"), entry("/b", "/")));

        // Then
        assertThat(MountTable.ofTwoReads(() -> twice)).isEqualTo(twice);
    }

    @Test
    @DisplayName("Below a folder, a mount covers its mount point and all in it, and nothing beside or above it")
    void aMountCoversWhatIsInIt() {
        // Given
        MountTable table = new MountTable(List.of(entry("/", "/"), entry("/v/u1/staging", "/")));
        Path volume = Path.of("/v/u1");

        // Then
        assertThat(table.covers(Path.of("/v/u1/staging"), volume)).isTrue();
        assertThat(table.covers(Path.of("/v/u1/staging/x"), volume)).isTrue();
        assertThat(table.covers(Path.of("/v/u1/targets"), volume)).isFalse();
        assertThat(table.covers(volume, volume)).isFalse();
        assertThat(table.covers(Path.of("/v/u1/staging"), Path.of("/v/u2"))).isFalse();
    }

    private static MountEntry entry(String path, String root) {
        return new MountEntry(Path.of(path), "8:1", root, Set.of("rw"), "ext4", "/dev/sda1");
    }

    @Test
    @DisplayName("Only three octal digits after a backslash are one character; what looks like it and is not stays")
    void onlyOctalDigitsAreAnEscape() {
        assertThat(MountTable.unescape("\\040a\\177")).isEqualTo(" a\177");
        assertThat(MountTable.unescape("\\134")).isEqualTo("\\");
        assertThat(MountTable.unescape("\\303\\274")).isEqualTo("ü");
        assertThat(MountTable.unescape("\\008")).isEqualTo("\\008");
        assertThat(MountTable.unescape("\\080")).isEqualTo("\\080");
        assertThat(MountTable.unescape("\\/00")).isEqualTo("\\/00");
        assertThat(MountTable.unescape("\\04")).isEqualTo("\\04");
    }

    @Test
    @DisplayName("Blank, tab, line feed and backslash are read; a backslash at the end stays")
    void octalEscapesAreRead() {
        assertThat(MountTable.unescape("a\\040b\\011c\\012d\\134e\\")).isEqualTo("a b\tc\nd\\e\\");
    }

    @Test
    @DisplayName("Only a line feed ends a line: the kernel writes a carriage return in a path as it is")
    void aCarriageReturnEndsNoLine(@TempDir Path folder) throws IOException {
        // Given
        Path file = Files.writeString(
                folder.resolve("mountinfo"),
                "36 35 98:0 /a\rfolder /mnt1 rw - ext3 /dev/root rw\n37 35 98:1 / /mnt2 rw - tmpfs none rw\n");
        // When
        MountTable read = MountTable.parse(MountTable.lines(file));
        // Then
        assertThat(read.entries()).extracting(MountEntry::root).containsExactly("/a\rfolder", "/");
        assertThat(read.at(Path.of("/mnt1"))).isPresent();
    }

    @Test
    @DisplayName("The options of the mount are read, not those of its file system")
    void readsOptions() {
        assertThat(table.at(Path.of("/mnt2")).orElseThrow().options()).containsExactly("rw");
        assertThat(table.below(Path.of("/mnt2")).getFirst().options()).containsExactlyInAnyOrder("rw", "noatime");
    }

    @Test
    @DisplayName("What is no path in our locale is passed over; what lies above ours may be none")
    void passesOverWhatIsNoPathHere() {
        // Given
        // An umlaut is no path in the C locale; a NUL is none in any.
        Stream<String> lines = Stream.of(
                "53 27 0:31 / /media/M\\000ller rw - ext4 /dev/sdc rw",
                "36 22 0:21 / /media/M\u0000ller rw - ext4 /dev/sdb rw",
                "54 27 254:2 /M\\000ller/state /state2 rw - ext4 /dev/sdd rw");

        // When
        List<MountEntry> entries = MountTable.parse(lines).entries();

        // Then
        assertThat(entries).singleElement().returns("/M\0ller/state", MountEntry::root);
    }

    @Test
    @DisplayName("Mount points below a folder come in the order in which they can be unmounted, without the folder's")
    void pointsBelowAFolderCanBeUnmountedInOrder() {
        // Given
        MountTable mounted = mountedAt(
                "/",
                "/data/node-1/stage",
                "/data/node-1/stage/deep/target",
                "/data/node-1/with blank",
                "/data/node-1/stage",
                "/database/x",
                "/data");

        // Then
        assertThat(mounted.pointsBelow(Path.of("/data")))
                .containsExactly(
                        Path.of("/data/node-1/stage/deep/target"),
                        Path.of("/data/node-1/stage"),
                        Path.of("/data/node-1/with blank"),
                        Path.of("/data/node-1/stage"));
        assertThat(mounted.pointsBelow(Path.of("/nowhere"))).isEmpty();
    }

    @Test
    void ofMountsAtOnePlaceTheLatestComesFirst() {
        assertThat(mountedAt("/d/a", "/d/b", "/d/a").pointsBelow(Path.of("/d")))
                .containsExactly(Path.of("/d/a"), Path.of("/d/b"), Path.of("/d/a"));
    }

    private static MountTable mountedAt(String... points) {
        return new MountTable(Stream.of(points).map(point -> entry(point, "/")).toList());
    }
}
