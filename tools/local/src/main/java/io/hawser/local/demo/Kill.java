package io.hawser.local.demo;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/**
 * The kill of a process during the play.
 *
 * @param step index of the step in which the process dies
 * @param delay after the start of the step
 */
public record Kill(String process, int step, Duration delay) {
    private static final int SHORTEST_DELAY_MILLIS = 10;
    private static final int LONGEST_DELAY_MILLIS = 1_500;

    /** Draws the same kills for the same seed: each process once, at a random step and delay. */
    public static List<Kill> draw(long seed, List<String> processes, int steps) {
        Random random = new Random(seed);
        List<Kill> kills = new ArrayList<>();
        for (String process : processes) {
            kills.add(new Kill(process, random.nextInt(steps), delay(random)));
        }
        return List.copyOf(kills);
    }

    /**
     * The delay's logarithm is evenly distributed: some steps last a tenth of a second, others a second or two, and a
     * kill should hit either kind. A kill that comes after the end of its step delays the next one.
     */
    private static Duration delay(Random random) {
        double ratio = (double) LONGEST_DELAY_MILLIS / SHORTEST_DELAY_MILLIS;
        return Duration.ofMillis((long) (SHORTEST_DELAY_MILLIS * Math.pow(ratio, random.nextDouble())));
    }
}
