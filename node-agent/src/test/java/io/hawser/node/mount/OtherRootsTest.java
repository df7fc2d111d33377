package io.hawser.node.mount;

import static org.assertj.core.api.Assertions.assertThat;

import io.hawser.mounts.MountEntry;
import io.hawser.mounts.MountTable;
import io.hawser.node.layout.RootLayout;
import java.nio.file.Path;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class OtherRootsTest {
    private static final RootLayout OWN = new RootLayout(Path.of("/node"));

    @Test
    @DisplayName("A staging path or a target below another folder makes that folder another root")
    void aMountInAnotherRootTellsOfIt() {
        assertThat(roots("/a/b/volumes/data/u1/staging", "/c/volumes/data/u1/targets/task-1"))
                .containsExactly(Path.of("/a/b"), Path.of("/c"));
    }

    @Test
    @DisplayName("The agent's own mounts tell of no other root")
    void itsOwnRootIsNoOther() {
        assertThat(roots("/node/volumes/data/u1/staging", "/node/volumes/data/u1/targets/task-1"))
                .isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/",
                "/a",
                "/volumes/data/u1/staging",
                "/a/volumes/data/u1",
                "/a/volumes/data/u1/staging/x",
                "/a/volumes/data/u1/targets",
                "/a/volumes/data/u1/targets/task-1/x",
                "/a/volumes/Data/u1/staging",
                "/a/volumes/data/-u/staging",
                "/a/other/data/u1/staging",
                "/a/volumes/data/u1/other",
                "/a/volumes/data/u1/other/task-1"
            })
    @DisplayName("What is not laid out as a root is none")
    void whatIsLaidOutOtherwiseIsNoRoot(String mountPoint) {
        assertThat(roots(mountPoint)).isEmpty();
    }

    @Test
    @DisplayName("What lies in a mounted volume is data, and is not looked into")
    void whatLiesInAVolumeIsNoRoot() {
        assertThat(roots(
                        "/a/volumes/data/u1/staging",
                        "/a/volumes/data/u1/staging/copy/volumes/data/u1/staging",
                        "/node/volumes/data/u1/targets/task-1",
                        "/node/volumes/data/u1/targets/task-1/volumes/data/u1/staging"))
                .containsExactly(Path.of("/a"));
    }

    private static Set<Path> roots(String... mountPoints) {
        return OtherRoots.of(
                OWN,
                new MountTable(Stream.of(mountPoints)
                        .map(path -> new MountEntry(Path.of(path), "8:1", "/", Set.of(), "ext4", "/dev/sda1"))
                        .toList()));
    }
}
