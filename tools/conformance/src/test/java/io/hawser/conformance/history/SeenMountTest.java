package io.hawser.conformance.history;

import static org.assertj.core.api.Assertions.assertThat;

import io.hawser.mounts.MountTable;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class SeenMountTest {

    @Test
    void readsWhereAndHowSomethingIsMounted() {
        // Given
        MountTable table = MountTable.parse(Stream.of(
                "36 35 98:0 /mnt1 /roots/n1/volumes/v/u1/staging rw,noatime "
                        + "master:1 - ext3 /dev/root rw,errors=continue",
                "37 35 98:0 /mnt1 /roots/n1/volumes/v/u1/targets/t\\0401 ro,noatime - ext3 /dev/root rw",
                // An umlaut is no path in the C locale; this is none in any.
                "38 35 98:1 / /media/M\u0000ller rw - ext4 /dev/sdb rw",
                "nonsense"));
        // When
        List<SeenMount> seen = MountSampler.below(Path.of("/roots/n1"), table);
        // Then
        assertThat(table.entries()).hasSize(2);
        assertThat(seen)
                .containsExactly(
                        new SeenMount("volumes/v/u1/staging", false), new SeenMount("volumes/v/u1/targets/t 1", true));
    }

    @Test
    void keepsWhatIsBelowARoot() {
        // Given
        MountTable table = MountTable.parse(
                Stream.of("/roots/n1", "/roots/n1/volumes/v/u1/staging", "/roots/n10/volumes/v/u1/staging")
                        .map(point -> "36 35 98:0 / " + point + " rw - ext4 /dev/root rw"));
        // When
        List<SeenMount> below = MountSampler.below(Path.of("/roots/n1"), table);
        // Then
        assertThat(below).containsExactly(new SeenMount("volumes/v/u1/staging", false));
    }

    @Test
    void knowsThePlacesOfVolumes() {
        // Given
        SeenMount staging = new SeenMount("volumes/v/u1/staging", false);
        SeenMount target = new SeenMount("volumes/v/u1/targets/t1", false);
        SeenMount other = new SeenMount("plugins/state", false);
        // When
        List<Optional<SeenMount.Place>> places = List.of(staging.place(), target.place(), other.place());
        // Then
        assertThat(places)
                .containsExactly(
                        Optional.of(new SeenMount.Place("v", "u1", Optional.empty())),
                        Optional.of(new SeenMount.Place("v", "u1", Optional.of("t1"))),
                        Optional.empty());
    }
}
