package io.hawser.node.mount;

import static org.assertj.core.api.Assertions.assertThat;

import io.hawser.mounts.MountTable;
import io.hawser.node.layout.RootLayout;
import io.hawser.node.mounttable.Leaf;
import io.hawser.node.mounttable.Sighting;
import io.hawser.v1.BlockAccess;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class ObstacleTest {
    private static final Path TARGET = Path.of("/node/volumes/data/u1/targets/t1");
    private static final MountRecord STAGED = Sample.mounted(1);
    private static final MountRecord PUBLISHING =
            STAGED.publishing(Sample.desired(1, "t1").target("t1").orElseThrow(), false);

    @Test
    @DisplayName("A mount's target may be an empty folder; "
            + "what a plugin filled itself counts only where it was asked before")
    void whatAMountIsMadeOn() {
        Step.Publish publish = Sample.publish(1, "t1");

        assertThat(clear(STAGED, publish)).containsExactlyInAnyOrder(Leaf.ABSENT, Leaf.UNSEEN, Leaf.EMPTY_FOLDER);
        assertThat(clear(PUBLISHING, publish))
                .containsExactlyInAnyOrder(Leaf.ABSENT, Leaf.UNSEEN, Leaf.EMPTY_FOLDER, Leaf.FOLDER);
    }

    @Test
    @DisplayName("What lies at a target where something was mounted before is not the plugin's")
    void whereSomethingWasMounted() {
        MountRecord rebooted = Recovery.of(
                Sample.mounted(1, "t1"), new RootLayout(Path.of("/node")), new MountTable(List.of()), "boot-2");
        DesiredState block = Sample.desired(Sample.assignment(1, "t1").setBlock(BlockAccess.getDefaultInstance()));

        assertThat(rebooted.target("t1").orElseThrow().state()).isEqualTo(TargetState.PUBLISHING);
        assertThat(clear(rebooted, Sample.publish(1, "t1")))
                .containsExactlyInAnyOrder(Leaf.ABSENT, Leaf.UNSEEN, Leaf.EMPTY_FOLDER);
        MountRecord triedSince =
                rebooted.publishing(Sample.desired(1, "t1").target("t1").orElseThrow(), false);
        assertThat(clear(triedSince, Sample.publish(1, "t1"))).doesNotContain(Leaf.FOLDER);
        assertThat(clear(rebooted, new Step.Publish(block, block.target("t1").orElseThrow())))
                .containsExactlyInAnyOrder(Leaf.ABSENT, Leaf.UNSEEN, Leaf.EMPTY_FILE);
    }

    @Test
    @DisplayName("A block volume's target may be an empty file; a device counts only where the plugin was asked before")
    void whatABlockVolumeIsMadeOn() {
        DesiredState desired = Sample.desired(Sample.assignment(1, "t1").setBlock(BlockAccess.getDefaultInstance()));
        Step.Publish publish = new Step.Publish(desired, desired.target("t1").orElseThrow());

        assertThat(clear(STAGED, publish)).containsExactlyInAnyOrder(Leaf.ABSENT, Leaf.UNSEEN, Leaf.EMPTY_FILE);
        assertThat(clear(PUBLISHING, publish))
                .containsExactlyInAnyOrder(Leaf.ABSENT, Leaf.UNSEEN, Leaf.EMPTY_FILE, Leaf.OTHER);
    }

    @Test
    @DisplayName("A staging path is a folder, whatever the plugin keeps in it; taking down looks at no leaf")
    void theOtherCalls() {
        assertThat(clear(STAGED, new Step.Stage(Sample.desired(1))))
                .containsExactlyInAnyOrder(Leaf.ABSENT, Leaf.UNSEEN, Leaf.EMPTY_FOLDER, Leaf.FOLDER);
        for (Step.Call call : List.of(new Step.Unpublish("t1"), new Step.Unstage())) {
            assertThat(clear(PUBLISHING, call)).containsExactlyInAnyOrder(Leaf.values());
        }
    }

    @Test
    @DisplayName("A symbolic link on the way stops every call, and the sentence names it")
    void noLinkIsFollowed() {
        Path link = Path.of("/node/volumes/data");

        for (Step.Call call : List.of(
                new Step.Stage(Sample.desired(1)),
                Sample.publish(1, "t1"),
                new Step.Unpublish("t1"),
                new Step.Unstage())) {
            assertThat(Obstacle.of(STAGED, call, TARGET, Optional.of(link), Sighting.NOTHING))
                    .contains("/node/volumes/data is a symbolic link, which is neither overwritten nor followed; a"
                            + " person must remove it");
        }
    }

    @Test
    @DisplayName("Where something is mounted the plugin is asked: it knows what is its own")
    void aMountIsThePluginsMatter() {
        Sighting mounted = new Sighting(Optional.of("8:1 /"), Leaf.OTHER);

        assertThat(Obstacle.of(STAGED, Sample.publish(1, "t1"), TARGET, Optional.empty(), mounted))
                .isEmpty();
    }

    private static Set<Leaf> clear(MountRecord have, Step.Call call) {
        return Arrays.stream(Leaf.values())
                .filter(leaf -> Obstacle.of(have, call, TARGET, Optional.empty(), new Sighting(Optional.empty(), leaf))
                        .isEmpty())
                .collect(Collectors.toCollection(() -> EnumSet.noneOf(Leaf.class)));
    }
}
