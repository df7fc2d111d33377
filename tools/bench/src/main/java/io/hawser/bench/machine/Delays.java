package io.hawser.bench.machine;

import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A histogram of a service's metrics: how late it began due work, or how long its looks for due work took.
 *
 * @param upTo number of works or looks by the upper bound of their time in seconds, each with all below it; the last is
 *     infinite
 */
public record Delays(Map<Double, Long> upTo) {
    private static final Pattern BUCKET =
            Pattern.compile("(?<name>\\w+)_seconds_bucket\\{(?<labels>[^}]*)} (?<count>[0-9.E+]+)");
    private static final Pattern BOUND = Pattern.compile("le=\"([^\"]+)\"");

    public Delays {
        upTo = Map.copyOf(upTo);
    }

    /**
     * @param name of the metric, without its unit
     * @param label that a bucket has to have; empty = the buckets of all labels, together
     */
    static Delays parse(String metrics, String name, String label) {
        Map<Double, Long> found = new TreeMap<>();
        metrics.lines().map(BUCKET::matcher).filter(Matcher::matches).forEach(bucket -> {
            String labels = bucket.group("labels");
            Matcher bound = BOUND.matcher(labels);
            if (bucket.group("name").equals(name) && labels.contains(label) && bound.find()) {
                found.merge(bound(bound.group(1)), (long) Double.parseDouble(bucket.group("count")), Long::sum);
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
