package io.hawser.bus.right;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.function.Consumer;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.common.KafkaException;

/**
 * Looks again and again whether the broker lets us do what we must. Reading and writing fail without a right, too, and
 * go on when it is given; but they name one topic at a time, or none, and only once there is something to write.
 */
public final class RightsWatch implements AutoCloseable {
    private static final Duration EVERY = Duration.ofSeconds(10);

    private final Map<String, Object> kafka;
    private final NeededRights needed;
    private final Consumer<List<String>> changed;
    private final Thread thread = Thread.ofPlatform().daemon().name("rights").unstarted(this::run);
    private volatile List<String> missing = List.of();

    /**
     * @param kafka client settings
     * @param changed told what is missing, in sentences, whenever that is something else; on a thread of its own
     */
    public RightsWatch(Map<String, Object> kafka, NeededRights needed, Consumer<List<String>> changed) {
        this.kafka = Map.copyOf(kafka);
        this.needed = needed;
        this.changed = changed;
    }

    public void start() {
        thread.start();
    }

    /** What is missing, in sentences, as of the last time that the broker answered. */
    public List<String> missing() {
        return missing;
    }

    private void run() {
        try (Admin admin = Admin.create(kafka)) {
            RightsCheck check = new RightsCheck(admin, needed);
            while (true) {
                look(check);
                Thread.sleep(EVERY);
            }
        } catch (InterruptedException closed) {
            // Nobody asks any more.
        }
    }

    private void look(RightsCheck check) throws InterruptedException {
        try {
            List<String> now =
                    check.missing().stream().map(MissingRight::sentence).toList();
            if (!now.equals(missing)) {
                missing = now;
                changed.accept(now);
            }
        } catch (ExecutionException | KafkaException e) {
            // The broker is away. That has other witnesses.
        }
    }

    @Override
    public void close() {
        thread.interrupt();
    }
}
