package io.hawser.node.relay.socket;

import io.hawser.csi.Certificates;
import io.hawser.node.relay.Caller;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.Socket;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import javax.net.ssl.ExtendedSSLSession;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;
import org.jboss.logging.Logger;

/** One caller, from its handshake until a side closes. Nothing of a plugin is touched before the caller is known. */
final class RelayedConnection implements AutoCloseable {
    private static final Logger LOG = Logger.getLogger(RelayedConnection.class);
    private static final int BUFFER_BYTES = 64 * 1024;

    private final Socket raw;
    private final Certificates certificates;
    private final Function<String, Optional<Path>> sockets;
    private final Duration handshake;

    /** @param handshake how long the whole handshake may take */
    RelayedConnection(
            Socket raw, Certificates certificates, Function<String, Optional<Path>> sockets, Duration handshake) {
        this.raw = raw;
        this.certificates = certificates;
        this.sockets = sockets;
        this.handshake = handshake;
    }

    /** @return why the caller is not served; empty: it was */
    Optional<String> serve() {
        String from = "a caller at " + raw.getInetAddress().getHostAddress();
        try (raw;
                SSLSocket tls = handshake()) {
            return switch (Caller.of((ExtendedSSLSession) tls.getSession())) {
                case Caller.Refused(String message) -> Optional.of(from + " is refused: " + message);
                case Caller.Accepted(var role, String plugin) -> {
                    Optional<Path> socket = sockets.apply(plugin);
                    if (socket.isEmpty()) {
                        yield Optional.of(role.dnsName() + " asks for plugin " + plugin
                                + ", which has no controller socket on this node");
                    }
                    yield connect(tls, plugin, socket.get());
                }
            };
        } catch (IOException | RuntimeException failed) {
            return Optional.of(from + " is not served: " + failed);
        }
    }

    private SSLSocket handshake() throws IOException {
        raw.setTcpNoDelay(true);
        raw.setKeepAlive(true);
        SSLSocket tls = (SSLSocket)
                certificates.current().getSocketFactory().createSocket(raw, InputStream.nullInputStream(), true);
        tls.setUseClientMode(false);
        SSLParameters parameters = tls.getSSLParameters();
        parameters.setProtocols(new String[] {"TLSv1.3"});
        parameters.setNeedClientAuth(true);
        parameters.setApplicationProtocols(new String[] {"h2"});
        tls.setSSLParameters(parameters);
        inTime(tls);
        return tls;
    }

    /** A limit for each read would let a caller that drips its bytes stay for ever. */
    private void inTime(SSLSocket tls) throws IOException {
        CompletableFuture<Boolean> known =
                new CompletableFuture<Boolean>().completeOnTimeout(false, handshake.toMillis(), TimeUnit.MILLISECONDS);
        known.thenAccept(inTime -> {
            if (!inTime) {
                close();
            }
        });
        try {
            tls.startHandshake();
            known.complete(true);
        } catch (IOException failed) {
            throw known.complete(true)
                    ? failed
                    : new IOException("its handshake takes longer than " + handshake, failed);
        }
    }

    private Optional<String> connect(SSLSocket tls, String plugin, Path socket) {
        try (SocketChannel local = SocketChannel.open(StandardProtocolFamily.UNIX)) {
            local.connect(UnixDomainSocketAddress.of(socket));
            Thread back = Thread.ofVirtual().name("relay-back-" + plugin).start(() -> back(local, tls));
            forth(tls, local);
            local.close();
            back.join();
            return Optional.empty();
        } catch (IOException absent) {
            return Optional.of("plugin " + plugin + " does not take a call at " + socket + ": " + absent.getMessage());
        } catch (InterruptedException closing) {
            Thread.currentThread().interrupt();
            return Optional.empty();
        }
    }

    private static void forth(SSLSocket tls, SocketChannel local) {
        byte[] bytes = new byte[BUFFER_BYTES];
        try {
            InputStream in = tls.getInputStream();
            for (int read = in.read(bytes); read >= 0; read = in.read(bytes)) {
                ByteBuffer buffer = ByteBuffer.wrap(bytes, 0, read);
                while (buffer.hasRemaining()) {
                    local.write(buffer);
                }
            }
        } catch (IOException ended) {
            LOG.debugf("a caller ends: %s", ended);
        }
    }

    private void back(SocketChannel local, SSLSocket tls) {
        ByteBuffer buffer = ByteBuffer.allocate(BUFFER_BYTES);
        try {
            OutputStream out = tls.getOutputStream();
            while (local.read(buffer) >= 0) {
                out.write(buffer.array(), 0, buffer.position());
                buffer.clear();
            }
        } catch (IOException ended) {
            LOG.debugf("a plugin ends: %s", ended);
        }
        close();
    }

    @Override
    public void close() {
        try {
            raw.close();
        } catch (IOException e) {
            LOG.debugf(e, "a caller's connection");
        }
    }
}
