package io.hawser.conformance.report;

import java.util.Collections;
import java.util.Map;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * What was done to Hawser in one run.
 *
 * @param disturbances how often each, for example {@code volume-service killed}
 * @param faults how often each fault of the plugin, for example {@code half NodeStageVolume}
 */
public record Played(String run, OptionalLong seed, Map<String, Integer> disturbances, Map<String, Integer> faults) {
    public Played {
        disturbances = Collections.unmodifiableMap(new TreeMap<>(disturbances));
        faults = Collections.unmodifiableMap(new TreeMap<>(faults));
    }

    /** One line, for people. */
    String line() {
        int wrong = faults.values().stream().mapToInt(Integer::intValue).sum();
        return disturbances.entrySet().stream()
                .map(each -> each.getValue() == 1 ? each.getKey() : each.getValue() + " x " + each.getKey())
                .collect(Collectors.joining(", ", "", (disturbances.isEmpty() ? "" : ", ") + wrong + " faults"));
    }
}
