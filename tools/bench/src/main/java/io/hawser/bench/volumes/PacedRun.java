package io.hawser.bench.volumes;

import io.hawser.v1.VolumeSpec;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;

/**
 * Commands at a fixed pace, whether or not earlier ones have ended: measures how long a Hawser that is not overloaded
 * takes from a command to its call.
 *
 * @param clock of the same machine as the plugin's
 */
record PacedRun(Setup setup, Clock clock) {
    private static final Duration PACE = Duration.ofMillis(10);
    private static final Duration LONGEST = Duration.ofSeconds(30);

    /** How many of these volumes are created at most. */
    static int atMost(int volumes) {
        return (int) Math.min(volumes, LONGEST.dividedBy(PACE));
    }

    /**
     * Creates the volumes, and leaves them.
     *
     * @param callLog the plugin's log of its calls
     * @return for each volume, the time from when its command was due to the plugin's receipt of CreateVolume: a
     *     command that is written late waits already
     */
    List<Duration> run(List<String> volumes, VolumeSpec spec, Path callLog) {
        Expectation created = setup.outcomes().expect(Outcome.CREATED, volumes);
        Ticker ticker = new Ticker("create at 100 a second", volumes.size(), setup.progress());
        Instant began = clock.instant();
        long start = System.nanoTime();
        for (int i = 0; i < volumes.size(); i++) {
            awaitNanos(start + PACE.multipliedBy(i).toNanos());
            setup.environment().create(volumes.get(i), spec);
            ticker.at(i);
        }
        ticker.end(created.await(setup.atMost(), setup::trouble, ticker::at));
        Map<String, Instant> received = CallTimes.in(callLog);
        return IntStream.range(0, volumes.size())
                .mapToObj(i -> Duration.between(began.plus(PACE.multipliedBy(i)), receipt(volumes.get(i), received)))
                .toList();
    }

    private static void awaitNanos(long due) {
        for (long left = due - System.nanoTime(); left > 0; left = due - System.nanoTime()) {
            LockSupport.parkNanos(left);
        }
    }

    private Instant receipt(String volume, Map<String, Instant> received) {
        return setup.outcomes()
                .uid(volume)
                .map(uid -> received.get("hawser-" + uid))
                .orElseThrow(() -> new BenchFailedException("the plugin's log tells of no CreateVolume of " + volume));
    }
}
