package io.hawser.node.group.files;

import static io.hawser.files.libc.CLibrary.link;
import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static java.lang.foreign.ValueLayout.JAVA_SHORT_UNALIGNED;

import io.hawser.files.libc.CLibrary;
import io.hawser.files.libc.ErrnoException;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * An open file of Linux. Whatever happens to its path, it stays the same file, and its children are opened relative to
 * it: nothing on the way can be replaced by a symbolic link. The JDK has {@code SecureDirectoryStream} for that, which
 * knows no setgid bit, and opens a file to change it, which hangs at a pipe.
 */
final class Descriptor implements AutoCloseable {
    private static final int O_NONBLOCK = 04000;
    private static final int O_CLOEXEC = 02000000;
    private static final int O_PATH = 010000000;
    private static final int AT_FDCWD = -100;
    private static final int ENOENT = 2;

    /** These two differ between processors. */
    private static final boolean ARM = System.getProperty("os.arch").equals("aarch64");

    private static final int O_DIRECTORY = ARM ? 040000 : 0200000;
    private static final int O_NOFOLLOW = ARM ? 0100000 : 0400000;

    private static final int BUFFER = 8 << 10;
    private static final int LENGTH = 16;
    private static final int NAME = 19;

    private static final MethodHandle OPENAT = link(
            "openat",
            FunctionDescriptor.of(JAVA_INT, JAVA_INT, ADDRESS, JAVA_INT, JAVA_INT),
            Linker.Option.firstVariadicArg(3));
    private static final MethodHandle GETDENTS =
            link("getdents64", FunctionDescriptor.of(JAVA_LONG, JAVA_INT, ADDRESS, JAVA_LONG));
    private static final MethodHandle CLOSE = link("close", FunctionDescriptor.of(JAVA_INT, JAVA_INT));

    private final int number;
    private final Path path;

    /** @param mode with the bits of the file's type */
    record Attributes(int mode, int gid) {
        private static final int TYPE = 0170000;

        boolean isFolder() {
            return (mode & TYPE) == 0040000;
        }

        /** Neither a folder, nor a link, nor a device. */
        boolean isFile() {
            int type = mode & TYPE;
            return type == 0100000 || type == 0010000 || type == 0140000;
        }
    }

    private Descriptor(int number) {
        this.number = number;
        this.path = Path.of("/proc/self/fd/" + number);
    }

    /** A folder; a symbolic link in its place is refused. */
    static Descriptor folder(Path path) throws IOException {
        return open(AT_FDCWD, path.toString().getBytes(StandardCharsets.UTF_8), O_DIRECTORY | O_NONBLOCK);
    }

    /** This same folder, opened to be listed. */
    Descriptor listed() throws IOException {
        return open(number, new byte[] {'.'}, O_DIRECTORY | O_NONBLOCK);
    }

    /** An entry of this folder, whatever it is, without opening it for anything; empty: it is gone. */
    Optional<Descriptor> entry(byte[] name) throws IOException {
        try {
            return Optional.of(open(number, name, O_PATH));
        } catch (ErrnoException e) {
            if (e.errno() == ENOENT) {
                return Optional.empty();
            }
            throw e;
        }
    }

    private static Descriptor open(int folder, byte[] name, int flags) throws IOException {
        return new Descriptor((int) CLibrary.call("openat", (arena, state) ->
                (int) OPENAT.invokeExact(state, folder, terminated(arena, name), flags | O_NOFOLLOW | O_CLOEXEC, 0)));
    }

    private static MemorySegment terminated(Arena arena, byte[] name) {
        MemorySegment text = arena.allocate(name.length + 1L);
        MemorySegment.copy(name, 0, text, JAVA_BYTE, 0, name.length);
        return text;
    }

    /** The names of this folder's next entries: the open folder keeps the place. None: the end is reached. */
    List<byte[]> next() throws IOException {
        List<byte[]> names = new ArrayList<>();
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment buffer = arena.allocate(BUFFER, Long.BYTES);
            long read = read(buffer);
            while (read > 0) {
                long at = 0;
                while (at < read) {
                    int length = Short.toUnsignedInt(buffer.get(JAVA_SHORT_UNALIGNED, at + LENGTH));
                    byte[] name = name(buffer.asSlice(at + NAME, length - NAME));
                    if (!isDots(name)) {
                        names.add(name);
                    }
                    at += length;
                }
                read = names.isEmpty() ? read(buffer) : 0;
            }
        }
        return names;
    }

    private long read(MemorySegment buffer) throws IOException {
        try {
            return CLibrary.call(
                    "getdents64", (_, state) -> (long) GETDENTS.invokeExact(state, number, buffer, (long) BUFFER));
        } catch (ErrnoException e) {
            if (e.errno() == ENOENT) {
                // The folder was removed since it was opened.
                return 0;
            }
            throw e;
        }
    }

    /** A name is bytes, which need not be text. */
    private static byte[] name(MemorySegment padded) {
        int length = 0;
        while (padded.get(JAVA_BYTE, length) != 0) {
            length++;
        }
        return padded.asSlice(0, length).toArray(JAVA_BYTE);
    }

    private static boolean isDots(byte[] name) {
        return name[0] == '.' && (name.length == 1 || name.length == 2 && name[1] == '.');
    }

    Attributes attributes() throws IOException {
        Map<String, Object> read = Files.readAttributes(path, "unix:mode,gid");
        return new Attributes(number(read, "mode"), number(read, "gid"));
    }

    private static int number(Map<String, Object> read, String name) {
        return (int) Objects.requireNonNull(read.get(name), name);
    }

    void setGroup(int gid) throws IOException {
        Files.setAttribute(path, "unix:gid", gid);
    }

    /** @param mode may have the bits of the file's type, which stays */
    void setMode(int mode) throws IOException {
        Files.setAttribute(path, "unix:mode", mode & 07777);
    }

    /** The mount that the file lies on. */
    String mount() throws IOException {
        return Files.readAllLines(Path.of("/proc/self/fdinfo/" + number)).stream()
                .filter(line -> line.startsWith("mnt_id:"))
                .findFirst()
                .orElse("");
    }

    @Override
    public void close() {
        try {
            CLibrary.call("close", (_, state) -> (int) CLOSE.invokeExact(state, number));
        } catch (ErrnoException e) {
            // It is closed nevertheless, and nothing was written to it.
        }
    }
}
