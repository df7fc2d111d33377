package io.hawser.testkit.mount;

import static io.hawser.files.libc.CLibrary.link;
import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import io.hawser.files.libc.CLibrary;
import io.hawser.files.libc.ErrnoException;
import io.hawser.mounts.MountTable;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.invoke.MethodHandle;
import java.nio.file.Path;

/**
 * A FUSE file system that no process serves, like a lost disk, a stale NFS mount or a storage daemon that died. Linux
 * only, needs the right to mount.
 */
public final class UnservedFileSystem implements AutoCloseable {
    private static final int O_RDWR_CLOEXEC = 02 | 02000000;
    private static final int MNT_DETACH = 2;
    private static final int UMOUNT_NOFOLLOW = 8;
    private static final int GONE = -1;
    private static final String SOURCE = "unserved";

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

    /** Each access to it fails immediately with ENOTCONN. */
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

    private static int call(String what, CLibrary.Call call) {
        try {
            return (int) CLibrary.call(what, call);
        } catch (ErrnoException e) {
            throw new IllegalStateException(e.getMessage(), e);
        }
    }
}
