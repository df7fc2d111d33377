package io.hawser.node.runtime.socket;

import io.hawser.files.SocketFile;
import io.hawser.node.mount.TaskMounts;
import io.hawser.node.runtime.RuntimeAnswer;
import io.hawser.node.runtime.RuntimeRequest;
import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.nio.file.attribute.UserPrincipal;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BiFunction;
import jdk.net.ExtendedSocketOptions;
import org.jboss.logging.Logger;

/**
 * Answers a container runtime on this node. HTTP on a Unix socket, one request a connection: a runtime in any language,
 * and curl, can ask without a generated client. Only the agent's own user and root are answered.
 */
public final class RuntimeSocket implements AutoCloseable {
    private static final Logger LOG = Logger.getLogger(RuntimeSocket.class);
    private static final int MOST_CONNECTIONS = 1_000;
    private static final int MOST_BYTES = 16 * 1024;
    private static final Duration PAUSE = Duration.ofSeconds(1);
    private static final Duration TO_ASK = Duration.ofSeconds(10);
    private static final Set<String> ROOT = Set.of("root", "0");

    private final Path file;
    private final BiFunction<String, String, TaskMounts> mounts;
    private final MountWaits waits;
    private final ServerSocketChannel server;
    private final UserPrincipal owner;
    private final Set<SocketChannel> open = ConcurrentHashMap.newKeySet();
    private final Set<Thread> threads = ConcurrentHashMap.newKeySet();
    private final Thread acceptor = Thread.ofVirtual().name("runtime-socket").unstarted(this::run);

    /**
     * Makes the socket; no caller is answered yet.
     *
     * @param mounts what a task has of a volume
     * @throws IOException the file cannot be made; or another one is there that is no socket, or one that answers
     */
    public RuntimeSocket(Path file, BiFunction<String, String, TaskMounts> mounts, MountWaits waits)
            throws IOException {
        this.file = file;
        this.mounts = mounts;
        this.waits = waits;
        SocketFile.clear(file);
        this.server = ServerSocketChannel.open(StandardProtocolFamily.UNIX);
        server.bind(UnixDomainSocketAddress.of(file));
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
        this.owner = Files.getOwner(file);
    }

    public void start() {
        acceptor.start();
    }

    private void run() {
        while (server.isOpen()) {
            try {
                SocketChannel caller = server.accept();
                if (open.size() >= MOST_CONNECTIONS) {
                    answer(caller, RuntimeAnswer.message(503, "there are " + MOST_CONNECTIONS + " callers, the most"));
                    continue;
                }
                open.add(caller);
                Thread.ofVirtual().name("runtime-caller").start(() -> serve(caller));
            } catch (IOException failed) {
                if (server.isOpen()) {
                    LOG.warnf("a caller of the runtime socket was not served: %s", failed);
                    // The next one would fail immediately, too, where the process has no file descriptor left.
                    LockSupport.parkNanos(PAUSE.toNanos());
                }
            }
        }
    }

    private void serve(SocketChannel caller) {
        threads.add(Thread.currentThread());
        try (caller) {
            UserPrincipal user =
                    caller.getOption(ExtendedSocketOptions.SO_PEERCRED).user();
            // Read first, also of a user who is refused: a close before that breaks the connection under the request.
            String head = head(caller);
            answer(
                    caller,
                    user.equals(owner) || ROOT.contains(user.getName())
                            ? asked(caller, head)
                            : RuntimeAnswer.message(403, "user " + user.getName() + " may not ask here"));
        } catch (IOException gone) {
            LOG.debugf("a caller of the runtime socket left: %s", gone);
        } catch (RuntimeException failed) {
            LOG.errorf(failed, "a caller of the runtime socket was not answered");
        } finally {
            open.remove(caller);
            threads.remove(Thread.currentThread());
        }
    }

    private RuntimeAnswer asked(SocketChannel caller, String head) {
        if (head.length() >= MOST_BYTES) {
            return RuntimeAnswer.message(431, "the request is longer than " + MOST_BYTES + " bytes");
        }
        return switch (RuntimeRequest.of(head.lines().findFirst().orElse(""))) {
            case RuntimeRequest.Refused refused -> RuntimeAnswer.of(refused);
            case RuntimeRequest.Ask ask ->
                RuntimeAnswer.of(
                        ask,
                        waits.await(
                                ask.volume(),
                                ask.patience(),
                                () -> mounts.apply(ask.task(), ask.volume()),
                                found -> found instanceof TaskMounts.Some some && some.mounted() || hasLeft(caller)));
        };
    }

    /** Whether the caller's stream has ended: otherwise it would keep its place for as long as it wanted to wait. */
    private static boolean hasLeft(SocketChannel caller) {
        try {
            caller.configureBlocking(false);
            int read = caller.read(ByteBuffer.allocate(MOST_BYTES));
            caller.configureBlocking(true);
            return read < 0;
        } catch (IOException gone) {
            return true;
        }
    }

    /** The request up to its empty line. A caller that does not finish it is left. */
    private static String head(SocketChannel caller) throws IOException {
        CountDownLatch read = new CountDownLatch(1);
        Thread.ofVirtual().name("runtime-patience").start(() -> {
            try {
                if (!read.await(TO_ASK.toMillis(), TimeUnit.MILLISECONDS)) {
                    caller.close();
                }
            } catch (InterruptedException | IOException ending) {
                LOG.debugf("a caller of the runtime socket: %s", ending);
            }
        });
        try {
            ByteBuffer buffer = ByteBuffer.allocate(MOST_BYTES);
            String text = "";
            while (buffer.hasRemaining() && !text.contains("\r\n\r\n") && caller.read(buffer) >= 0) {
                text = new String(buffer.array(), 0, buffer.position(), StandardCharsets.ISO_8859_1);
            }
            return text;
        } finally {
            read.countDown();
        }
    }

    private static void answer(SocketChannel caller, RuntimeAnswer answer) throws IOException {
        try (caller) {
            ByteBuffer bytes = ByteBuffer.wrap(answer.bytes());
            while (bytes.hasRemaining()) {
                caller.write(bytes);
            }
        }
    }

    /** How many are connected. */
    int callers() {
        return open.size();
    }

    /** Callers that wait are left without an answer, and ask the next process. */
    @Override
    public void close() {
        try {
            server.close();
            for (SocketChannel caller : open) {
                caller.close();
            }
            Files.deleteIfExists(file);
        } catch (IOException e) {
            LOG.debugf(e, "the runtime socket");
        }
        threads.forEach(Thread::interrupt);
    }
}
