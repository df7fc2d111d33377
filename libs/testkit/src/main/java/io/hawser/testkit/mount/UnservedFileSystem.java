package io.hawser.testkit.mount;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import io.hawser.mounts.MountTable;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.StructLayout;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.VarHandle;
import java.nio.file.Path;

/**
 * A FUSE file system that nobody serves: it stands for a lost disk, a stale NFS mount or a storage daemon that died.
 * Linux only, needs the right to
 * mount.
 */
public final class UnservedFileSystem implements AutoCloseable {
    private static final int O_RDWR_CLOEXEC = 02 | 02000000;
    private static final int MNT_DETACH = 2;
    private static final int UMOUNT_NOFOLLOW = 8;
    private static final int GONE = -1;
    private static final String SOURCE = "unserved";

    private static final Linker LINKER = Linker.nativeLinker();
    private static final StructLayout STATE = Linker.Option.captureStateLayout();
    private static final VarHandle ERRNO = STATE.varHandle(MemoryLayout.PathElement.groupElement("errno"));
    private static final MethodHandle OPEN =
            link("open", FunctionDescriptor.of(JAVA_INT, ADDRESS, JAVA_INT), Linker.Option.firstVariadicArg(2));
    private static final MethodHandle MOUNT =
            link("mount", FunctionDescriptor.of(JAVA_INT, ADDRESS, ADDRESS, ADDRESS, JAVA_LONG, ADDRESS));
    private static final MethodHandle UMOUNT2 = link("umount2", FunctionDescriptor.of(JAVA_INT, ADDRESS, JAVA_INT));
    private static final MethodHandle CLOSE = link("close", FunctionDescriptor.of(JAVA_INT, JAVA_INT));

    private final Path at;
    private int descriptor;

    private UnservedFileSystem(Path at, int descriptor) {
        this.at = at;
        this.descriptor = descriptor;
    }

    /** Each access to it fails at once with ENOTCONN. */
    public static UnservedFileSystem dead(Path at) {
        UnservedFileSystem mounted = silent(at);
        mounted.die();
        return mounted;
    }

    /** Each access to it waits, until it {@link #die dies}. */
    public static UnservedFileSystem silent(Path at) {
        int descriptor = call("open /dev/fuse", (arena, state) ->
                (int) OPEN.invokeExact(state, arena.allocateFrom("/dev/fuse"), O_RDWR_CLOEXEC));
        String options = "fd=" + descriptor + ",rootmode=40000,user_id=0,group_id=0";
        try {
            call("mount " + at, (arena, state) -> (int) MOUNT.invokeExact(
                    state,
                    arena.allocateFrom(SOURCE),
                    arena.allocateFrom(at.toString()),
                    arena.allocateFrom("fuse"),
                    0L,
                    arena.allocateFrom(options)));
        } catch (IllegalStateException e) {
            call("close", (_, state) -> (int) CLOSE.invokeExact(state, descriptor));
            throw e;
        }
        return new UnservedFileSystem(at, descriptor);
    }

    /** Pending and later calls on the file system fail with ENOTCONN. */
    public synchronized void die() {
        int open = descriptor;
        if (open != GONE) {
            descriptor = GONE;
            call("close", (_, state) -> (int) CLOSE.invokeExact(state, open));
        }
    }

    /** As a plugin does it: without a look at what is mounted there. */
    public static void unmount(Path at) {
        call("umount " + at, (arena, state) ->
                (int) UMOUNT2.invokeExact(state, arena.allocateFrom(at.toString()), UMOUNT_NOFOLLOW | MNT_DETACH));
    }

    /** Unmounts it, unless somebody did, and first what was mounted over it meanwhile. */
    @Override
    public void close() {
        die();
        try {
            while (isMounted()) {
                unmount(at);
            }
        } catch (IllegalStateException alreadyGone) {
            return;
        }
    }

    private boolean isMounted() {
        return MountTable.read().entries().stream()
                .anyMatch(mount -> mount.mountPoint().equals(at)
                        && mount.fsType().equals("fuse")
                        && mount.source().equals(SOURCE));
    }

    private interface Call {
        int run(Arena arena, MemorySegment state) throws Throwable;
    }

    private static int call(String what, Call call) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment state = arena.allocate(STATE);
            int result = call.run(arena, state);
            if (result < 0) {
                throw new IllegalStateException(what + ": errno " + (int) ERRNO.get(state, 0L));
            }
            return result;
        } catch (RuntimeException | Error e) {
            throw e;
        } catch (Throwable e) {
            throw new IllegalStateException(what, e);
        }
    }

    @SuppressWarnings("restricted") // The JDK has no other way to mount.
    private static MethodHandle link(String name, FunctionDescriptor shape, Linker.Option... more) {
        Linker.Option[] options = new Linker.Option[more.length + 1];
        options[0] = Linker.Option.captureCallState("errno");
        System.arraycopy(more, 0, options, 1, more.length);
        return LINKER.downcallHandle(
                LINKER.defaultLookup()
                        .find(name)
                        .orElseThrow(() -> new IllegalStateException("the C library has no " + name)),
                shape,
                options);
    }
}
