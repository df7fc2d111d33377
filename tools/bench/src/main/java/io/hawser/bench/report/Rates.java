package io.hawser.bench.report;

import com.google.gson.JsonObject;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.Duration;
import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;

/**
 * Volumes per second, or a quotient of two such rates, by phase. Every phase is present, and each value is above zero.
 */
public record Rates(Map<Phase, Double> byPhase) {
    public Rates {
        for (Phase phase : Phase.values()) {
            Double rate = byPhase.get(phase);
            if (rate == null || !(rate > 0) || rate.isInfinite()) {
                throw new IllegalArgumentException("byPhase: " + phase.word() + " must be above zero, not " + rate);
            }
        }
        byPhase = Map.copyOf(byPhase);
    }

    /** @param took the time in which each phase brought all {@code count} volumes to their outcome */
    public static Rates of(int count, Map<Phase, Duration> took) {
        Map<Phase, Double> rates = new EnumMap<>(Phase.class);
        took.forEach((phase, time) -> rates.put(phase, count * 1e9 / time.toNanos()));
        return new Rates(rates);
    }

    public double of(Phase phase) {
        return Objects.requireNonNull(byPhase.get(phase));
    }

    /** How many times as fast as the other. */
    public Rates over(Rates other) {
        Map<Phase, Double> quotients = new EnumMap<>(Phase.class);
        byPhase.forEach((phase, rate) -> quotients.put(phase, rate / other.of(phase)));
        return new Rates(quotients);
    }

    JsonObject json(int decimals) {
        JsonObject json = new JsonObject();
        for (Phase phase : Phase.values()) {
            json.addProperty(phase.word(), rounded(of(phase), decimals));
        }
        return json;
    }

    static BigDecimal rounded(double value, int decimals) {
        return BigDecimal.valueOf(value).setScale(decimals, RoundingMode.HALF_UP);
    }
}
