package io.hawser.node.plugin;

import java.io.IOException;
import java.net.ConnectException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.SocketChannel;
import java.nio.file.Path;

/** Tells a socket whose process has ended from one whose process is silent. */
final class Deserted {
    private Deserted() {}

    /** Whether the kernel says that no process listens at the socket. Does not wait; in doubt: false. */
    static boolean is(Path socket) {
        try (SocketChannel channel = SocketChannel.open(StandardProtocolFamily.UNIX)) {
            channel.configureBlocking(false);
            channel.connect(UnixDomainSocketAddress.of(socket));
            return false;
        } catch (ConnectException refused) {
            return true;
        } catch (IOException | RuntimeException unknown) {
            return false;
        }
    }
}
