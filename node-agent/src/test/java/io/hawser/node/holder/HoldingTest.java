package io.hawser.node.holder;

import static org.assertj.core.api.Assertions.assertThat;

import io.hawser.mounts.MountEntry;
import io.hawser.mounts.MountTable;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class HoldingTest {
    private static final Path TARGET = Path.of("/node/volumes/data/u1/targets/t1");
    private static final MountTable TABLE =
            new MountTable(List.of(mount(TARGET), mount(TARGET.resolve("sub")), mount(Path.of("/node/volumes/more"))));

    @Test
    @DisplayName("A holder is named with process, command and use; a mount below with its path")
    void namesEachHolder() {
        // Given
        Holder holder = new Holder(4711, "postgres", Holder.Use.OPEN_FILES);
        // When
        Holding holding = Holding.of(TARGET, TABLE, List.of(holder), "");
        // Then
        assertThat(holding.sentence())
                .isEqualTo("mounted below it: " + TARGET + "/sub; held: process 4711 (postgres) has files in it"
                        + " open");
    }

    @Test
    @DisplayName("Of many holders five are named and the rest is counted")
    void countsTheRest() {
        // Given
        List<Holder> holders = IntStream.rangeClosed(1, 8)
                .mapToObj(pid -> new Holder(pid, "sh", Holder.Use.WORKING_FOLDER))
                .toList();
        // Then
        assertThat(new Holding(List.of(), holders, "").sentence())
                .contains("process 5 (sh) has its working folder in it, and 3 more")
                .doesNotContain("process 6");
    }

    @Test
    @DisplayName("Where nobody is seen, and where the agent may not see all, the sentence says so")
    void saysWhatIsNotSeen() {
        assertThat(new Holding(List.of(), List.of(), "").sentence()).isEqualTo("no process is seen to hold it");
        assertThat(new Holding(List.of(), List.of(), "the agent lacks CAP_SYS_PTRACE").sentence())
                .isEqualTo("no process is seen to hold it; not every process is seen: the agent lacks CAP_SYS_PTRACE");
    }

    private static MountEntry mount(Path path) {
        return new MountEntry(path, "8:1", "/", Set.of(), "ext4", "/dev/sda1");
    }
}
