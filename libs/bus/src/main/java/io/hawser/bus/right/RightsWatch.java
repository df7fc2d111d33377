package io.hawser.bus.right;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.function.Consumer;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.common.KafkaException;

/**
 * Checks repeatedly whether the broker allows what this process must do. Reads and writes without a right also fail,
 * and continue when it is given. But their failure names one topic at a time or none, and a write fails only once there
 * is something to write.
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
     * @param changed gets the missing rights, in sentences, after each change; runs on a separate thread
     */
    public RightsWatch(Map<String, Object> kafka, NeededRights needed, Consumer<List<String>> changed) {
        this.kafka = Map.copyOf(kafka);
        this.needed = needed;
        this.changed = changed;
    }

    public void start() {
        thread.start();
    }

    /** The missing rights, in sentences, at the broker's last answer. */
    public List<String> missing() {
        return missing;
    }

    private void run() {
        try {
            while (true) {
                watch();
                Thread.sleep(EVERY);
            }
        } catch (InterruptedException closed) {
            // The watch was closed.
        }
    }

    private void watch() throws InterruptedException {
        try (Admin admin = Admin.create(kafka)) {
            RightsCheck check = new RightsCheck(admin, needed);
            while (true) {
                look(check);
                Thread.sleep(EVERY);
            }
        } catch (KafkaException e) {
            // The broker's name has no address; other checks report that.
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
            // The broker is away; other checks report that.
        }
    }

    @Override
    public void close() {
        thread.interrupt();
    }
}
