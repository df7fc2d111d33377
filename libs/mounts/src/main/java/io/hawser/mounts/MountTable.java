package io.hawser.mounts;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Stream;

/** The kernel's mounts from {@code /proc/self/mountinfo} (proc_pid_mountinfo(5)), in the order of mounting. */
public record MountTable(List<MountEntry> entries) {
    private static final Path OF_THIS_PROCESS = Path.of("/proc/self/mountinfo");
    private static final KnownLines KNOWN = new KnownLines();
    private static final int MOUNT_POINT = 4;
    private static final int OPTIONS = 5;

    public MountTable {
        entries = List.copyOf(entries);
    }

    /** The present mounts of this process's mount namespace. */
    public static MountTable read() {
        try {
            return KNOWN.parse(lines(OF_THIS_PROCESS));
        } catch (IOException e) {
            throw new UncheckedIOException("the kernel's mount table cannot be read", e);
        }
    }

    /**
     * The lines of a mount table. Only a line feed ends a line: the kernel does not escape a carriage return.
     *
     * @param file in the kernel's format
     * @return one character a byte
     */
    public static Stream<String> lines(Path file) throws IOException {
        return Stream.of(new String(Files.readAllBytes(file), StandardCharsets.ISO_8859_1).split("\n", -1));
    }

    /**
     * Skips lines that do not have the documented format, and lines whose mount point is no valid path in this locale.
     *
     * @param lines one character a byte (ISO 8859-1): to the kernel, a path is bytes, not text
     */
    public static MountTable parse(Stream<String> lines) {
        return new MountTable(lines.flatMap(line -> entry(line).stream()).toList());
    }

    /**
     * The mounts that either of two reads shows. If they differ at a path, the second read decides what is seen there.
     */
    public static MountTable ofTwoReads(Supplier<MountTable> read) {
        MountTable first = read.get();
        MountTable second = read.get();
        if (first.equals(second)) {
            return second;
        }
        Set<MountEntry> later = Set.copyOf(second.entries);
        return new MountTable(
                Stream.concat(first.entries.stream().filter(entry -> !later.contains(entry)), second.entries.stream())
                        .toList());
    }

    /** Whether the path is a mount point at or below {@code folder}, or lies in such a mount. */
    public boolean covers(Path path, Path folder) {
        return entries.stream()
                .map(MountEntry::mountPoint)
                .anyMatch(mount -> mount.startsWith(folder) && path.startsWith(mount));
    }

    /** What is seen at this path: the last mount there; empty: the path is no mount point. */
    public Optional<MountEntry> at(Path path) {
        return entries.stream().filter(entry -> entry.mountPoint().equals(path)).reduce((first, second) -> second);
    }

    /** All mounts at this path or below it. */
    public List<MountEntry> below(Path path) {
        return entries.stream()
                .filter(entry -> entry.mountPoint().startsWith(path))
                .toList();
    }

    /**
     * The mount points below {@code folder}, without the folder itself, in the order in which they can be unmounted. A
     * path with two mounts is listed twice.
     */
    public List<Path> pointsBelow(Path folder) {
        // A later mount may cover an earlier one, or lie in it. Deepest first; the sort is stable, so the latest of
        // several mounts at one path stays first.
        return entries.reversed().stream()
                .map(MountEntry::mountPoint)
                .filter(point -> point.startsWith(folder) && !point.equals(folder))
                .sorted(Comparator.comparing(Path::getNameCount).reversed())
                .toList();
    }

    /** {@code 36 35 98:0 /mnt1 /mnt2 rw,noatime master:1 - ext3 /dev/root rw}: any number of fields before the dash. */
    static Optional<MountEntry> entry(String line) {
        String[] fields = line.split(" ", -1);
        int dash = OPTIONS + 1;
        while (dash < fields.length && !fields[dash].equals("-")) {
            dash++;
        }
        if (dash + 2 >= fields.length) {
            return Optional.empty();
        }
        try {
            return Optional.of(new MountEntry(
                    Path.of(unescape(fields[MOUNT_POINT])),
                    fields[2],
                    unescape(fields[3]),
                    Set.copyOf(List.of(fields[OPTIONS].split(",", -1))),
                    unescape(fields[dash + 1]),
                    unescape(fields[dash + 2])));
        } catch (InvalidPathException notOurs) {
            return Optional.empty();
        }
    }

    /** The kernel writes space, tab, newline and backslash as three octal digits. */
    static String unescape(String field) {
        byte[] in = field.getBytes(StandardCharsets.ISO_8859_1);
        ByteBuffer out = ByteBuffer.allocate(in.length);
        for (int i = 0; i < in.length; i++) {
            if (in[i] == '\\' && i + 3 < in.length && octal(in[i + 1]) && octal(in[i + 2]) && octal(in[i + 3])) {
                out.put((byte) ((in[i + 1] - '0') * 64 + (in[i + 2] - '0') * 8 + (in[i + 3] - '0')));
                i += 3;
            } else {
                out.put(in[i]);
            }
        }
        return new String(out.array(), 0, out.position(), StandardCharsets.UTF_8);
    }

    private static boolean octal(byte digit) {
        return digit >= '0' && digit <= '7';
    }
}
