package io.hawser.bench.machine;

import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The histogram {@code hawser_due_delay_seconds}: how late a service began due work.
 *
 * @param upTo number of works by their delay's upper bound in seconds, each with all below it; the last bound is
 *     infinite
 */
public record Delays(Map<Double, Long> upTo) {
    private static final Pattern BUCKET =
            Pattern.compile("hawser_due_delay_seconds_bucket\\{(?<labels>[^}]*)} (?<count>[0-9.E+]+)");
    private static final Pattern BOUND = Pattern.compile("le=\"([^\"]+)\"");

    public Delays {
        upTo = Map.copyOf(upTo);
    }

    /** @param kind of the due work */
    static Delays parse(String metrics, String kind) {
        Map<Double, Long> found = new TreeMap<>();
        metrics.lines().map(BUCKET::matcher).filter(Matcher::matches).forEach(bucket -> {
            String labels = bucket.group("labels");
            Matcher bound = BOUND.matcher(labels);
            if (labels.contains("kind=\"" + kind + "\"") && bound.find()) {
                found.put(bound(bound.group(1)), (long) Double.parseDouble(bucket.group("count")));
            }
        });
        return new Delays(found);
    }

    private static double bound(String text) {
        return text.equals("+Inf") ? Double.POSITIVE_INFINITY : Double.parseDouble(text);
    }

    public long count() {
        return upTo.getOrDefault(Double.POSITIVE_INFINITY, 0L);
    }

    public Delays since(Delays earlier) {
        Map<Double, Long> more = new TreeMap<>();
        upTo.forEach((bound, count) -> more.put(bound, count - earlier.upTo.getOrDefault(bound, 0L)));
        return new Delays(more);
    }

    /**
     * A percentile, as Prometheus' {@code histogram_quantile} estimates it: evenly within its bucket. In the last
     * bucket it is at least the result.
     *
     * @throws IllegalArgumentException if there are no delays
     */
    public Duration percentile(int percent) {
        if (count() == 0) {
            throw new IllegalArgumentException("there are no delays");
        }
        double rank = count() * percent / 100.0;
        double lower = 0;
        long below = 0;
        for (Map.Entry<Double, Long> bucket : new TreeMap<>(upTo).entrySet()) {
            if (bucket.getValue() >= rank) {
                double within = bucket.getKey().isInfinite()
                        ? 0
                        : (bucket.getKey() - lower) * (rank - below) / (bucket.getValue() - below);
                return Duration.ofNanos(Math.round((lower + within) * 1e9));
            }
            lower = bucket.getKey();
            below = bucket.getValue();
        }
        throw new IllegalStateException("the last bound is not infinite: " + upTo);
    }
}
