package io.hawser.node.holder.files;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ProcessRightsTest {
    /** The bits of CAP_DAC_READ_SEARCH and CAP_SYS_PTRACE. */
    private static final long BOTH = 1L << 2 | 1L << 19;

    @TempDir
    Path proc;

    @BeforeEach
    void aProcess() throws Exception {
        Files.createDirectories(proc.resolve("self/ns"));
        namespace("pid:[4026531836]");
    }

    @Test
    @DisplayName("With both capabilities in the machine's pid namespace nothing is lacking")
    void lacksNothing() throws Exception {
        capabilities(BOTH);

        assertThat(ProcessRights.lacking(proc)).isEmpty();
    }

    @Test
    @DisplayName("Without one of the capabilities, the sentence names both")
    void lacksACapability() throws Exception {
        for (long held : new long[] {0, 1L << 2, 1L << 19, ~BOTH}) {
            capabilities(held);

            assertThat(ProcessRights.lacking(proc)).isEqualTo("the agent lacks CAP_SYS_PTRACE and CAP_DAC_READ_SEARCH");
        }
    }

    @Test
    @DisplayName("In a pid namespace of its own, and without /proc, the sentence says that")
    void seesNotAllProcesses() throws Exception {
        capabilities(BOTH);
        namespace("pid:[4026532201]");
        assertThat(ProcessRights.lacking(proc)).isEqualTo("the agent is in a pid namespace of its own (hostPID)");

        assertThat(ProcessRights.lacking(proc.resolve("none"))).isEqualTo("the agent's own rights cannot be read");
    }

    private void capabilities(long held) throws Exception {
        Files.writeString(proc.resolve("self/status"), "Name:\tjava\nCapEff:\t%016x\n".formatted(held));
    }

    private void namespace(String of) throws Exception {
        Path link = proc.resolve("self/ns/pid");
        Files.deleteIfExists(link);
        Files.createSymbolicLink(link, Path.of(of));
    }
}
