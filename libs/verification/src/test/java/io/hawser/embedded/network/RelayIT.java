package io.hawser.embedded.network;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketTimeoutException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class RelayIT {
    private ServerSocket server;
    private Relay relay;

    @BeforeEach
    void listen() throws IOException {
        server = new ServerSocket(0, 10, InetAddress.getLoopbackAddress());
        relay = new Relay(server.getLocalPort());
    }

    @AfterEach
    void close() throws IOException {
        relay.close();
        server.close();
    }

    @Test
    @DisplayName("A black hole takes what is sent and brings nothing; after it only new connections work")
    void swallows() throws IOException {
        // Given
        try (Socket before = connect();
                Socket there = server.accept()) {
            before.getOutputStream().write(1);
            assertThat(there.getInputStream().read()).isEqualTo(1);

            // When
            relay.swallow();
            before.getOutputStream().write(2);
            there.close();
            relay.heal();

            // Then
            before.setSoTimeout(200);
            assertThatThrownBy(() -> before.getInputStream().read()).isInstanceOf(SocketTimeoutException.class);
            try (Socket after = connect();
                    Socket thereAgain = server.accept()) {
                after.getOutputStream().write(3);
                assertThat(thereAgain.getInputStream().read()).isEqualTo(3);
            }
        }
    }

    @Test
    @DisplayName("The end of the server's side is the client's, and a server that is away refuses")
    void ends() throws IOException {
        // When
        try (Socket client = connect()) {
            server.accept().close();
            // Then
            assertThat(client.getInputStream().read()).isEqualTo(-1);
        }
        // When
        server.close();
        try (Socket client = connect()) {
            // Then
            assertThat(client.getInputStream().read()).isEqualTo(-1);
        }
    }

    private Socket connect() throws IOException {
        return new Socket(InetAddress.getLoopbackAddress(), relay.port());
    }
}
