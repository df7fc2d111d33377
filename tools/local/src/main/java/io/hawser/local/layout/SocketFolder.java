package io.hawser.local.layout;

import io.hawser.message.Sha256;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.HexFormat;

/**
 * Chooses the folder of Unix sockets: a socket's path has room for 107 bytes (unix(7): {@code sun_path} has 108 with
 * its final NUL).
 */
final class SocketFolder {
    private static final int LONGEST_PATH = 107;
    /** Room below the folder: {@code /node-NN/} and a plugin's file name. */
    private static final int ROOM = 48;

    private SocketFolder() {}

    /**
     * {@code preferred} if sockets below it fit, else a short path that is derived from it. It is the same for every
     * command: a folder of one login session would go with that session, and processes stay.
     */
    static Path choose(Path preferred) {
        return length(preferred) + ROOM <= LONGEST_PATH
                ? preferred
                : Path.of("/tmp").resolve("hawser-" + digest(preferred));
    }

    private static int length(Path path) {
        return path.toString().getBytes(StandardCharsets.UTF_8).length;
    }

    private static String digest(Path path) {
        byte[] hash = Sha256.of(path.toString().getBytes(StandardCharsets.UTF_8));
        return HexFormat.of().formatHex(hash, 0, 6);
    }
}
