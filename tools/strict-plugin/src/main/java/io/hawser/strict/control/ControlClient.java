package io.hawser.strict.control;

import java.io.BufferedReader;
import java.io.Closeable;
import java.io.IOException;
import java.io.Writer;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.Channels;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/** Sends commands to a strict plugin in another process; docs/strict-plugin.md lists them. */
public final class ControlClient implements Closeable {

    private final SocketChannel channel;
    private final BufferedReader answers;
    private final Writer commands;

    private ControlClient(SocketChannel channel) {
        this.channel = channel;
        this.answers = new BufferedReader(Channels.newReader(channel, StandardCharsets.UTF_8));
        this.commands = Channels.newWriter(channel, StandardCharsets.UTF_8);
    }

    /**
     * Connects.
     *
     * @throws IOException if no plugin listens on the socket
     */
    public static ControlClient connect(Path socket) throws IOException {
        return new ControlClient(SocketChannel.open(UnixDomainSocketAddress.of(socket)));
    }

    /**
     * Sends one command and returns its answer: JSON, or {@code ok}.
     *
     * @throws IllegalArgumentException with the plugin's reason, if it does not understand the command
     * @throws IOException if the plugin's process is gone
     */
    public String tell(String command) throws IOException {
        commands.write(command + "\n");
        commands.flush();
        String answer = answers.readLine();
        if (answer == null) {
            throw new IOException("the strict plugin closed its control socket");
        }
        if (answer.startsWith("error ")) {
            throw new IllegalArgumentException(answer.substring("error ".length()));
        }
        return answer;
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }
}
