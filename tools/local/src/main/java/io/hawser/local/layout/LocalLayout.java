package io.hawser.local.layout;

import io.hawser.embedded.process.LoopbackPort;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The paths in one data folder. All files of one copy are below it, and every port is chosen for it, so two copies in
 * two folders do not meet.
 *
 * <pre>
 * broker/ postgres/          their data, logs and ports
 * nodes/node-1/              that node-agent's own root: mounts and their records
 * plugin/                    the host-path plugin's state, shared by its instances
 * sockets/node-1/            the plugins' sockets of that node
 * sockets/node-1-registry/   in it, drivers of that node register that are shipped for the kubelet
 * logs/NAME.log              each process's output
 * ports/NAME                 each service's HTTP port on 127.0.0.1
 * secrets/NAME               passwords, and rest-token; mode 0600
 * run/                       pid files, and the supervisor's lock
 * endpoints.properties       the services' addresses, for the command line
 * </pre>
 */
public final class LocalLayout {
    /**
     * Marks a folder as Hawser's data folder: without the mark nothing is ever deleted. The file has the name of the
     * command that made the folder.
     */
    public static final String MARK = "hawser-data-folder";

    private static final String UP = "up";

    private final Path home;
    private final Path sockets;
    private final Secrets secrets;

    private LocalLayout(Path home) {
        this.home = home;
        this.sockets = SocketFolder.choose(home.resolve("sockets"));
        this.secrets = new Secrets(home.resolve("secrets"));
    }

    /** The layout of the data folder of {@code up}. */
    public static LocalLayout at(Path folder) {
        return at(folder, UP);
    }

    /**
     * The layout of a data folder. A missing folder is made.
     *
     * @param command that makes the folder, and may delete it later
     * @throws IllegalStateException if the folder contains something that is not Hawser's
     */
    public static LocalLayout at(Path folder, String command) {
        Path home = folder.toAbsolutePath().normalize();
        try {
            if (!isOurs(home)) {
                if (Files.exists(home) && !isEmpty(home)) {
                    throw new IllegalStateException(
                            home + " is neither empty nor a data folder of Hawser: choose another one in HAWSER_HOME");
                }
                PrivateFiles.folder(target(home));
                Files.writeString(home.resolve(MARK), command + "\n", StandardOpenOption.CREATE_NEW);
            }
            return new LocalLayout(home.toRealPath());
        } catch (IOException e) {
            throw new UncheckedIOException("cannot use the data folder " + home, e);
        }
    }

    /** The folder to make: the target of a link, because {@code down --purge} deletes that and keeps the link. */
    private static Path target(Path home) throws IOException {
        return Files.isSymbolicLink(home) ? home.resolveSibling(Files.readSymbolicLink(home)) : home;
    }

    /**
     * Whether this is a data folder that {@link #at} made.
     *
     * @throws IllegalStateException if this user may not look into the folder
     */
    public static boolean isOurs(Path folder) {
        Path mark = folder.resolve(MARK);
        if (!Files.exists(mark) && !Files.notExists(mark)) {
            throw new IllegalStateException("this user cannot look into " + folder
                    + ": use the account that started Hawser there, or choose another folder in HAWSER_HOME");
        }
        return Files.exists(mark);
    }

    /** The command that made this data folder. */
    public String madeBy() {
        Path mark = home.resolve(MARK);
        try {
            String command = Files.readString(mark).trim();
            return command.isEmpty() ? UP : command;
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read " + mark, e);
        }
    }

    public Path home() {
        return home;
    }

    public Path broker() {
        return home.resolve("broker");
    }

    public Path postgres() {
        return home.resolve("postgres");
    }

    public Path pluginState() {
        return created(home.resolve("plugin"));
    }

    public Path nodes() {
        return created(home.resolve("nodes"));
    }

    /** The root of one node's agent. */
    public Path node(String node) {
        return created(nodes().resolve(node));
    }

    public Path sockets() {
        return sockets;
    }

    /** The folder with the plugins' sockets of one node. */
    public Path pluginSockets(String node) {
        ownedByUs(PrivateFiles.folder(sockets));
        return PrivateFiles.folder(sockets.resolve(node));
    }

    /** The folder in which drivers of one node register that are shipped for the kubelet. */
    public Path pluginRegistry(String node) {
        return pluginSockets(node + "-registry");
    }

    /**
     * The folder of all sockets, if it is outside the data folder, whose name is too long, and belongs to this user.
     */
    public Optional<Path> socketsElsewhere() {
        return Optional.of(sockets)
                .filter(folder -> !folder.startsWith(home))
                .filter(folder -> Files.isDirectory(folder, LinkOption.NOFOLLOW_LINKS))
                .filter(folder -> userId(folder).equals(userId(home)));
    }

    public Path log(String process) {
        return created(home.resolve("logs")).resolve(process + ".log");
    }

    public Path run() {
        return created(home.resolve("run"));
    }

    /** A service's HTTP port on 127.0.0.1, chosen at the first call. */
    public int port(String service) {
        Path ports = created(home.resolve("ports"));
        return LoopbackPort.keptIn(ports.resolve(service), portsIn(ports));
    }

    /** Ports that are chosen for this folder's services, which may not listen yet. */
    private static Set<Integer> portsIn(Path ports) {
        try (Stream<Path> files = Files.list(ports)) {
            return files.map(LoopbackPort::keptIn).collect(Collectors.toSet());
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read the ports in " + ports, e);
        }
    }

    public Secrets secrets() {
        return secrets;
    }

    public Path endpoints() {
        return home.resolve("endpoints.properties");
    }

    private static Path created(Path folder) {
        try {
            return Files.createDirectories(folder);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot make the folder " + folder, e);
        }
    }

    /** Another user may have made a folder below /tmp in advance. */
    private void ownedByUs(Path folder) {
        if (!userId(folder).equals(userId(home))) {
            throw new IllegalStateException(
                    folder + " belongs to another user: remove it, or choose a shorter HAWSER_HOME");
        }
    }

    private static String userId(Path path) {
        try {
            return Files.getAttribute(path, "unix:uid", LinkOption.NOFOLLOW_LINKS)
                    .toString();
        } catch (IOException e) {
            throw new UncheckedIOException("cannot tell whose " + path + " is", e);
        }
    }

    private static boolean isEmpty(Path folder) throws IOException {
        try (Stream<Path> entries = Files.list(folder)) {
            return entries.findAny().isEmpty();
        }
    }

    /** The nodes that one machine simulates. */
    public static List<String> nodeNames() {
        return List.of("node-1", "node-2");
    }
}
