package io.hawser.local.demo;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/**
 * A process killed during the play.
 *
 * @param step index of the step in which it dies
 * @param delay after the step's beginning
 */
public record Kill(String process, int step, Duration delay) {
    /** Steps take between a moment and some seconds; a kill behind the end of its step holds the next one up. */
    private static final int LONGEST_DELAY_MILLIS = 1_500;

    /** The same for the same seed: each process once, at a step and a delay that the seed draws for it. */
    public static List<Kill> draw(long seed, List<String> processes, int steps) {
        Random random = new Random(seed);
        List<Kill> kills = new ArrayList<>();
        for (String process : processes) {
            kills.add(new Kill(
                    process, random.nextInt(steps), Duration.ofMillis(random.nextInt(LONGEST_DELAY_MILLIS + 1))));
        }
        return List.copyOf(kills);
    }
}
