package io.hawser.node.holder.files;

import io.hawser.node.rights.Capability;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** What the agent needs to see which process holds a mount, and does not have. */
public final class ProcessRights {
    private static final String MISSING = "the agent lacks CAP_SYS_PTRACE and CAP_DAC_READ_SEARCH";
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
            if (!Capability.lacking(
                            Files.readAllLines(proc.resolve("self/status")),
                            Capability.SYS_PTRACE,
                            Capability.DAC_READ_SEARCH)
                    .isEmpty()) {
                return MISSING;
            }
            boolean first = Files.readSymbolicLink(proc.resolve("self/ns/pid"))
                    .toString()
                    .equals(FIRST_NAMESPACE);
            return first ? "" : "the agent is in a pid namespace of its own (hostPID)";
        } catch (IOException unknown) {
            return "the agent's own rights cannot be read";
        }
    }
}
