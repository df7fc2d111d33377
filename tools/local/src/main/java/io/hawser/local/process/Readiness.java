package io.hawser.local.process;

import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.URI;
import java.net.UnixDomainSocketAddress;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.channels.SocketChannel;
import java.nio.file.Path;
import java.time.Duration;

/** One check whether a process works. It is quick, and returns false instead of throwing. */
@FunctionalInterface
public interface Readiness {
    boolean ready();

    /** Ready as soon as the process runs. */
    static Readiness whenStarted() {
        return () -> true;
    }

    /** Ready when a GET returns 200. */
    static Readiness http(URI uri) {
        HttpClient client = HttpClient.newBuilder()
                .version(HttpClient.Version.HTTP_1_1)
                .connectTimeout(Duration.ofSeconds(2))
                .build();
        HttpRequest request =
                HttpRequest.newBuilder(uri).timeout(Duration.ofSeconds(5)).build();
        return () -> {
            try {
                return client.send(request, HttpResponse.BodyHandlers.discarding())
                                .statusCode()
                        == 200;
            } catch (IOException e) {
                return false;
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new IllegalStateException("interrupted while asking " + uri, e);
            }
        };
    }

    /** Ready when a process listens on the Unix socket. */
    static Readiness unixSocket(Path socket) {
        return () -> {
            try (var channel = SocketChannel.open(StandardProtocolFamily.UNIX)) {
                return channel.connect(UnixDomainSocketAddress.of(socket));
            } catch (IOException e) {
                return false;
            }
        };
    }
}
