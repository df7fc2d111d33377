package io.hawser.local.mount;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * The mount points of this mount namespace, in the order in which they were mounted.
 *
 * @param points absolute paths; one that is mounted over twice stands twice
 */
public record MountTable(List<Path> points) {
    public MountTable {
        points = List.copyOf(points);
    }

    /** As the kernel has it now. */
    public static MountTable read() {
        try {
            return parse(Files.readAllLines(Path.of("/proc/self/mountinfo")));
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read the mount table", e);
        }
    }

    /** Reads the lines of {@code /proc/PID/mountinfo}; proc(5): the mount point is field 5. */
    static MountTable parse(List<String> lines) {
        return new MountTable(lines.stream()
                .map(line -> line.split(" ", 6))
                .filter(fields -> fields.length == 6)
                .map(fields -> Path.of(unescape(fields[4])))
                .toList());
    }

    /**
     * Whether we are an ordinary user who is mapped to root in a user namespace; mounts made there end with its last process. The
     * machine's own namespace maps every number to itself.
     */
    public static boolean inOwnNamespace() {
        try {
            return !Files.readString(Path.of("/proc/self/uid_map")).trim().matches("0\\s+0\\s+4294967295");
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read the user namespace's map", e);
        }
    }

    /** What is mounted below {@code folder}, the folder itself not counted; in the order in which it can be unmounted. */
    public List<Path> below(Path folder) {
        List<Path> found = new ArrayList<>(points.stream()
                .filter(point -> point.startsWith(folder) && !point.equals(folder))
                .toList());
        // What was mounted later may cover, or lie in, what was mounted earlier.
        Collections.reverse(found);
        // Deepest first; the sort is stable, so of mounts at one place the latest stays first.
        found.sort((a, b) -> Integer.compare(b.getNameCount(), a.getNameCount()));
        return List.copyOf(found);
    }

    /** How many that are, in words. */
    public String countedBelow(Path folder) {
        int count = below(folder).size();
        return count == 1 ? "1 mount" : count + " mounts";
    }

    /** The kernel writes blank, tab, line end and backslash as three octal digits. */
    private static String unescape(String field) {
        return field.replace("\\040", " ")
                .replace("\\011", "\t")
                .replace("\\012", "\n")
                .replace("\\134", "\\");
    }
}
