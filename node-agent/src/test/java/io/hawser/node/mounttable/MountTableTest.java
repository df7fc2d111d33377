package io.hawser.node.mounttable;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class MountTableTest {
    private static final MountTable TABLE = MountTable.parse(Stream.of(
            "36 35 98:0 /mnt1 /mnt2 rw,noatime master:1 - ext3 /dev/root rw,errors=continue",
            "37 35 98:1 / /with\\040space rw shared:2 master:1 propagate_from:3 - tmpfs none rw",
            "38 35 98:2 / /back\\134slash\\012 rw - tmpfs tmp\\040fs rw",
            "39 35 98:3 /later /mnt2 rw - ext4 /dev/sdb rw",
            "not a mount at all",
            "40 35 98:4 / /cut off - "));

    @Test
    void readsAnyNumberOfOptionalFieldsAndUnescapes() {
        // Given
        Path spaced = Path.of("/with space");
        // When
        var spacedEntry = TABLE.at(spaced);
        var slashed = TABLE.at(Path.of("/back\\slash\n"));
        // Then
        assertThat(TABLE.entries()).hasSize(4);
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
        var upper = TABLE.at(mounted);
        // Then
        assertThat(upper).hasValueSatisfying(entry -> assertThat(entry.what()).isEqualTo("98:3 /later"));
        assertThat(TABLE.at(Path.of("/mnt"))).isEmpty();
        assertThat(TABLE.at(Path.of("/mnt2/below"))).isEmpty();
        assertThat(TABLE.below(Path.of("/mnt2"))).hasSize(2);
    }

    @Test
    void readsThisMachine() {
        // Given
        Kernel kernel = Kernel.ofThisMachine();
        // When
        MountTable table = kernel.mounts();
        // Then
        assertThat(table.at(Path.of("/"))).isPresent();
        assertThat(kernel.bootId()).isNotBlank();
    }
}
