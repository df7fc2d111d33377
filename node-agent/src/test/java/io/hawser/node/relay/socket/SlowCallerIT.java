package io.hawser.node.relay.socket;

import static org.assertj.core.api.Assertions.assertThat;

import io.hawser.node.relay.RelaySettings;
import io.hawser.testkit.tls.TestCertificates;
import java.io.IOException;
import java.net.Socket;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** A caller of the relay that takes its time. */
class SlowCallerIT {
    private static final Duration HANDSHAKE = Duration.ofMillis(500);
    private static final int BETWEEN_BYTES_MILLIS = 50;
    /** The whole dripping takes much longer than a handshake may. */
    private static final int MOST_BYTES = 200;

    private static final byte[] RECORD_OF_4096_BYTES = {22, 3, 1, 0x10, 0};

    @Test
    @DisplayName("The limit of a handshake is for the whole of it: a caller that drips its bytes loses its place")
    void dripping() throws IOException {
        // Given
        RelaySettings settings = new RelaySettings("127.0.0.1", 0, () -> TestCertificates.of("node-1"));
        try (Relay relay = new Relay(settings, _ -> Optional.empty(), HANDSHAKE);
                Socket caller = new Socket("127.0.0.1", relay.port())) {
            relay.start();
            caller.setSoTimeout(BETWEEN_BYTES_MILLIS);
            caller.getOutputStream().write(RECORD_OF_4096_BYTES);
            // When
            int dripped = 0;
            while (dripped < MOST_BYTES && isOpen(caller)) {
                dripped++;
            }
            // Then
            assertThat(dripped).isLessThan(MOST_BYTES);
        }
    }

    /** Sends one byte, and waits a little for the end of the connection. */
    private static boolean isOpen(Socket caller) throws IOException {
        try {
            caller.getOutputStream().write(0);
            return caller.getInputStream().read() >= 0;
        } catch (SocketTimeoutException open) {
            return true;
        } catch (SocketException reset) {
            return false;
        }
    }
}
