package io.hawser.node.mount;

import static org.assertj.core.api.Assertions.assertThat;

import io.hawser.mounts.MountEntry;
import io.hawser.mounts.MountTable;
import io.hawser.node.layout.RootLayout;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class LossTest {
    private static final RootLayout LAYOUT = new RootLayout(Path.of("/node"));
    private static final MountRecord BEFORE =
            Sample.mounted(3, "t1", "t2", "t3").unpublishing("t3");

    @Test
    @DisplayName("A restart of the node ends every certain mount, and is told as that, once")
    void aRebootIsOneSentence() {
        assertThat(losses("boot-2"))
                .containsExactly(new Loss(
                        "MountsEndedByReboot",
                        "the node was restarted (boot boot-1, now boot-2), which ended what was mounted at the"
                                + " staging path, target t1, target t2; where it is wanted it is mounted again"));
    }

    @Test
    @DisplayName("A mount that somebody took down is named, and what was uncertain before is not")
    void anUnmountByHandIsNamed() {
        assertThat(losses(Sample.BOOT, mount("t1", "/t1")))
                .containsExactly(new Loss(
                        "MountLost",
                        "what was mounted at target t2 was unmounted, and not by this agent; where it is wanted it is"
                                + " mounted again"));
    }

    @Test
    @Tag("nomad-W31")
    @DisplayName("A mount that another one covers is told as replaced, with what is there now")
    void anotherMountIsNamed() {
        assertThat(losses(Sample.BOOT, mount("t1", "/t1"), mount("t2", "/foreign")))
                .containsExactly(new Loss(
                        "MountReplaced",
                        "something else is mounted at target t2 now, and not by this agent: ext4 /dev/sda1; the plugin"
                                + " is asked to mount what is wanted"));
    }

    @Test
    @DisplayName("What is as it was, was uncertain before, or has no record any more is no loss")
    void nothingElseIsALoss() {
        MountTable all = new MountTable(List.of(mount("t1", "/t1"), mount("t2", "/t2")));
        MountTable none = new MountTable(List.of());
        MountRecord rebooted = Recovery.of(BEFORE, LAYOUT, none, "boot-2");

        assertThat(losses(Sample.BOOT, mount("t1", "/t1"), mount("t2", "/t2"))).isEmpty();
        assertThat(Loss.between(rebooted, Recovery.of(rebooted, LAYOUT, none, "boot-3"), LAYOUT, none, "boot-3"))
                .isEmpty();
        assertThat(Loss.between(BEFORE, BEFORE.without("t1"), LAYOUT, all, Sample.BOOT))
                .isEmpty();
    }

    private static List<Loss> losses(String boot, MountEntry... mounts) {
        MountTable table = new MountTable(List.of(mounts));
        return Loss.between(BEFORE, Recovery.of(BEFORE, LAYOUT, table, boot), LAYOUT, table, boot);
    }

    private static MountEntry mount(String target, String root) {
        return new MountEntry(LAYOUT.target(Sample.KEY, target), "8:1", root, Set.of(), "ext4", "/dev/sda1");
    }
}
