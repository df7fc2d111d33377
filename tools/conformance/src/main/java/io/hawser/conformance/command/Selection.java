package io.hawser.conformance.command;

import io.hawser.conformance.scenario.LossPlans;
import io.hawser.conformance.scenario.Plan;
import io.hawser.conformance.scenario.Scenarios;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import java.util.stream.Stream;

/**
 * The plans that a command line selects.
 *
 * @param together named plans: one list after the other, the plans of one list concurrently
 * @param seeds of the drawn plans, each played alone
 * @param whole whether everything that can be exercised must be exercised
 */
record Selection(List<List<Plan>> together, List<Long> seeds, boolean whole) {
    private static final long FIRST_SEED = 1;
    private static final int RUNS = 10;
    private static final int QUICK_RUNS = 1;

    /** @throws IllegalArgumentException with a sentence; also if no plan would be played, because that shows nothing */
    static Selection of(Optional<Long> seed, Optional<Integer> runs, Optional<String> only, boolean quick) {
        if (runs.filter(count -> count < 0).isPresent()) {
            throw new IllegalArgumentException("--runs: " + runs.get() + " is negative");
        }
        if (seed.isPresent() && only.isPresent()) {
            throw new IllegalArgumentException("--seed and --only: a drawn run has no name to match");
        }
        if (seed.isPresent()) {
            return seeded(seed.get(), runs.orElse(1));
        }
        if (only.isPresent()) {
            return named(only.get());
        }
        // Plans that hang and wait come first: at the end, nothing else would run while they wait.
        List<Plan> named = Stream.of(
                        quick ? Scenarios.quickFaults() : Scenarios.faults(),
                        quick ? Scenarios.quickRules() : Scenarios.rules())
                .flatMap(List::stream)
                .toList();
        return new Selection(
                Stream.concat(
                                Stream.of(named),
                                Stream.concat(
                                                Scenarios.alone().stream(),
                                                quick ? Stream.of() : LossPlans.all().stream())
                                        .map(List::of))
                        .toList(),
                seeds(FIRST_SEED, runs.orElse(quick ? QUICK_RUNS : RUNS)),
                true);
    }

    private static Selection seeded(long from, int count) {
        if (count == 0) {
            throw new IllegalArgumentException("--runs: none of the runs from seed " + from + " on is to be played");
        }
        return new Selection(List.of(), seeds(from, count), false);
    }

    private static Selection named(String regex) {
        List<Plan> matching = Scenarios.all().stream()
                .filter(plan -> pattern(regex).matcher(plan.name()).matches())
                .toList();
        if (matching.isEmpty()) {
            throw new IllegalArgumentException("--only: no scenario's name matches '" + regex + "'; there are "
                    + Scenarios.all().stream().map(Plan::name).toList());
        }
        List<Plan> alone = Stream.concat(Scenarios.alone().stream(), LossPlans.all().stream())
                .toList();
        Map<Boolean, List<Plan>> byAlone = matching.stream().collect(Collectors.partitioningBy(alone::contains));
        return new Selection(
                Stream.concat(
                                Stream.of(byAlone.get(false)),
                                Objects.requireNonNull(byAlone.get(true)).stream()
                                        .map(List::of))
                        .filter(plans -> !plans.isEmpty())
                        .toList(),
                List.of(),
                false);
    }

    private static Pattern pattern(String regex) {
        try {
            return Pattern.compile(regex);
        } catch (PatternSyntaxException e) {
            throw new IllegalArgumentException("--only: " + e.getDescription() + " in '" + regex + "'", e);
        }
    }

    private static List<Long> seeds(long from, int count) {
        return LongStream.range(from, from + count).boxed().toList();
    }
}
