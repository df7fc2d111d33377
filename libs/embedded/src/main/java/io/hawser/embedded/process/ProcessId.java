package io.hawser.embedded.process;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * A process, distinguishable from a later one with the same pid.
 *
 * @param pid 1 or more
 * @param startTicks when it started, in clock ticks since the machine's start
 */
public record ProcessId(long pid, long startTicks) {
    public ProcessId {
        if (pid < 1) {
            throw new IllegalArgumentException("pid must be 1 or more: " + pid);
        }
        if (startTicks < 0) {
            throw new IllegalArgumentException("startTicks must not be negative: " + startTicks);
        }
    }

    /** The running process with this pid; a zombie does not count as running. */
    public static Optional<ProcessId> running(long pid) {
        return pid < 1 ? Optional.empty() : of(pid, stat(pid));
    }

    /** By the fields of {@link #stat}; proc(5): state is field 3, starttime field 22. */
    static Optional<ProcessId> of(long pid, List<String> fields) {
        if (fields.size() < 20
                || fields.getFirst().equals("Z")
                || fields.getFirst().equals("X")) {
            return Optional.empty();
        }
        return Optional.of(new ProcessId(pid, Long.parseLong(fields.get(19))));
    }

    /** The fields of {@code /proc/PID/stat}, from field 3 of proc(5) on; none if the process has ended. */
    public static List<String> stat(long pid) {
        try {
            return fields(Files.readString(Path.of("/proc", Long.toString(pid), "stat"), StandardCharsets.ISO_8859_1));
        } catch (IOException e) {
            return List.of();
        }
    }

    static List<String> fields(String stat) {
        // The name (field 2) may contain blanks and parentheses, so fields are counted after the last one.
        int nameEnd = stat.lastIndexOf(')');
        return nameEnd < 0
                ? List.of()
                : List.of(stat.substring(nameEnd + 1).trim().split(" ", -1));
    }

    /** Whether exactly this process still runs. */
    public boolean alive() {
        return running(pid).equals(Optional.of(this));
    }

    /** Whether SIGSTOP has stopped the process. */
    public boolean stopped() {
        return stat(pid).stream().limit(1).anyMatch("T"::equals);
    }

    /**
     * The command line's arguments; empty for a process that is gone. Unlike the environment, they are readable across
     * user namespaces.
     */
    public List<String> commandLine() {
        try {
            String text = Files.readString(Path.of("/proc", Long.toString(pid), "cmdline"), StandardCharsets.UTF_8);
            return text.isEmpty() ? List.of() : List.of(text.split("\0", -1));
        } catch (IOException e) {
            return List.of();
        }
    }

    /** The form in pid files: {@code PID START_TICKS}. */
    @Override
    public String toString() {
        return pid + " " + startTicks;
    }

    /** Reads the output of {@link #toString()}; empty if the text has another form. */
    public static Optional<ProcessId> fromText(String text) {
        String[] parts = text.trim().split(" ", -1);
        try {
            return parts.length == 2
                    ? Optional.of(new ProcessId(Long.parseLong(parts[0]), Long.parseLong(parts[1])))
                    : Optional.empty();
        } catch (IllegalArgumentException e) {
            return Optional.empty();
        }
    }
}
