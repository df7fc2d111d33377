package io.hawser.node.mount;

import static org.assertj.core.api.Assertions.assertThat;

import io.hawser.mounts.MountEntry;
import io.hawser.mounts.MountTable;
import io.hawser.node.layout.RootLayout;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class RecoveryTest {
    private static final RootLayout LAYOUT = new RootLayout(Path.of("/node"));

    @Test
    void afterARebootEveryStateIsUncertain() {
        // Given
        MountRecord record = Sample.mounted(3, "t1");
        // When
        MountRecord after = Recovery.of(record, LAYOUT, new MountTable(List.of()), "boot-2");
        // Then
        assertThat(after.staging()).isEqualTo(Staging.STAGING);
        assertThat(after.target("t1").orElseThrow().state()).isEqualTo(TargetState.PUBLISHING);
        assertThat(after.generation()).isEqualTo(3);
    }

    @Test
    @DisplayName("A target whose files get their group stands as a published one does, or becomes uncertain")
    void aTargetWhoseFilesGetTheirGroup() {
        // Given
        MountRecord record = Sample.mounted(3, "t1", "t2").grouping("t1").grouping("t2");
        MountTable table = new MountTable(List.of(mount("t1", "/t1")));
        // When
        MountRecord after = Recovery.of(record, LAYOUT, table, Sample.BOOT);
        // Then
        assertThat(after.targets())
                .extracting(TargetRecord::state)
                .containsExactly(TargetState.GROUPING, TargetState.PUBLISHING);
        assertThat(Loss.between(record, after, LAYOUT, table, Sample.BOOT))
                .extracting(Loss::reason)
                .containsExactly("MountLost");
    }

    @Test
    @DisplayName("A mount that only the mount table showed ends with it")
    void whatOnlyTheTableShowedEndsWithIt() {
        // Given
        MountTable shown = new MountTable(List.of(mount("t1", "/t1")));
        MountRecord found = Recovery.of(MountRecord.none(Sample.KEY, Sample.BOOT), LAYOUT, shown, Sample.BOOT);
        assertThat(found.isEmpty()).isFalse();

        // When
        MountRecord after = Recovery.of(found, LAYOUT, new MountTable(List.of()), Sample.BOOT);

        // Then
        assertThat(Recovery.of(found, LAYOUT, shown, Sample.BOOT)).isEqualTo(found);
        assertThat(after.isEmpty()).isTrue();
    }

    @Test
    @DisplayName(
            "A record is over only after a restart of the node, without an assignment, and if nothing is held back")
    void aRecordThatNoAssignmentSpeaksOf() {
        // Given
        MountRecord record = Sample.mounted(3, "t1");
        Order none = Order.of(record, Optional.empty());
        Order another = Order.of(
                record,
                Optional.of(new DesiredState.Usable(
                        Sample.desired(Sample.assignment(4, "t1").setUid("another")))));
        Order wanted = Order.of(record, Optional.of(new DesiredState.Usable(Sample.desired(4, "t1"))));
        Order refused = Order.of(
                record, Optional.of(new DesiredState.Refused(Optional.of(Sample.KEY), "record", "is garbage")));

        // Then
        assertThat(Recovery.isOver(record, none, Optional.empty(), "boot-2")).isTrue();
        assertThat(Recovery.isOver(record, another, Optional.empty(), "boot-2")).isTrue();
        assertThat(Recovery.isOver(record, none, Optional.empty(), Sample.BOOT)).isFalse();
        assertThat(Recovery.isOver(record, none, Optional.of("another topic"), "boot-2"))
                .isFalse();
        assertThat(Recovery.isOver(record, wanted, Optional.empty(), "boot-2")).isFalse();
        assertThat(Recovery.isOver(record, refused, Optional.empty(), "boot-2")).isFalse();
    }

    @Test
    @DisplayName("What a restart of the node ended stays known until a call is made, however often it is compared")
    void theRestartStaysKnownUntilACall() {
        // Given
        MountTable empty = new MountTable(List.of());
        MountRecord once = Recovery.of(Sample.mounted(3, "t1"), LAYOUT, empty, "boot-2");
        Order none = Order.of(once, Optional.empty());

        // When
        MountRecord twice = Recovery.of(once, LAYOUT, empty, "boot-2");

        // Then
        assertThat(twice).isEqualTo(once);
        assertThat(Recovery.isOver(twice, none, Optional.empty(), "boot-2")).isTrue();
        assertThat(Recovery.isOver(twice.inBoot("boot-2"), none, Optional.empty(), "boot-2"))
                .isFalse();
    }

    @Test
    void aMountThatIsWhatItWasStaysCertain() {
        // Given
        MountRecord record = Sample.mounted(3, "t1");
        // When
        MountRecord after = Recovery.of(record, LAYOUT, new MountTable(List.of(mount("t1", "/t1"))), Sample.BOOT);
        // Then
        assertThat(after).isEqualTo(record);
    }

    @Test
    void aMountThatVanishedOrIsAnotherIsUncertain() {
        // Given
        MountRecord record = Sample.mounted(3, "t1", "t2");
        // When
        MountRecord after =
                Recovery.of(record, LAYOUT, new MountTable(List.of(mount("t2", "/somebody-elses"))), Sample.BOOT);
        // Then
        assertThat(after.targets()).extracting(TargetRecord::state).containsOnly(TargetState.PUBLISHING);
    }

    @Test
    void mountsWithoutARecordMayBeThere() {
        // Given
        MountTable table = new MountTable(List.of(mount("t9", "/t9")));
        // When
        var keys = Recovery.mounted(LAYOUT, table);
        MountRecord found = Recovery.of(Sample.none(), LAYOUT, table, Sample.BOOT);
        // Then
        assertThat(keys).containsExactly(Sample.KEY);
        assertThat(found.targets()).extracting(TargetRecord::id).containsExactly("t9");
        assertThat(found.isEmpty()).isFalse();
    }

    private static MountEntry mount(String target, String root) {
        return new MountEntry(LAYOUT.target(Sample.KEY, target), "8:1", root, Set.of(), "ext4", "/dev/sda1");
    }

    @Test
    @DisplayName("A mount whose name could not be a target's is nobody's: it is not adopted")
    void anUnsafeFolderNameIsNotAdopted() {
        // Given
        MountTable table = new MountTable(List.of(
                new MountEntry(
                        LAYOUT.targets(Sample.KEY).resolve("No target"), "8:1", "/", Set.of(), "ext4", "/dev/sda1"),
                mount("t1", "/t1")));

        // When
        MountRecord found = Recovery.of(Sample.none(), LAYOUT, table, Sample.BOOT);

        // Then
        assertThat(found.targets()).extracting(TargetRecord::id).containsExactly("t1");
    }

    @Test
    @DisplayName("That a mount was seen stays known when it becomes uncertain")
    void whatWasSeenStaysKnown() {
        MountRecord after = Recovery.of(Sample.mounted(3, "t1"), LAYOUT, new MountTable(List.of()), "boot-2");

        assertThat(after.target("t1").orElseThrow().seen()).contains("8:1 /t1");
    }

    @Test
    @DisplayName("A mount at the staging path that no record tells of may be the volume's; one of "
            + "the volume's own folder is not")
    void aStagingPathWithoutARecordIsAdopted() {
        // Given
        MountTable staging = new MountTable(
                List.of(new MountEntry(LAYOUT.staging(Sample.KEY), "8:1", "/", Set.of(), "ext4", "/dev/sda1")));
        MountTable folder = new MountTable(
                List.of(new MountEntry(LAYOUT.volume(Sample.KEY), "8:1", "/", Set.of(), "ext4", "/dev/sda1")));

        // Then
        assertThat(Recovery.mounted(LAYOUT, staging)).containsExactly(Sample.KEY);
        assertThat(Recovery.of(Sample.none(), LAYOUT, staging, Sample.BOOT).staging())
                .isEqualTo(Staging.STAGING);
        assertThat(Recovery.of(Sample.mounted(1), LAYOUT, staging, Sample.BOOT).staging())
                .isEqualTo(Staging.STAGED);
        assertThat(Recovery.of(Sample.mounted(1).staging(Staging.UNSTAGING), LAYOUT, staging, Sample.BOOT)
                        .staging())
                .isEqualTo(Staging.UNSTAGING);
        assertThat(Recovery.mounted(LAYOUT, folder)).isEmpty();
        assertThat(Recovery.of(Sample.none(), LAYOUT, folder, Sample.BOOT)).isEqualTo(Sample.none());
    }

    @Test
    @DisplayName("Plugin and id are an assignment's while nothing is here, and never exchanged while anything is")
    void pluginAndIdAreNotExchangedUnderAMount() {
        // Given
        DesiredState other =
                Sample.desired(Sample.assignment(2).setPlugin("other.example").setVolumeId("csi-2"));
        MountRecord found = Sample.none().staging(Staging.STAGING);

        // Then
        assertThat(Sample.mounted(1, "t1").under(other))
                .extracting(MountRecord::plugin, MountRecord::volumeId, MountRecord::generation)
                .containsExactly("plugin.example", "csi-1", 2L);
        assertThat(Sample.none().under(Sample.desired(1)).under(other))
                .extracting(MountRecord::plugin, MountRecord::volumeId)
                .containsExactly("other.example", "csi-2");
        assertThat(found.under(other))
                .extracting(MountRecord::plugin, MountRecord::volumeId)
                .containsExactly("other.example", "csi-2");
    }
}
