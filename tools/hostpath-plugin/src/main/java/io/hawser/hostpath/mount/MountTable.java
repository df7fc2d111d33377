package io.hawser.hostpath.mount;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * The mounts of this process's mount namespace at one moment, in the kernel's order: of two at one point, the later is
 * on top.
 */
public record MountTable(List<MountEntry> entries) {
    public MountTable {
        entries = List.copyOf(entries);
    }

    public static MountTable read() throws IOException {
        // Lenient decoding: a foreign mount point in another encoding must not hide ours.
        return parse(new String(Files.readAllBytes(Path.of("/proc/self/mountinfo")), StandardCharsets.UTF_8));
    }

    static MountTable parse(String mountinfo) {
        List<MountEntry> entries = new ArrayList<>();
        for (String line : mountinfo.split("\n", -1)) {
            String[] field = line.split(" ", 7);
            if (field.length < 7) continue;
            try {
                entries.add(new MountEntry(
                        field[2], unescape(field[3]), Path.of(unescape(field[4])), Set.of(field[5].split(",", -1))));
            } catch (InvalidPathException foreign) {
                // No path in our locale, so none of ours.
            }
        }
        return new MountTable(entries);
    }

    /** The kernel writes blank, tab, line feed and backslash as a backslash with three octal digits. */
    static String unescape(String text) {
        StringBuilder plain = new StringBuilder(text.length());
        for (int i = 0; i < text.length(); i++) {
            if (text.charAt(i) == '\\'
                    && i + 4 <= text.length()
                    && text.substring(i + 1, i + 4).matches("[0-3][0-7]{2}")) {
                plain.append((char) Integer.parseInt(text.substring(i + 1, i + 4), 8));
                i += 3;
            } else {
                plain.append(text.charAt(i));
            }
        }
        return plain.toString();
    }

    /** What is mounted exactly there and visible. */
    public Optional<MountEntry> at(Path mountPoint) {
        return entries.stream().filter(e -> e.mountPoint().equals(mountPoint)).reduce((lower, upper) -> upper);
    }

    /** Mounted at this directory or anywhere below it. */
    public List<MountEntry> below(Path directory) {
        return entries.stream()
                .filter(e -> e.mountPoint().startsWith(directory))
                .toList();
    }

    public List<MountEntry> showingInside(MountSource source) {
        return entries.stream().filter(e -> e.showsInside(source)).toList();
    }

    /**
     * How a mount of this directory looks in the table.
     *
     * @param directory absolute, without symbolic links; need not exist
     */
    public MountSource sourceOf(Path directory) {
        MountEntry over = entries.stream()
                .filter(e -> directory.startsWith(e.mountPoint()))
                .reduce((a, b) ->
                        b.mountPoint().getNameCount() >= a.mountPoint().getNameCount() ? b : a)
                .orElseThrow(() -> new IllegalStateException("the mount table has no mount above " + directory));
        String below = over.mountPoint().relativize(directory).normalize().toString();
        if (below.isEmpty()) return new MountSource(over.device(), over.root());
        // Text, because what is above ours may have a name that is no path in our locale.
        return new MountSource(over.device(), over.root().equals("/") ? "/" + below : over.root() + "/" + below);
    }
}
