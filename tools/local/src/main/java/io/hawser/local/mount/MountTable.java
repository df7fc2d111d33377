package io.hawser.local.mount;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;

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
            // Lenient decoding: a foreign mount point in another encoding must not hide ours.
            String table = new String(Files.readAllBytes(Path.of("/proc/self/mountinfo")), StandardCharsets.UTF_8);
            return parse(List.of(table.split("\n")));
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read the mount table", e);
        }
    }

    /**
     * Reads the lines of {@code /proc/PID/mountinfo}; proc(5): the mount point is field 5. What is no path in our
     * locale is none of ours.
     */
    static MountTable parse(List<String> lines) {
        return new MountTable(lines.stream()
                .map(line -> line.split(" ", 6))
                .filter(fields -> fields.length == 6)
                .flatMap(fields -> path(unescape(fields[4])).stream())
                .toList());
    }

    private static Optional<Path> path(String text) {
        try {
            return Optional.of(Path.of(text));
        } catch (InvalidPathException foreign) {
            return Optional.empty();
        }
    }

    /**
     * What is mounted below {@code folder}, the folder itself not counted; in the order in which it can be unmounted.
     */
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
