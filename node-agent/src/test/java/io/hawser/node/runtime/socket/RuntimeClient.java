package io.hawser.node.runtime.socket;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/** What a container runtime does: one request, one answer. */
public record RuntimeClient(Path socket) {
    public record Answer(int status, JsonNode body) {}

    public Answer get(String path) throws IOException {
        return send("GET " + path + " HTTP/1.1\r\nHost: localhost\r\n\r\n");
    }

    Answer send(String request) throws IOException {
        try (SocketChannel channel = SocketChannel.open(StandardProtocolFamily.UNIX)) {
            channel.connect(UnixDomainSocketAddress.of(socket));
            channel.write(ByteBuffer.wrap(request.getBytes(StandardCharsets.UTF_8)));
            String answer = new String(Channels.newInputStream(channel).readAllBytes(), StandardCharsets.UTF_8);
            String[] parts = answer.split("\r\n\r\n", 2);
            return new Answer(Integer.parseInt(parts[0].split(" ")[1]), new ObjectMapper().readTree(parts[1]));
        }
    }
}
