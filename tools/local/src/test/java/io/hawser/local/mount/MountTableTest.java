package io.hawser.local.mount;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

class MountTableTest {
    private static final List<String> LINES = List.of(
            "22 1 0:20 / / rw,relatime - ext4 /dev/root rw",
            "30 22 0:20 /a /data/node-1/stage rw shared:1 - ext4 /dev/root rw",
            "31 22 0:20 /b /data/node-1/stage/deep/target rw - ext4 /dev/root rw",
            "32 22 0:20 /c /data/node-1/with\\040blank rw - ext4 /dev/root rw",
            "33 22 0:20 /d /data/node-1/stage rw - ext4 /dev/root rw",
            "34 22 0:20 /e /database/x rw - ext4 /dev/root rw",
            "35 22 0:20 /f /data rw - ext4 /dev/root rw");

    @Test
    void findsOnlyWhatIsMountedBelowAFolder() {
        // Given
        MountTable table = MountTable.parse(LINES);
        // When
        List<Path> below = table.below(Path.of("/data"));
        // Then
        assertThat(below)
                .containsExactly(
                        Path.of("/data/node-1/stage/deep/target"),
                        Path.of("/data/node-1/stage"),
                        Path.of("/data/node-1/with blank"),
                        Path.of("/data/node-1/stage"));
    }

    @Test
    void ofMountsAtOnePlaceTheLatestComesFirst() {
        // Given
        MountTable table = new MountTable(List.of(Path.of("/d/a"), Path.of("/d/b"), Path.of("/d/a")));
        // When
        List<Path> below = table.below(Path.of("/d"));
        // Then
        assertThat(below).containsExactly(Path.of("/d/a"), Path.of("/d/b"), Path.of("/d/a"));
    }

    @Test
    void saysHowManyInWords() {
        MountTable table = MountTable.parse(LINES);

        assertThat(table.countedBelow(Path.of("/data"))).isEqualTo("4 mounts");
        assertThat(table.countedBelow(Path.of("/database"))).isEqualTo("1 mount");
        assertThat(table.countedBelow(Path.of("/nowhere"))).isEqualTo("0 mounts");
    }

    @Test
    void passesOverWhatIsNoPathHere() {
        // Given
        // An umlaut is no path in the C locale; this is none in any.
        String foreign = "36 22 0:21 / /media/M\u0000ller rw - ext4 /dev/sdb rw";
        // When
        MountTable table = MountTable.parse(List.of(foreign, LINES.getLast()));
        // Then
        assertThat(table.points()).containsExactly(Path.of("/data"));
    }

    @Test
    void undoesTheKernelsEscapes() {
        // Given
        String line = "1 1 0:1 / /a\\011b\\012c\\134d\\040e rw - x x x";
        // When
        MountTable table = MountTable.parse(List.of(line, "", "too short"));
        // Then
        assertThat(table.points()).containsExactly(Path.of("/a\tb\nc\\d e"));
    }
}
