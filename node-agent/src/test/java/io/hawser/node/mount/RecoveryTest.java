package io.hawser.node.mount;

import static org.assertj.core.api.Assertions.assertThat;

import io.hawser.node.layout.RootLayout;
import io.hawser.node.mounttable.MountEntry;
import io.hawser.node.mounttable.MountTable;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

class RecoveryTest {
    private static final RootLayout LAYOUT = new RootLayout(Path.of("/node"));

    @Test
    void afterARebootEveryCertaintyIsADoubt() {
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
    void aMountThatIsWhatItWasStaysCertain() {
        // Given
        MountRecord record = Sample.mounted(3, "t1");
        // When
        MountRecord after = Recovery.of(record, LAYOUT, new MountTable(List.of(mount("t1", "/t1"))), Sample.BOOT);
        // Then
        assertThat(after).isEqualTo(record);
    }

    @Test
    void aMountThatVanishedOrIsAnotherIsADoubt() {
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
        return new MountEntry(LAYOUT.target(Sample.KEY, target), "8:1", root, "ext4", "/dev/sda1");
    }
}
