package io.hawser.bench.machine;

import io.hawser.cli.rest.VolumeServiceClient;
import java.net.URI;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;

/** The work that volume-service has left. */
public final class Remaining {
    private static final long LOOK_NANOS = Duration.ofMillis(50).toNanos();

    private final VolumeServiceClient volumeService;

    Remaining(URI volumeService) {
        this.volumeService = new VolumeServiceClient(volumeService);
    }

    /**
     * Returns when nothing is due and everything is sent: what follows then pays for nothing that was left over.
     *
     * @throws IllegalStateException if that takes too long
     */
    public void awaitNone(Duration atMost) {
        long giveUp = System.nanoTime() + atMost.toNanos();
        for (Map<String, Long> left = volumeService.counts(); !none(left); left = volumeService.counts()) {
            if (System.nanoTime() - giveUp > 0) {
                throw new IllegalStateException(
                        "volume-service is not quiet after %d s: %s".formatted(atMost.toSeconds(), left));
            }
            LockSupport.parkNanos(LOOK_NANOS);
        }
    }

    private static boolean none(Map<String, Long> left) {
        return left.getOrDefault("outbox", 0L) + left.getOrDefault("due", 0L) == 0;
    }
}
