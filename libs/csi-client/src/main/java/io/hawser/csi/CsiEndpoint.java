package io.hawser.csi;

import io.hawser.message.NameRules;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** The endpoint of a plugin. {@link #parse} reads its string form. */
public sealed interface CsiEndpoint {

    /** Linux reserves 108 bytes for a socket's path, one of them for the final NUL. */
    int LONGEST_SOCKET_PATH_BYTES = 107;

    /**
     * A Unix domain socket, the transport that CSI names.
     *
     * @param path absolute, at most 107 bytes, without empty segments, {@code .} or {@code ..}, so that its beginning
     *     shows where it leads
     */
    record Unix(String path) implements CsiEndpoint {
        public Unix {
            if (!path.startsWith("/") || path.endsWith("/") || path.indexOf('\0') >= 0) {
                throw new IllegalArgumentException("endpoint: '" + path + "' is not the absolute path of a socket");
            }
            if (!isPlain(path)) {
                throw new IllegalArgumentException(
                        "endpoint: the socket path '" + path + "' has '//', '.' or '..' in it");
            }
            if (path.getBytes(StandardCharsets.UTF_8).length > LONGEST_SOCKET_PATH_BYTES) {
                throw new IllegalArgumentException("endpoint: the socket path '" + path + "' is longer than "
                        + LONGEST_SOCKET_PATH_BYTES + " bytes, the most that the kernel takes");
            }
        }

        @Override
        public String toString() {
            return "unix://" + path;
        }
    }

    /** A plugin on another machine; CSI itself defines Unix sockets only. With TLS if certificates are configured. */
    record Tcp(String host, int port) implements CsiEndpoint {
        public Tcp {
            if (host.isEmpty()) {
                throw new IllegalArgumentException("endpoint: host is empty");
            }
            if (port < 1 || port > 65_535) {
                throw new IllegalArgumentException("endpoint: port " + port + " is not between 1 and 65535");
            }
        }

        @Override
        public String toString() {
            return "tcp://" + (host.indexOf(':') >= 0 ? "[" + host + "]" : host) + ":" + port;
        }
    }

    /** The controller socket of a plugin on a node, through the relay of that node's agent. */
    record Relay(String node, String plugin) implements CsiEndpoint {
        public Relay {
            if (!NameRules.isSegment(node)) {
                throw new IllegalArgumentException("endpoint: '" + node + "' is no node's name");
            }
            if (!NameRules.isPlugin(plugin) || !RelayNames.canName(plugin)) {
                throw new IllegalArgumentException(
                        "endpoint: '" + plugin + "' is no plugin's name that TLS has as a server name");
            }
        }

        @Override
        public String toString() {
            return "relay:" + node + "/" + plugin;
        }
    }

    /** Whether an absolute path goes down from the root in every segment. */
    static boolean isPlain(String path) {
        return Arrays.stream(path.substring(1).split("/", -1))
                .noneMatch(segment -> segment.isEmpty() || segment.equals(".") || segment.equals(".."));
    }

    /**
     * Reads {@code unix:///abs/path.sock}, {@code unix:/abs/path.sock}, {@code tcp://host:port} or
     * {@code relay:node/plugin}.
     *
     * @throws IllegalArgumentException with a sentence for the operator
     */
    static CsiEndpoint parse(String text) {
        if (text.isBlank()) {
            throw new IllegalArgumentException("endpoint: address is empty");
        }
        if (text.startsWith("unix://")) {
            return new Unix(text.substring("unix://".length()));
        }
        if (text.startsWith("unix:")) {
            return new Unix(text.substring("unix:".length()));
        }
        if (text.startsWith("tcp://")) {
            return tcp(text);
        }
        if (text.startsWith("relay:")) {
            return relay(text);
        }
        throw new IllegalArgumentException("endpoint: '" + text
                + "' is none of unix:///path.sock, unix:/path.sock, tcp://host:port, relay:node/plugin");
    }

    private static Relay relay(String text) {
        String[] parts = text.substring("relay:".length()).split("/", -1);
        if (parts.length != 2) {
            throw new IllegalArgumentException("endpoint: '" + text + "' is not relay:node/plugin");
        }
        return new Relay(parts[0], parts[1]);
    }

    private static Tcp tcp(String text) {
        try {
            URI uri = new URI(text);
            String host = uri.getHost();
            boolean more = !uri.getRawPath().isEmpty() || uri.getRawQuery() != null || uri.getRawUserInfo() != null;
            if (host == null || uri.getPort() < 0 || more) {
                throw new IllegalArgumentException("endpoint: '" + text + "' is not tcp://host:port");
            }
            return new Tcp(host.startsWith("[") ? host.substring(1, host.length() - 1) : host, uri.getPort());
        } catch (URISyntaxException notAUri) {
            throw new IllegalArgumentException("endpoint: '" + text + "' is not tcp://host:port", notAUri);
        }
    }
}
