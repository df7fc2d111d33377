package io.hawser.hostpath;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/**
 * The Unix socket to listen on, as {@code unix:///absolute/path.sock} (CSI_ENDPOINT) or {@code
 * unix:/absolute/path.sock}.
 */
public record Endpoint(Path socket) {
    /** sockaddr_un has 108 bytes, the last of which ends the name. */
    private static final int MAX_BYTES = 107;

    public Endpoint {
        if (!socket.isAbsolute())
            throw new IllegalArgumentException("endpoint: the path must be absolute, as in unix:///run/x/csi.sock");
        if (socket.toString().getBytes(StandardCharsets.UTF_8).length > MAX_BYTES)
            throw new IllegalArgumentException("endpoint: the path is longer than " + MAX_BYTES + " bytes");
    }

    public static Endpoint parse(String text) {
        if (!text.startsWith("unix:")) throw new IllegalArgumentException("endpoint: must begin with unix://");
        String path = text.substring("unix:".length());
        return new Endpoint(Path.of(path.startsWith("//") ? path.substring(2) : path));
    }
}
