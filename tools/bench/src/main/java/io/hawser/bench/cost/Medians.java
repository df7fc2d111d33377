package io.hawser.bench.cost;

import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Medians of rounds. */
public final class Medians {
    private Medians() {}

    /**
     * The median; for an even number of values, the mean of the two in the middle.
     *
     * @throws IllegalArgumentException if there is none
     */
    public static double of(Collection<Double> values) {
        if (values.isEmpty()) {
            throw new IllegalArgumentException("values must not be empty");
        }
        List<Double> sorted = values.stream().sorted().toList();
        int middle = sorted.size() / 2;
        return sorted.size() % 2 == 1 ? sorted.get(middle) : (sorted.get(middle - 1) + sorted.get(middle)) / 2;
    }

    /** The median of each key's values, in the order in which the keys appear; a missing value is 0. */
    public static <K> Map<K, Double> ofEach(List<Map<K, Double>> rounds) {
        Set<K> keys = new LinkedHashSet<>();
        rounds.forEach(round -> keys.addAll(round.keySet()));
        Map<K, Double> medians = new LinkedHashMap<>();
        keys.forEach(key -> medians.put(
                key,
                of(rounds.stream().map(round -> round.getOrDefault(key, 0.0)).toList())));
        return medians;
    }
}
