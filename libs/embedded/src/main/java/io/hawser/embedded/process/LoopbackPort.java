package io.hawser.embedded.process;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Set;
import java.util.concurrent.ThreadLocalRandom;
import org.jspecify.annotations.Nullable;

/**
 * TCP ports on 127.0.0.1 that are chosen once and kept in a file, so that a server has the same address after a
 * restart.
 */
public final class LoopbackPort {
    // Below the kernel's range for outgoing connections: otherwise a client's own port could take the port during a
    // restart.
    private static final int FIRST = 20_000;
    private static final int PORTS = 12_000;

    /**
     * A file that stays empty. Whoever uses a port locks the byte of that number: until a server listens there, nothing
     * else shows that a port is taken.
     */
    private static final String LOCKS = "ports.lock";

    private static @Nullable FileChannel locks;

    private LoopbackPort() {}

    /**
     * The port in {@code file}. If the file does not exist or is empty, a port is chosen and written to it. No other
     * JVM of this user chooses the port while this one runs, unless it has chosen it already.
     */
    public static int keptIn(Path file) {
        return keptIn(file, Set.of());
    }

    /** @param taken ports that are not chosen, even if no process listens there yet */
    public static int keptIn(Path file, Set<Integer> taken) {
        try {
            // A process that was killed may have left the file empty.
            String text = Files.exists(file) ? Files.readString(file).trim() : "";
            if (!text.isEmpty()) {
                int kept = Integer.parseInt(text);
                lock(kept);
                return kept;
            }
            Files.createDirectories(file.toAbsolutePath().getParent());
            int port = free(taken);
            Files.writeString(file, port + "\n");
            return port;
        } catch (IOException e) {
            throw new UncheckedIOException("cannot keep a port in " + file, e);
        } catch (NumberFormatException e) {
            throw new IllegalStateException(file + " does not hold a port number", e);
        }
    }

    /**
     * A port that no process listens on, and that no other call chooses while this JVM runs, neither here nor in
     * another JVM of this user.
     */
    public static int free() {
        return free(Set.of());
    }

    private static int free(Set<Integer> taken) {
        int start = ThreadLocalRandom.current().nextInt(PORTS);
        for (int tried = 0; tried < PORTS; tried++) {
            int port = FIRST + (start + tried) % PORTS;
            if (!taken.contains(port) && lock(port) && isFree(port)) {
                return port;
            }
        }
        throw new IllegalStateException("found no free port between " + FIRST + " and " + (FIRST + PORTS - 1));
    }

    /** Whether this call locked it: the lock ends with this JVM. */
    private static synchronized boolean lock(int port) {
        try {
            if (locks == null) {
                Path folder = Files.createDirectories(CacheFolder.path());
                locks = FileChannel.open(folder.resolve(LOCKS), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
            }
            return locks.tryLock(port, 1, false) != null;
        } catch (OverlappingFileLockException ours) {
            return false;
        } catch (IOException e) {
            throw new UncheckedIOException(
                    "cannot lock a port in " + CacheFolder.path().resolve(LOCKS)
                            + ": set HAWSER_CACHE to a folder that this user may write to",
                    e);
        }
    }

    /** Takes the port for a moment, so only who has locked it may ask. */
    private static boolean isFree(int port) {
        try (var socket = new ServerSocket()) {
            socket.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
            return true;
        } catch (IOException e) {
            return false;
        }
    }
}
