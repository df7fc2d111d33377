package io.hawser.testkit.tls;

import java.io.IOException;
import java.net.InetAddress;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import javax.net.ssl.SSLServerSocket;
import javax.net.ssl.SSLSocket;

/** A port of the loopback interface that asks each caller for its certificate, and hangs up. */
public final class TlsCallers implements AutoCloseable {
    private final Queue<String> names = new ConcurrentLinkedQueue<>();
    private final SSLServerSocket server;

    /** @param certificate of the port, as in {@link TestCertificates} */
    public TlsCallers(String certificate, int port) throws IOException {
        server = (SSLServerSocket) TestCertificates.of(certificate)
                .getServerSocketFactory()
                .createServerSocket(port, 10, InetAddress.getLoopbackAddress());
        server.setNeedClientAuth(true);
        Thread.ofVirtual().start(this::accept);
    }

    private void accept() {
        while (!server.isClosed()) {
            try (SSLSocket caller = (SSLSocket) server.accept()) {
                names.add(caller.getSession().getPeerPrincipal().getName());
            } catch (IOException next) {
                // Who has no certificate is none of the callers that are looked for.
            }
        }
    }

    /** Who called, by certificate, for example {@code CN=volume-service}. */
    public Queue<String> names() {
        return names;
    }

    @Override
    public void close() throws IOException {
        server.close();
    }
}
