package io.hawser.cli.topic;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.time.Duration;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class BrokerReachTest {
    /** No port that was free a moment ago: other processes take ports, too. */
    private static final String CLOSED = "127.0.0.1:1";

    private final StringWriter said = new StringWriter();
    private final PrintWriter progress = new PrintWriter(said, true);

    @Test
    @DisplayName("Where nobody listens, and where there is no such host, it says so soon, with the address")
    void nobody() {
        assertThatThrownBy(() -> BrokerReach.await(CLOSED, Duration.ofMillis(1), progress))
                .isInstanceOf(TopicUnreachableException.class)
                .hasMessageContaining("no broker answers at " + CLOSED);
        assertThatThrownBy(() -> BrokerReach.await("nosuch.invalid:9092", Duration.ofMillis(1), progress))
                .hasMessageContaining("no broker answers at nosuch.invalid:9092");
        assertThat(said.toString()).isEmpty();
    }

    @Test
    @DisplayName("One that listens is enough")
    void oneIsEnough() throws IOException {
        try (ServerSocket listening = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            BrokerReach.await(CLOSED + ",127.0.0.1:" + listening.getLocalPort(), Duration.ofMillis(1), progress);
        }
        assertThat(said.toString()).isEmpty();
    }
}
