package io.hawser.hostpath.libc;

import io.hawser.files.libc.ErrnoException;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/** The loop driver's calls (loop(4)), on descriptors of its devices. */
public final class LoopIoctl {
    private static final long LOOP_CLR_FD = 0x4C01;
    private static final long LOOP_GET_STATUS64 = 0x4C05;
    private static final long LOOP_SET_CAPACITY = 0x4C07;
    private static final long LOOP_CONFIGURE = 0x4C0A;
    private static final long LOOP_CTL_GET_FREE = 0x4C82;

    /** struct loop_info64 */
    private static final long INFO_BYTES = 232;

    private static final long INFO_FLAGS = 52;
    private static final long INFO_FILE_NAME = 56;
    private static final int MAX_NAME = 63;

    /** struct loop_config: a descriptor, the block size, loop_info64, and 64 bytes that must be 0. */
    private static final long CONFIG_BYTES = 304;

    private static final long CONFIG_INFO = 8;
    private static final int LO_FLAGS_READ_ONLY = 1;
    private static final int LO_FLAGS_AUTOCLEAR = 4;

    private static final int ENXIO = 6;
    private static final int EBUSY = 16;

    /**
     * What a device with a file says of itself.
     *
     * @param name the name from {@link #configure}, or another program's
     * @param givenUp the kernel takes the file away once nobody has the device open
     */
    public record Info(String name, boolean givenUp) {}

    private LoopIoctl() {}

    /** The number of a device that has no file. Another process may take it before it is configured. */
    public static int free(int control) throws IOException {
        return Libc.ioctl("find a free loop device", control, LOOP_CTL_GET_FREE, MemorySegment.NULL);
    }

    /**
     * Gives the device a file. False if the device has one already.
     *
     * @param name stays with the device: at most 63 characters of ASCII
     */
    public static boolean configure(int device, int file, String name, boolean readOnly) throws IOException {
        if (name.length() > MAX_NAME) throw new IllegalArgumentException("name: is longer than " + MAX_NAME);
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment config = arena.allocate(CONFIG_BYTES, Long.BYTES);
            config.set(ValueLayout.JAVA_INT, 0, file);
            config.set(ValueLayout.JAVA_INT, CONFIG_INFO + INFO_FLAGS, readOnly ? LO_FLAGS_READ_ONLY : 0);
            config.setString(CONFIG_INFO + INFO_FILE_NAME, name, StandardCharsets.US_ASCII);
            Libc.ioctl("configure a loop device", device, LOOP_CONFIGURE, config);
            return true;
        } catch (ErrnoException e) {
            if (e.errno() == EBUSY) return false;
            throw e;
        }
    }

    /** Empty if the device has no file. While the descriptor is open, a file that it has stays. */
    public static Optional<Info> info(int device) throws IOException {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment info = arena.allocate(INFO_BYTES, Long.BYTES);
            Libc.ioctl("read a loop device", device, LOOP_GET_STATUS64, info);
            return Optional.of(new Info(
                    info.asSlice(INFO_FILE_NAME, MAX_NAME + 1).getString(0, StandardCharsets.ISO_8859_1),
                    (info.get(ValueLayout.JAVA_INT, INFO_FLAGS) & LO_FLAGS_AUTOCLEAR) != 0));
        } catch (ErrnoException e) {
            if (e.errno() == ENXIO) return Optional.empty();
            throw e;
        }
    }

    /** Takes the file away; while others have the device open, the kernel does it once they have closed it. */
    public static void clear(int device) throws IOException {
        try {
            Libc.ioctl("clear a loop device", device, LOOP_CLR_FD, MemorySegment.NULL);
        } catch (ErrnoException e) {
            if (e.errno() != ENXIO) throw e;
        }
    }

    /** Lets the device have its file's present size. */
    public static void setCapacity(int device) throws IOException {
        Libc.ioctl("resize a loop device", device, LOOP_SET_CAPACITY, MemorySegment.NULL);
    }
}
