package io.hawser.cli.topic;

import java.io.IOException;
import java.io.PrintWriter;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;

/**
 * Whether a broker listens. Kafka's clients try for as long as a call may take, and say only at its end that they never
 * connected.
 */
public final class BrokerReach {
    private static final Duration PAUSE = Duration.ofMillis(200);
    private static final int CONNECT_MILLIS = 1000;

    private BrokerReach() {}

    /**
     * Waits a moment for a broker that is being started.
     *
     * @param bootstrapServers {@code host:port,...}
     * @param progress gets a line when that takes longer than a second
     * @throws TopicUnreachableException if none of them accepts a connection
     */
    public static void await(String bootstrapServers, Duration atMost, PrintWriter progress) {
        long begun = System.nanoTime();
        boolean shown = false;
        Optional<IOException> refused = refusal(bootstrapServers, CONNECT_MILLIS);
        while (refused.isPresent()) {
            long waited = System.nanoTime() - begun;
            if (waited > atMost.toNanos()) {
                throw new TopicUnreachableException("no broker answers", bootstrapServers, refused.get());
            }
            if (!shown && waited > Duration.ofSeconds(1).toNanos()) {
                progress.println("no broker answers at " + bootstrapServers + " yet ...");
                progress.flush();
                shown = true;
            }
            LockSupport.parkNanos(PAUSE.toNanos());
            refused = refusal(bootstrapServers, CONNECT_MILLIS);
        }
    }

    /** Whether one of them accepts a connection; whether it does its work shows in the services. */
    public static boolean listens(String bootstrapServers) {
        return refusal(bootstrapServers, 2 * CONNECT_MILLIS).isEmpty();
    }

    /** Why none of them can be connected to; empty: one can. */
    private static Optional<IOException> refusal(String bootstrapServers, int millis) {
        Optional<IOException> last = Optional.empty();
        for (String server : bootstrapServers.split(",", -1)) {
            int colon = server.lastIndexOf(':');
            String host = server.substring(0, colon).replaceAll("[\\[\\]]", "");
            try (Socket socket = new Socket()) {
                socket.connect(new InetSocketAddress(host, Integer.parseInt(server.substring(colon + 1))), millis);
                return Optional.empty();
            } catch (IOException e) {
                last = Optional.of(e);
            }
        }
        return last;
    }
}
