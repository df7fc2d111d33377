package io.hawser.local.process;

import io.hawser.cli.rest.JsonClient;
import io.hawser.cli.rest.ServiceUnreachableException;
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

    /** What the process says that it waits for, in words; empty if it does not say. */
    default String waitsFor() {
        return "";
    }

    /** Ready when the health page of a service or agent, below this address, returns 200. */
    static Readiness http(String name, URI base) {
        URI uri = base.resolve("/q/health/ready");
        HttpClient client = HttpClient.newBuilder()
                .version(HttpClient.Version.HTTP_1_1)
                .connectTimeout(Duration.ofSeconds(2))
                .build();
        HttpRequest request =
                HttpRequest.newBuilder(uri).timeout(Duration.ofSeconds(5)).build();
        return new Readiness() {
            @Override
            public boolean ready() {
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
            }

            @Override
            public String waitsFor() {
                try {
                    return String.join(
                            "; ", new JsonClient(name, base).readiness().waitsFor());
                } catch (ServiceUnreachableException e) {
                    return String.valueOf(e.getMessage());
                }
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
