package io.hawser.node.holder;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** What the agent needs to see which process holds a mount, and does not have. */
public final class ProcessRights {
    static final String MISSING = "the agent lacks CAP_SYS_PTRACE and CAP_DAC_READ_SEARCH";
    private static final long CAP_DAC_READ_SEARCH = 1L << 2;
    private static final long CAP_SYS_PTRACE = 1L << 19;
    private static final String EFFECTIVE = "CapEff:";
    /** The kernel gives the first pid namespace this number (PROC_PID_INIT_INO). */
    private static final String FIRST_NAMESPACE = "pid:[4026531836]";

    private ProcessRights() {}

    /**
     * Empty: nothing.
     *
     * @param proc usually {@code /proc}
     */
    public static String lacking(Path proc) {
        try {
            Path self = proc.resolve("self");
            long effective = Files.readAllLines(self.resolve("status")).stream()
                    .filter(line -> line.startsWith(EFFECTIVE))
                    .mapToLong(line -> Long.parseUnsignedLong(
                            line.substring(EFFECTIVE.length()).trim(), 16))
                    .findFirst()
                    .orElse(0);
            boolean sees = (effective & CAP_SYS_PTRACE) != 0 && (effective & CAP_DAC_READ_SEARCH) != 0;
            boolean first =
                    Files.readSymbolicLink(self.resolve("ns/pid")).toString().equals(FIRST_NAMESPACE);
            if (!sees) {
                return MISSING;
            }
            return first ? "" : "the agent is in a pid namespace of its own (hostPID)";
        } catch (IOException | NumberFormatException unknown) {
            return "the agent's own rights cannot be read";
        }
    }
}
