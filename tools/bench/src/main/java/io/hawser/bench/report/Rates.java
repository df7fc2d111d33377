package io.hawser.bench.report;

import com.google.gson.JsonObject;
import io.hawser.bench.cost.Medians;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.Duration;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * Volumes per second, or a quotient of two such rates, by phase. At least every {@linkplain Phase#CALLING calling}
 * phase is present, and each value is above zero.
 */
public record Rates(Map<Phase, Double> byPhase) {
    public Rates {
        for (Phase phase : Phase.CALLING) {
            if (!byPhase.containsKey(phase)) {
                throw new IllegalArgumentException("byPhase: " + phase.word() + " is missing");
            }
        }
        byPhase.forEach((phase, rate) -> {
            if (!(rate > 0) || rate.isInfinite()) {
                throw new IllegalArgumentException("byPhase: " + phase.word() + " must be above zero, not " + rate);
            }
        });
        byPhase = Map.copyOf(byPhase);
    }

    /** @param took the time in which each phase brought all {@code count} volumes to their outcome */
    public static Rates of(int count, Map<Phase, Duration> took) {
        Map<Phase, Double> rates = new EnumMap<>(Phase.class);
        took.forEach((phase, time) -> rates.put(phase, count * 1e9 / time.toNanos()));
        return new Rates(rates);
    }

    public static Rates median(List<Rates> rounds) {
        return new Rates(Medians.ofEach(rounds.stream().map(Rates::byPhase).toList()));
    }

    public double of(Phase phase) {
        return Objects.requireNonNull(byPhase.get(phase), phase.word());
    }

    /** How many times as fast as the other rates these are, in the calling phases. */
    public Rates over(Rates other) {
        Map<Phase, Double> quotients = new EnumMap<>(Phase.class);
        Phase.CALLING.forEach(phase -> quotients.put(phase, of(phase) / other.of(phase)));
        return new Rates(quotients);
    }

    /** The rates of the calling phases. */
    JsonObject json(int decimals) {
        JsonObject json = new JsonObject();
        Phase.CALLING.forEach(phase -> json.addProperty(phase.word(), rounded(of(phase), decimals)));
        return json;
    }

    static BigDecimal rounded(double value, int decimals) {
        return BigDecimal.valueOf(value).setScale(decimals, RoundingMode.HALF_UP);
    }
}
