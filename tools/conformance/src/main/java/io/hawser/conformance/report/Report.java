package io.hawser.conformance.report;

import com.google.gson.Gson;
import com.google.gson.GsonBuilder;
import com.google.gson.JsonObject;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The result of a whole conformance run.
 *
 * @param rules every rule of the strict plugin
 * @param invariants how often each was checked
 * @param failures broken rules, broken invariants, commands that were not done, rules wrongly listed as concerning no
 *     call
 * @param runs named ones and drawn ones
 */
public record Report(List<Line> rules, Map<String, Long> invariants, List<Failure> failures, List<Played> runs) {
    private static final Gson GSON = new GsonBuilder().disableHtmlEscaping().create();

    public Report {
        rules = List.copyOf(rules);
        invariants = Collections.unmodifiableMap(new LinkedHashMap<>(invariants));
        failures = List.copyOf(failures);
        runs = List.copyOf(runs);
    }

    /**
     * One rule.
     *
     * @param exercised how often it concerned a call
     * @param notMadeYet whether Hawser makes no call that it concerns
     */
    public record Line(String rule, String section, long exercised, long violations, boolean notMadeYet) {
        /** Whether such a call was made, although the rule is listed as not made yet. */
        boolean made() {
            return notMadeYet && exercised > 0;
        }
    }

    /** Rules, invariants and disturbances that should have been exercised and were not: they count as not shown. */
    public List<String> notShown() {
        List<String> missing = new ArrayList<>(rules.stream()
                .filter(line -> line.exercised() == 0 && !line.notMadeYet())
                .map(Line::rule)
                .toList());
        invariants.forEach((invariant, checks) -> {
            if (checks == 0) {
                missing.add(invariant);
            }
        });
        missing.addAll(DisturbanceKinds.missing(runs));
        return missing;
    }

    /** @param all whether a rule that was not exercised counts as a failure; a single run cannot exercise all */
    public boolean good(boolean all) {
        return failures.isEmpty() && (!all || notShown().isEmpty());
    }

    public String table() {
        int id = width(rules.stream().map(Line::rule).toList());
        int section = width(rules.stream().map(Line::section).toList());
        String format = "%-" + id + "s  %-" + section + "s  %9s  %10s%n";
        StringBuilder text = new StringBuilder(format.formatted("rule", "section", "exercised", "violations"));
        rules.forEach(line -> text.append(format.formatted(
                line.rule(),
                line.section(),
                line.exercised() == 0 ? (line.notMadeYet() ? "not yet" : "NEVER") : Long.toString(line.exercised()),
                line.violations())));
        text.append(String.format("%n%-" + id + "s  %9s  %10s%n", "invariant", "checks", "broken"));
        invariants.forEach((name, checks) -> text.append(
                String.format("%-" + id + "s  %9s  %10s%n", name, checks == 0 ? "NEVER" : checks, broken(name))));
        List<Played> disturbed =
                runs.stream().filter(run -> run.seed().isPresent()).toList();
        if (!disturbed.isEmpty()) {
            text.append("\nSeeded runs:\n");
            disturbed.forEach(run -> text.append("  ")
                    .append(run.run())
                    .append(": ")
                    .append(run.line())
                    .append('\n'));
        }
        List<String> never = DisturbanceKinds.missing(runs);
        if (!never.isEmpty()) {
            text.append("\nNEVER disturbed by:\n");
            never.forEach(kind -> text.append("  ").append(kind).append('\n'));
        }
        if (!failures.isEmpty()) {
            text.append("\nBroken:\n");
            failures.forEach(failure -> text.append("  ").append(failure).append('\n'));
        }
        return text.toString();
    }

    private static JsonObject json(Played run) {
        JsonObject json = new JsonObject();
        json.addProperty("run", run.run());
        run.seed().ifPresent(seed -> json.addProperty("seed", seed));
        json.add("disturbances", GSON.toJsonTree(run.disturbances()));
        json.add("faults", GSON.toJsonTree(run.faults()));
        return json;
    }

    private JsonObject json(Failure failure) {
        JsonObject json = new JsonObject();
        json.addProperty("rule", failure.what());
        json.addProperty("run", failure.run());
        failure.seed().ifPresent(seed -> json.addProperty("seed", seed));
        json.addProperty("detail", failure.detail());
        Optional<String> section = section(failure.what());
        section.ifPresent(where -> json.addProperty("section", where));
        // A rule concerns calls; an invariant may also concern records, rows and mounts.
        json.add(section.isPresent() ? "calls" : "involved", GSON.toJsonTree(failure.involved()));
        return json;
    }

    /** The section of the specification; empty if it is no rule of the plugin. */
    private Optional<String> section(String what) {
        return rules.stream()
                .filter(line -> line.rule().equals(what))
                .map(Line::section)
                .findFirst();
    }

    private long broken(String name) {
        return failures.stream().filter(failure -> failure.what().equals(name)).count();
    }

    private static int width(List<String> texts) {
        return texts.stream().mapToInt(String::length).max().orElse(0);
    }

    /**
     * One line, for programs.
     *
     * @param all as for {@link #good}
     */
    public String json(boolean all) {
        JsonObject json = new JsonObject();
        json.addProperty("good", good(all));
        json.addProperty("rules", rules.size());
        json.addProperty(
                "exercised", rules.stream().filter(line -> line.exercised() > 0).count());
        json.add("violations", GSON.toJsonTree(failures.stream().map(this::json).toList()));
        json.add(
                "notExercised",
                GSON.toJsonTree(rules.stream()
                        .filter(line -> line.exercised() == 0)
                        .map(Line::rule)
                        .toList()));
        json.add("notShown", GSON.toJsonTree(notShown()));
        json.addProperty("runs", runs.size());
        json.add("played", GSON.toJsonTree(runs.stream().map(Report::json).toList()));
        json.add("invariants", GSON.toJsonTree(invariants));
        return GSON.toJson(json);
    }
}
