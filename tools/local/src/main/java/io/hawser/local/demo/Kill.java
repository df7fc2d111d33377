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
    private static final int SHORTEST_DELAY_MILLIS = 10;
    private static final int LONGEST_DELAY_MILLIS = 1_500;

    /** The same for the same seed: each process once, at a step and a delay that the seed draws for it. */
    public static List<Kill> draw(long seed, List<String> processes, int steps) {
        Random random = new Random(seed);
        List<Kill> kills = new ArrayList<>();
        for (String process : processes) {
            kills.add(new Kill(process, random.nextInt(steps), delay(random)));
        }
        return List.copyOf(kills);
    }

    /**
     * A tenth of a second is as likely to be halved as a second: some steps are over in a tenth of a second, some take
     * a second or two, and a kill is to fall inside of either. One behind the end of its step holds the next one up.
     */
    private static Duration delay(Random random) {
        double ratio = (double) LONGEST_DELAY_MILLIS / SHORTEST_DELAY_MILLIS;
        return Duration.ofMillis((long) (SHORTEST_DELAY_MILLIS * Math.pow(ratio, random.nextDouble())));
    }
}
