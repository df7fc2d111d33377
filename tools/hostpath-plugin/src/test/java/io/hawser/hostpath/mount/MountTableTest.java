package io.hawser.hostpath.mount;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class MountTableTest {
    private static final MountTable TABLE = MountTable.parse("""
            27 1 254:0 / / rw,relatime - ext4 /dev/vda rw
            40 27 0:30 / /mnt/nfs rw,nosuid shared:3 - nfs host:/x rw
            41 27 254:1 /sub /mnt/part rw - xfs /dev/vdb rw
            50 27 254:0 /state/data/v1 /pods/a\\040b/vol ro,noexec - ext4 /dev/vda rw
            51 50 254:0 /state/data/v2 /pods/a\\040b/vol rw - ext4 /dev/vda rw
            52 27 254:0 /state/data/v3//deleted /pods/c rw - ext4 /dev/vda rw
            53 27 0:31 / /media/M\\000ller rw - ext4 /dev/sdc rw
            54 27 254:2 /M\\000ller/state /state2 rw - ext4 /dev/sdd rw
            garbage
            """);

    @Test
    void octalEscapesAreRead() {
        assertThat(MountTable.unescape("a\\040b\\011c\\012d\\134e\\")).isEqualTo("a b\tc\nd\\e\\");
    }

    @Test
    void theUpperOfTwoMountsIsTheOneThatIsSeen() {
        assertThat(TABLE.at(Path.of("/pods/a b/vol")).orElseThrow().root()).isEqualTo("/state/data/v2");
        assertThat(TABLE.at(Path.of("/pods"))).isEmpty();
    }

    @Test
    void aDirectoryIsNamedByTheMountAboveIt() {
        assertThat(TABLE.sourceOf(Path.of("/state/data/v1"))).isEqualTo(new MountSource("254:0", "/state/data/v1"));
        assertThat(TABLE.sourceOf(Path.of("/mnt/part/data"))).isEqualTo(new MountSource("254:1", "/sub/data"));
        assertThat(TABLE.sourceOf(Path.of("/mnt/nfs/x"))).isEqualTo(new MountSource("0:30", "/x"));
    }

    @Test
    void aForeignNameThatIsNoPathHereIsPassedOverAndOneAboveOursIsKept() {
        // An umlaut is no path in the C locale; a NUL is none in any.
        assertThat(TABLE.below(Path.of("/media"))).isEmpty();
        assertThat(TABLE.sourceOf(Path.of("/state2/data/v1")))
                .isEqualTo(new MountSource("254:2", "/M\0ller/state/data/v1"));
        assertThat(TABLE.sourceOf(Path.of("/state2"))).isEqualTo(new MountSource("254:2", "/M\0ller/state"));
    }

    @Test
    void mountsOfADirectoryAreFoundAlsoWhenItIsDeletedOrOnlyAPartIsMounted() {
        assertThat(TABLE.showingInside(TABLE.sourceOf(Path.of("/state/data")))).hasSize(3);
        assertThat(TABLE.showingInside(TABLE.sourceOf(Path.of("/state/data/v3"))))
                .hasSize(1);
        assertThat(TABLE.showingInside(TABLE.sourceOf(Path.of("/state/data/v"))))
                .isEmpty();
        assertThat(TABLE.below(Path.of("/pods"))).hasSize(3);
    }
}
