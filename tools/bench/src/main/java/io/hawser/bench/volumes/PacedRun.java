package io.hawser.bench.volumes;

import io.hawser.v1.VolumeSpec;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/** Creates volumes one after another: measures how long an idle Hawser takes from a command to its call. */
final class PacedRun {
    private final Surroundings surroundings;
    private final Outcomes outcomes;
    private final Clock clock;
    private final Duration atMost;
    private final Supplier<Optional<String>> trouble;

    /** @param clock of the same machine as the plugin's */
    PacedRun(
            Surroundings surroundings,
            Outcomes outcomes,
            Clock clock,
            Duration atMost,
            Supplier<Optional<String>> trouble) {
        this.surroundings = surroundings;
        this.outcomes = outcomes;
        this.clock = clock;
        this.atMost = atMost;
        this.trouble = trouble;
    }

    /**
     * Creates the volumes, each after the one before is created, and removes them.
     *
     * @param callLog the plugin's log of its calls
     * @return for each volume, the time from the command's write to the plugin's receipt of CreateVolume
     */
    List<Duration> run(List<String> volumes, VolumeSpec spec, Path callLog) {
        Map<String, Instant> written = new LinkedHashMap<>();
        long giveUp = System.nanoTime() + atMost.toNanos();
        for (String volume : volumes) {
            Expectation created = outcomes.expect(Outcome.CREATED, List.of(volume));
            written.put(volume, clock.instant());
            surroundings.create(volume, spec);
            created.await(Duration.ofNanos(giveUp - System.nanoTime()), trouble);
        }
        Map<String, Instant> received = CallTimes.in(callLog);
        Expectation removed = outcomes.expect(Outcome.REMOVED, volumes);
        volumes.forEach(surroundings::remove);
        removed.await(atMost, trouble);
        return written.entrySet().stream()
                .map(each -> Duration.between(each.getValue(), receipt(each.getKey(), received)))
                .toList();
    }

    private Instant receipt(String volume, Map<String, Instant> received) {
        return outcomes.uid(volume)
                .map(uid -> received.get("hawser-" + uid))
                .orElseThrow(() -> new BenchFailedException("the plugin's log tells of no CreateVolume of " + volume));
    }
}
