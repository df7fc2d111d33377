package io.hawser.hostpath.mount;

import static org.assertj.core.api.Assertions.assertThat;

import io.hawser.mounts.MountEntry;
import io.hawser.mounts.MountTable;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

class MountSourceTest {
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
            """.lines());

    @Test
    void aDirectoryIsNamedByTheMountAboveIt() {
        assertThat(MountSource.of(Path.of("/state/data/v1"), TABLE))
                .isEqualTo(new MountSource("254:0", "/state/data/v1"));
        assertThat(MountSource.of(Path.of("/mnt/part/data"), TABLE)).isEqualTo(new MountSource("254:1", "/sub/data"));
        assertThat(MountSource.of(Path.of("/mnt/nfs/x"), TABLE)).isEqualTo(new MountSource("0:30", "/x"));
    }

    @Test
    void aForeignNameThatIsNoPathHereIsPassedOverAndOneAboveOursIsKept() {
        // An umlaut is no path in the C locale; a NUL is none in any.
        assertThat(TABLE.below(Path.of("/media"))).isEmpty();
        assertThat(MountSource.of(Path.of("/state2/data/v1"), TABLE))
                .isEqualTo(new MountSource("254:2", "/M\0ller/state/data/v1"));
        assertThat(MountSource.of(Path.of("/state2"), TABLE)).isEqualTo(new MountSource("254:2", "/M\0ller/state"));
    }

    @Test
    void mountsOfADirectoryAreFoundAlsoWhenItIsDeletedOrOnlyAPartIsMounted() {
        assertThat(showingInside(MountSource.of(Path.of("/state/data"), TABLE))).hasSize(3);
        assertThat(showingInside(MountSource.of(Path.of("/state/data/v3"), TABLE)))
                .hasSize(1);
        assertThat(showingInside(MountSource.of(Path.of("/state/data/v"), TABLE)))
                .isEmpty();
        assertThat(TABLE.below(Path.of("/pods"))).hasSize(3);
    }

    private static List<MountEntry> showingInside(MountSource source) {
        return TABLE.entries().stream().filter(source::shownInsideBy).toList();
    }
}
