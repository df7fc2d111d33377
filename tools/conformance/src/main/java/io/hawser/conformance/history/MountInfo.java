package io.hawser.conformance.history;

import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * A line of the kernel's mount table (proc_pid_mountinfo(5)), as far as it is of interest.
 *
 * @param point where it is mounted
 */
record MountInfo(Path point, boolean readOnly) {
    private static final int POINT = 4;
    private static final int OPTIONS = 5;

    /** Lines that are none of the documented form, or whose mount point is no path in our locale, are passed over. */
    static List<MountInfo> parse(List<String> lines) {
        return lines.stream().flatMap(line -> line(line).stream()).toList();
    }

    private static Optional<MountInfo> line(String line) {
        String[] fields = line.split(" ", -1);
        if (fields.length <= OPTIONS) {
            return Optional.empty();
        }
        try {
            return Optional.of(new MountInfo(
                    Path.of(unescape(fields[POINT])),
                    Arrays.asList(fields[OPTIONS].split(",")).contains("ro")));
        } catch (InvalidPathException foreign) {
            return Optional.empty();
        }
    }

    /** The kernel writes blank, tab, line end and backslash as three octal digits. */
    private static String unescape(String field) {
        return field.replace("\\040", " ")
                .replace("\\011", "\t")
                .replace("\\012", "\n")
                .replace("\\134", "\\");
    }
}
