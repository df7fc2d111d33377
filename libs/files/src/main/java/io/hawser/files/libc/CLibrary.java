package io.hawser.files.libc;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.StructLayout;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.VarHandle;

/**
 * Links and calls functions of the C library that return a negative number when they fail, and say why in errno. Linux
 * only. Needs {@code --enable-native-access}.
 */
@SuppressWarnings("restricted") // It is what this class is for.
public final class CLibrary {
    private static final Linker LINKER = Linker.nativeLinker();
    private static final StructLayout STATE = Linker.Option.captureStateLayout();
    private static final VarHandle ERRNO = STATE.varHandle(MemoryLayout.PathElement.groupElement("errno"));
    private static final MethodHandle STRERROR =
            LINKER.downcallHandle(symbol("strerror"), FunctionDescriptor.of(ADDRESS, JAVA_INT));

    private CLibrary() {}

    /** One call of a linked function. */
    public interface Call {
        /**
         * @param arena memory until the call has ended
         * @param state the function's first argument, before those of C; receives errno
         * @return what the function returned
         */
        long run(Arena arena, MemorySegment state) throws Throwable;
    }

    /** A function of this name and shape. Its handle takes the state of {@link Call#run} as an additional argument. */
    public static MethodHandle link(String name, FunctionDescriptor shape, Linker.Option... more) {
        Linker.Option[] options = new Linker.Option[more.length + 1];
        options[0] = Linker.Option.captureCallState("errno");
        System.arraycopy(more, 0, options, 1, more.length);
        return LINKER.downcallHandle(symbol(name), shape, options);
    }

    /**
     * Calls a function.
     *
     * @param what the beginning of the message of a failure
     * @return the function's result, not negative
     * @throws ErrnoException with errno's own message, if the function fails
     */
    public static long call(String what, Call call) throws ErrnoException {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment state = arena.allocate(STATE);
            long result = call.run(arena, state);
            if (result < 0) {
                int errno = (int) ERRNO.get(state, 0L);
                throw new ErrnoException(errno, what + ": " + words(errno));
            }
            return result;
        } catch (ErrnoException | RuntimeException | Error e) {
            throw e;
        } catch (Throwable e) {
            throw new IllegalStateException(what, e);
        }
    }

    private static String words(int errno) throws Throwable {
        MemorySegment text = (MemorySegment) STRERROR.invokeExact(errno);
        return text.reinterpret(256).getString(0);
    }

    private static MemorySegment symbol(String name) {
        return LINKER.defaultLookup()
                .find(name)
                .orElseThrow(() -> new IllegalStateException("the C library has no " + name));
    }
}
