package io.hawser.node.mounttable.files;

import static org.assertj.core.api.Assertions.assertThat;

import io.hawser.mounts.MountEntry;
import io.hawser.mounts.MountTable;
import io.hawser.node.mounttable.Leaf;
import io.hawser.node.mounttable.Sighting;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class KernelTest {
    @TempDir
    Path volume;

    private final List<Path> mounts = new ArrayList<>();
    private final Kernel kernel = new Kernel() {
        @Override
        public MountTable mounts() {
            return new MountTable(mounts.stream()
                    .map(path -> new MountEntry(path, "8:1", "/d", Set.of(), "ext4", "/dev/sda1"))
                    .toList());
        }

        @Override
        public String bootId() {
            return "boot-1";
        }
    };
    private Path target;

    @BeforeEach
    void aTargetThatIsAnEmptyFolder() throws Exception {
        target = Files.createDirectories(volume.resolve("targets/t1"));
    }

    @Test
    @DisplayName("What lies at a path is looked at where no mount covers it")
    void looksWhereNothingIsMounted() throws Exception {
        // Given
        mounts.add(volume.resolve("staging"));
        mounts.add(volume.resolve("targets/t10"));
        mounts.add(volume.getParent());

        // Then
        assertThat(look(target)).isEqualTo(Leaf.EMPTY_FOLDER);
        assertThat(look(volume.resolve("targets/none"))).isEqualTo(Leaf.ABSENT);
        Path file = Files.createFile(target.resolve("file"));
        assertThat(look(target)).isEqualTo(Leaf.FOLDER);
        assertThat(look(file)).isEqualTo(Leaf.EMPTY_FILE);
        Files.writeString(file, "content");
        assertThat(look(file)).isEqualTo(Leaf.OTHER);
        assertThat(look(Files.createSymbolicLink(target.resolve("link"), target)))
                .isEqualTo(Leaf.LINK);
    }

    @Test
    @DisplayName("A mount at the path, or on a folder above it as far up as the volume's, is seen and not looked into")
    void doesNotLookIntoMounts() {
        for (Path covering : List.of(target, target.getParent(), volume)) {
            // Given
            mounts.clear();
            mounts.add(covering);

            // When
            Sighting seen = kernel.look(target, volume);

            // Then
            assertThat(seen.leaf()).as("below a mount on " + covering).isEqualTo(Leaf.UNSEEN);
            assertThat(seen.mounted().isPresent()).isEqualTo(covering.equals(target));
        }
    }

    @Test
    void readsThisMachine() {
        // Given
        Kernel machine = Kernel.ofThisMachine();
        // When
        MountTable mounted = machine.mounts();
        // Then
        assertThat(mounted.at(Path.of("/"))).isPresent();
        assertThat(machine.bootId()).isNotBlank();
    }

    @Test
    @DisplayName("The first link on the way is found; the ends of the way, and what a mount covers, are left out")
    void findsLinksOnTheWay() throws Exception {
        // Given
        Path link = Files.createSymbolicLink(volume.resolve("link"), target);
        Path root = volume.getParent();

        // Then
        assertThat(onTheWay(root, link.resolve("deep/leaf"))).contains(link);
        assertThat(onTheWay(root, link)).isEmpty();
        assertThat(onTheWay(link, link.resolve("leaf"))).isEmpty();
        assertThat(onTheWay(root, volume.resolve("none/leaf"))).isEmpty();
        mounts.add(volume);
        assertThat(onTheWay(root, link.resolve("leaf"))).isEmpty();
    }

    private Optional<Path> onTheWay(Path root, Path path) {
        return Links.onTheWay(root, path, volume, kernel.mounts());
    }

    private Leaf look(Path path) {
        return kernel.look(path, volume).leaf();
    }

    @ParameterizedTest
    @CsvSource({
        "4.19.0-26-amd64, true",
        "5.7.19, true",
        "5.8.0, false",
        "5.10.0-33-cloud-amd64, false",
        "6.1.0, false",
        "10.0-rc1, false",
        "unknown, true",
        "'', true"
    })
    @DisplayName("From Linux 5.8 on, one read of the mount table is whole; a kernel that is not known is read twice")
    void olderKernelsAreReadTwice(String release, boolean twice) {
        assertThat(Kernel.readsMayLackLines(release)).isEqualTo(twice);
    }
}
