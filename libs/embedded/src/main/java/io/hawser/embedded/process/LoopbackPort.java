package io.hawser.embedded.process;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ThreadLocalRandom;

/**
 * TCP ports on 127.0.0.1 that are chosen once and kept in a file, so that a server has the same address after a
 * restart.
 */
public final class LoopbackPort {
    // Below the kernel's range for outgoing connections: otherwise a client's own port could take the port during a
    // restart.
    private static final int FIRST = 20_000;
    private static final int LAST = 31_999;

    /** Ports that this JVM has chosen: until a process listens there, nothing else shows that a port is taken. */
    private static final Set<Integer> CHOSEN = ConcurrentHashMap.newKeySet();

    private LoopbackPort() {}

    /** The port in {@code file}. If the file does not exist, a port is chosen and written to it. */
    public static int keptIn(Path file) {
        return keptIn(file, Set.of());
    }

    /** @param taken ports that are not chosen, even if nobody listens there yet */
    public static int keptIn(Path file, Set<Integer> taken) {
        try {
            if (Files.exists(file)) {
                return Integer.parseInt(Files.readString(file).trim());
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
     * A port that nobody listens on, never chosen twice by this JVM. It is random, so that two processes that choose at
     * the same time seldom collide.
     */
    public static int free() {
        return free(Set.of());
    }

    private static int free(Set<Integer> taken) {
        for (int attempt = 0; attempt < 200; attempt++) {
            int port = ThreadLocalRandom.current().nextInt(FIRST, LAST + 1);
            if (!taken.contains(port) && isFree(port) && CHOSEN.add(port)) {
                return port;
            }
        }
        throw new IllegalStateException("found no free port between " + FIRST + " and " + LAST);
    }

    private static boolean isFree(int port) {
        try (var socket = new ServerSocket()) {
            socket.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
            return true;
        } catch (IOException e) {
            return false;
        }
    }
}
