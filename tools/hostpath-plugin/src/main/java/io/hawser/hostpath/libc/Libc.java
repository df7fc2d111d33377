package io.hawser.hostpath.libc;

import static io.hawser.files.libc.CLibrary.link;
import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import io.hawser.files.libc.CLibrary;
import io.hawser.files.libc.ErrnoException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/**
 * The few C library calls that the JDK has no API for. Linux only. Failures contain errno's own message. Needs {@code
 * --enable-native-access}.
 */
public final class Libc {
    private static final int O_RDWR = 02;
    private static final int O_CREAT = 0100;
    private static final int O_CLOEXEC = 02000000;
    private static final int LOCK_EX_NB = 2 | 4;
    private static final int EWOULDBLOCK = 11;

    private static final MethodHandle MOUNT =
            link("mount", FunctionDescriptor.of(JAVA_INT, ADDRESS, ADDRESS, ADDRESS, JAVA_LONG, ADDRESS));
    private static final MethodHandle UMOUNT2 = link("umount2", FunctionDescriptor.of(JAVA_INT, ADDRESS, JAVA_INT));
    private static final MethodHandle OPEN = link(
            "open", FunctionDescriptor.of(JAVA_INT, ADDRESS, JAVA_INT, JAVA_INT), Linker.Option.firstVariadicArg(2));
    private static final MethodHandle IOCTL = link(
            "ioctl", FunctionDescriptor.of(JAVA_INT, JAVA_INT, JAVA_LONG, ADDRESS), Linker.Option.firstVariadicArg(2));
    private static final MethodHandle FLOCK = link("flock", FunctionDescriptor.of(JAVA_INT, JAVA_INT, JAVA_INT));
    private static final MethodHandle CLOSE = link("close", FunctionDescriptor.of(JAVA_INT, JAVA_INT));
    private static final MethodHandle UMASK = link("umask", FunctionDescriptor.of(JAVA_INT, JAVA_INT));

    private Libc() {}

    /** mount(2) without file system type and data, as bind mounts require. */
    public static void mount(Path source, Path target, long flags) throws IOException {
        check("mount " + target, (arena, state) -> (int) MOUNT.invokeExact(
                state, path(arena, source), path(arena, target), MemorySegment.NULL, flags, MemorySegment.NULL));
    }

    public static void umount(Path target, int flags) throws IOException {
        check("umount " + target, (arena, state) -> (int) UMOUNT2.invokeExact(state, path(arena, target), flags));
    }

    /**
     * Opens for reading and writing, and creates a missing file (0600). Child processes do not inherit the descriptor.
     */
    public static int open(Path file) throws IOException {
        return open(file, O_RDWR | O_CREAT | O_CLOEXEC);
    }

    /** Opens an existing file or device. Child processes do not inherit the descriptor. */
    public static int open(Path file, boolean writable) throws IOException {
        return open(file, (writable ? O_RDWR : 0) | O_CLOEXEC);
    }

    private static int open(Path file, int flags) throws IOException {
        return check("open " + file, (arena, state) -> (int) OPEN.invokeExact(state, path(arena, file), flags, 0600));
    }

    /**
     * ioctl(2).
     *
     * @param argument what the request reads or writes; {@link MemorySegment#NULL} for a request without argument
     */
    public static int ioctl(String what, int descriptor, long request, MemorySegment argument) throws IOException {
        return check(what, (arena, state) -> (int) IOCTL.invokeExact(state, descriptor, request, argument));
    }

    /**
     * Takes an exclusive flock(2). The lock belongs to this descriptor and ends with it, even when the process is
     * killed. False if another holder has it.
     */
    public static boolean tryLock(int descriptor) throws IOException {
        try {
            check("flock", (arena, state) -> (int) FLOCK.invokeExact(state, descriptor, LOCK_EX_NB));
            return true;
        } catch (ErrnoException e) {
            if (e.errno() == EWOULDBLOCK) return false;
            throw e;
        }
    }

    public static void close(int descriptor) throws IOException {
        check("close", (arena, state) -> (int) CLOSE.invokeExact(state, descriptor));
    }

    /** Sets the process's file mode mask. The call cannot fail. */
    public static void umask(int mask) {
        try {
            check("umask", (arena, state) -> (int) UMASK.invokeExact(state, mask));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static int check(String what, CLibrary.Call call) throws IOException {
        return (int) CLibrary.call(what, call);
    }

    private static MemorySegment path(Arena arena, Path path) {
        return arena.allocateFrom(path.toString(), StandardCharsets.UTF_8);
    }
}
