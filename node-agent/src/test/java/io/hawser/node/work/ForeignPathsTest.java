package io.hawser.node.work;

import static io.hawser.node.work.Bench.awaitMounted;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;
import static org.awaitility.Awaitility.await;

import io.hawser.node.mount.Sample;
import io.hawser.v1.MountState;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What others put at the agent's paths, and paths that are others'. */
class ForeignPathsTest {
    @TempDir
    Path root;

    private final ScriptedNodeCalls plugin = new ScriptedNodeCalls();

    @Test
    @DisplayName(
            "A file at a target path is reported in words, is not touched, and keeps neither the volume's other target "
                    + "nor another volume")
    void aFileAtATargetPathIsTold() throws Exception {
        // Given
        try (Bench bench = Bench.started(root, plugin, 4, (_, _) -> {})) {
            Path file = bench.layout.target(Stuck.KEY, "t1");
            Files.createDirectories(bench.layout.targets(Stuck.KEY));
            Files.writeString(file, "somebody's");

            // When
            bench.desired(Stuck.desired(1, "t1", "t2"));
            bench.desired(Sample.desired(1, "t1"));

            // Then
            awaitMounted(bench, "data");
            await().untilAsserted(() -> assertThat(bench.report("stuck").getTargetsList())
                    .extracting("id", "state", "message")
                    .containsExactly(
                            tuple(
                                    "t1",
                                    MountState.MOUNT_STATE_PENDING,
                                    "publish: not sent: " + file + " is a file, which is neither overwritten nor"
                                            + " followed; a person must remove it; tried again shortly"),
                            tuple("t2", MountState.MOUNT_STATE_MOUNTED, "")));
            assertThat(file).hasContent("somebody's");
            Files.delete(file);
            await().untilAsserted(() -> assertThat(bench.report("stuck").getTargetsList())
                    .extracting("state")
                    .containsOnly(MountState.MOUNT_STATE_MOUNTED));
        }
    }

    @Test
    @DisplayName(
            "Links that somebody put in the place of the agent's folders are not followed, and keep no other volume")
    void plantedLinksAreNotFollowed() throws Exception {
        // Given
        Path elsewhere = Files.createDirectories(root.resolve("elsewhere"));
        try (Bench bench = Bench.started(root, plugin, 4, (_, _) -> {})) {
            Path volume = Files.createDirectories(bench.layout.volume(Stuck.KEY).getParent())
                    .resolve("u1");
            Files.createSymbolicLink(volume, elsewhere);

            // When
            bench.desired(Stuck.desired(1, "t1"));
            bench.desired(Sample.desired(1, "t1"));

            // Then
            awaitMounted(bench, "data");
            await().untilAsserted(() -> assertThat(bench.report("stuck").getMessage())
                    .contains(volume + " is a symbolic link, which is neither overwritten nor followed"));
            assertThat(plugin.calls).as("of the other volume").containsExactly("stage", "publish");
            assertThat(elsewhere).isEmptyDirectory();
            Files.delete(volume);
            awaitMounted(bench, "stuck");

            // When
            Files.createDirectories(bench.layout.target(Stuck.KEY, "t1"));
            Path targets = bench.layout.targets(Stuck.KEY);
            Files.move(targets, root.resolve("moved"));
            Files.createSymbolicLink(targets, root.resolve("moved"));
            plugin.calls.clear();
            bench.desired(Sample.desired(
                    Sample.assignment(2).setVolume("stuck").clearTargets().setNothing(true)));

            // Then
            await().untilAsserted(() -> assertThat(bench.report("stuck").getTargetsList())
                    .extracting("message")
                    .singleElement()
                    .asString()
                    .contains(targets + " is a symbolic link"));
            assertThat(plugin.calls).isEmpty();
            Files.delete(targets);
            await().until(() -> bench.report("stuck").getNothingLeft());
            assertThat(root.resolve("moved/t1")).exists();
        }
    }

    @Test
    @DisplayName("An id of the plugin's of 128 bytes with slashes and emoji is passed on and kept, and is no path")
    void anIdOfThePluginsIsNoPath() throws Exception {
        // Given
        String id = "../../etc/\uD83D\uDEA2/" + "x".repeat(113);
        assertThat(id.getBytes(StandardCharsets.UTF_8)).hasSize(128);
        try (Bench bench = Bench.started(root, plugin, 4, (_, _) -> {})) {
            // When
            bench.desired(Sample.desired(Sample.assignment(1, "t1").setVolumeId(id)));
            // Then
            awaitMounted(bench, "data");
        }
        try (Bench again = Bench.started(root, plugin, 4, (_, _) -> {})) {
            assertThat(again.loop.views())
                    .singleElement()
                    .satisfies(view -> assertThat(view.have().volumeId()).isEqualTo(id));
        }
        try (var below = Files.walk(root)) {
            assertThat(below.map(Path::toString)).noneMatch(path -> path.contains("\uD83D"));
        }
    }

    @Test
    @DisplayName("A plugin in a container gets its own paths, and reports and records have the node's")
    void aPluginInAContainerSeesOtherPaths() throws Exception {
        try (Bench bench = Bench.withPluginInContainer(root)) {
            // Given
            bench.loop.start(List.of());
            Path staging = Bench.PLUGIN_ROOT.resolve("volumes/data/u1/staging");
            Path target = Bench.PLUGIN_ROOT.resolve("volumes/data/u1/targets/t1");
            // When
            bench.desired(Sample.desired(1, "t1"));
            awaitMounted(bench, "data");
            assertThat(bench.report("data").getTargets(0).getPath())
                    .isEqualTo(root.resolve("volumes/data/u1/targets/t1").toString());
            bench.desired(Sample.nothing(2));
            await().until(() -> bench.report("data").getNothingLeft());
            // Then
            assertThat(bench.plugin.paths)
                    .containsExactly(List.of(staging), List.of(staging, target), List.of(target), List.of(staging));
        }
    }

    @Test
    @DisplayName("A plugin that does not see the node's folders mounts nothing there: its \"done\" is no mount, and the"
            + " report says what to look at")
    void aPluginThatSeesNoFolderOfTheNode() throws Exception {
        // Given
        plugin.seesNode = false;
        try (Bench bench = Bench.started(root, plugin, 4, (_, _) -> {})) {
            // When
            bench.desired(Sample.desired(1, "t1"));

            // Then
            await().untilAsserted(() -> assertThat(bench.report("data").getTargetsList())
                    .singleElement()
                    .satisfies(target -> {
                        assertThat(target.getState()).isEqualTo(MountState.MOUNT_STATE_PENDING);
                        assertThat(target.getPath()).isEmpty();
                        assertThat(target.getMessage())
                                .startsWith("publish: the plugin says done, but nothing is there")
                                .contains("HAWSER_PLUGIN_ROOT");
                    }));

            // When
            plugin.seesNode = true;

            // Then
            awaitMounted(bench, "data");
        }
    }
}
