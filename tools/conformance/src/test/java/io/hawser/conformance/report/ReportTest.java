package io.hawser.conformance.report;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import io.hawser.bus.service.HawserService;
import io.hawser.strict.rule.Rule;
import io.hawser.strict.rule.RuleCatalogue;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class ReportTest {
    private static final List<Rule> RULES = RuleCatalogue.all().subList(0, 3);
    private static final Played QUIET = new Played("quiet", OptionalLong.empty(), Map.of(), Map.of());
    private static final String FIRST = RULES.get(0).id();
    private static final String SECOND = RULES.get(1).id();
    private static final String THIRD = RULES.get(2).id();

    @Test
    @DisplayName("What was exercised everywhere and broken nowhere is good")
    void everythingShownIsGood() {
        // Given
        Tally tally = new Tally(RULES, Set.of(THIRD));

        // When
        tally.add(Map.of(FIRST, 2L, SECOND, 1L), Map.of("NoLeak", 3L), List.of(), QUIET);
        tally.add(Map.of(FIRST, 1L), Map.of("NoLeak", 0L), List.of(), QUIET);
        Report report = tally.report();

        // Then
        assertThat(report.good(true)).isTrue();
        assertThat(report.runs()).hasSize(2);
        assertThat(report.rules().getFirst().exercised()).isEqualTo(3);
        assertThat(report.table()).contains("not yet").doesNotContain("NEVER");
    }

    @Test
    @DisplayName("A row of the table has a rule, its section, how often it was exercised, and its violations")
    void aRowHasRuleSectionAndCounts() {
        // Given
        Tally tally = new Tally(RULES, Set.of(THIRD));
        Failure failure = new Failure(FIRST, "seed-7", OptionalLong.of(7), "calls #1, #2");

        // When
        tally.add(Map.of(FIRST, 41L, SECOND, 7L), Map.of("NoLeak", 3L), List.of(failure), QUIET);
        List<String> lines = tally.report().table().lines().toList();

        // Then
        assertThat(lines.get(0)).matches("rule +section +exercised +violations");
        assertThat(lines.get(1)).matches(row(FIRST, RULES.get(0).section(), "41", "1"));
        assertThat(lines.get(2)).matches(row(SECOND, RULES.get(1).section(), "7", "0"));
        assertThat(lines.get(3)).matches(row(THIRD, RULES.get(2).section(), "not yet", "0"));
    }

    private static String row(String... cells) {
        return Stream.of(cells).map(Pattern::quote).collect(Collectors.joining(" +"));
    }

    @Test
    @DisplayName("A kind of disturbance that came about in none of fifty seeded runs counts as not shown; "
            + "of fewer, it does not")
    void whatNeverDisturbedIsNotShown() {
        // Given
        Tally enough = new Tally(RULES, Set.of(SECOND, THIRD));
        Tally few = new Tally(RULES, Set.of(SECOND, THIRD));

        // When
        LongStream.rangeClosed(1, 50)
                .forEach(seed -> enough.add(Map.of(FIRST, 1L), Map.of(), List.of(), disturbed(seed)));
        LongStream.rangeClosed(1, 49).forEach(seed -> few.add(Map.of(FIRST, 1L), Map.of(), List.of(), disturbed(seed)));
        few.add(Map.of(), Map.of(), List.of(), QUIET);

        // Then
        assertThat(enough.report().notShown()).containsExactly("broker killed", "postgres asked to end");
        assertThat(enough.report().table()).contains("NEVER disturbed by:\n  broker killed\n  postgres asked to end\n");
        assertThat(enough.report().good(true)).isFalse();
        assertThat(enough.report().good(false)).isTrue();
        assertThat(few.report().good(true)).isTrue();
        assertThat(few.report().table()).doesNotContain("NEVER");
    }

    /** By all that runs are disturbed by, in their words, but two. */
    private static Played disturbed(long seed) {
        return new Played(
                "seed-" + seed,
                OptionalLong.of(seed),
                Stream.concat(
                                HawserService.namesWithDatabase().stream()
                                        .flatMap(service -> Stream.of(service + " killed", service + " stopped")),
                                Stream.of(
                                        "agent-node-1 killed",
                                        "agent-node-3 stopped",
                                        "broker asked to end",
                                        "node-2 lost",
                                        "plugin upgraded",
                                        "plugin flapping",
                                        "plugin relayed",
                                        "postgres read-only",
                                        "postgres full",
                                        "postgres in schema drift",
                                        "postgres standing still",
                                        "postgres black-holed",
                                        "postgres restored from an older copy",
                                        "topic events deleted",
                                        "topic assignments deleted",
                                        "topic volume-commands truncated",
                                        "node-2 destroyed",
                                        "node-2 rebooted",
                                        "node-2 spoken for by a second agent",
                                        "plugin uninstalled",
                                        "plugin given up",
                                        "staging folder covered by a dead mount",
                                        "assignments emptied",
                                        "record of the orchestrator repeated",
                                        "malformed record of the orchestrator",
                                        "record of fingerprints repeated",
                                        "no record on mounts"))
                        .collect(Collectors.toMap(each -> each, each -> 1)),
                Map.of());
    }

    @Test
    @DisplayName("A rule or invariant that could be exercised and was not counts as not shown")
    void whatWasNeverExercisedIsNotShown() {
        // Given
        Tally tally = new Tally(RULES, Set.of(THIRD));

        // When
        tally.add(Map.of(FIRST, 1L), Map.of("NoLeak", 0L), List.of(), QUIET);
        Report report = tally.report();

        // Then
        assertThat(report.notShown()).containsExactly(SECOND, "NoLeak");
        assertThat(report.good(true)).isFalse();
        assertThat(report.good(false)).as("one run alone cannot show all").isTrue();
        assertThat(report.table()).contains("NEVER");
    }

    @Test
    @DisplayName("One complaint is one too many, and is told with its seed")
    void aComplaintIsToldWithItsSeed() {
        // Given
        Tally tally = new Tally(RULES, Set.of());
        Failure failure = new Failure(FIRST, "seed-7", OptionalLong.of(7), "calls #1, #2", List.of("#1", "#2"));
        Failure invariant = new Failure("NoLeak", "seed-7", OptionalLong.of(7), "a row is left", List.of("row v"));

        // When
        tally.add(Map.of(FIRST, 1L, SECOND, 1L, THIRD, 1L), Map.of(), List.of(failure, invariant), QUIET);
        Report report = tally.report();
        JsonObject json = JsonParser.parseString(report.json(true)).getAsJsonObject();

        // Then
        assertThat(report.good(false)).isFalse();
        assertThat(json.get("good").getAsBoolean()).isFalse();
        assertThat(report.rules().getFirst().violations()).isEqualTo(1);
        JsonObject violation = json.getAsJsonArray("violations").get(0).getAsJsonObject();
        assertThat(violation.get("rule").getAsString()).isEqualTo(FIRST);
        assertThat(violation.get("seed").getAsLong()).isEqualTo(7);
        assertThat(violation.get("run").getAsString()).isEqualTo("seed-7");
        assertThat(violation.get("detail").getAsString()).isEqualTo("calls #1, #2");
        assertThat(violation.get("section").getAsString())
                .isEqualTo(RULES.getFirst().section());
        assertThat(violation.getAsJsonArray("calls"))
                .extracting(JsonElement::getAsString)
                .containsExactly("#1", "#2");
        JsonObject broken = json.getAsJsonArray("violations").get(1).getAsJsonObject();
        assertThat(broken.has("section")).isFalse();
        assertThat(broken.getAsJsonArray("involved"))
                .extracting(JsonElement::getAsString)
                .containsExactly("row v");
    }

    @Test
    @DisplayName("The line of JSON has the counts that programs look for")
    void theLineOfJsonHasTheCounts() {
        // Given
        Tally tally = new Tally(RULES, Set.of(THIRD));
        tally.add(Map.of(FIRST, 1L, SECOND, 1L), Map.of("NoLeak", 4L), List.of(), QUIET);

        // When
        String line = tally.report().json(true);
        JsonObject json = JsonParser.parseString(line).getAsJsonObject();

        // Then
        assertThat(line).doesNotContain("\n");
        assertThat(json.get("rules").getAsInt()).isEqualTo(3);
        assertThat(json.get("exercised").getAsInt()).isEqualTo(2);
        assertThat(json.getAsJsonArray("violations")).isEmpty();
        assertThat(json.getAsJsonArray("notExercised").get(0).getAsString()).isEqualTo(THIRD);
        assertThat(json.get("good").getAsBoolean()).isTrue();
        assertThat(json.getAsJsonArray("notShown")).isEmpty();
        assertThat(json.get("runs").getAsInt()).isEqualTo(1);
        assertThat(json.getAsJsonObject("invariants").get("NoLeak").getAsLong()).isEqualTo(4);
    }

    @Test
    @DisplayName("A rule that is listed as not made yet and was exercised is named, even if one run alone did it")
    void whatIsMadeIsNotListedAsNotMade() {
        // Given
        Tally tally = new Tally(RULES, Set.of(SECOND, THIRD));

        // When
        tally.add(Map.of(FIRST, 1L, THIRD, 2L), Map.of("NoLeak", 1L), List.of(), QUIET);
        tally.add(Map.of(THIRD, 1L), Map.of("NoLeak", 1L), List.of(), QUIET);
        Report report = tally.report();

        // Then
        assertThat(report.failures())
                .extracting(Failure::detail)
                .containsExactly(THIRD + " is listed as not made yet, and was exercised 3 times");
        assertThat(report.good(true)).isFalse();
        assertThat(report.good(false)).isFalse();
        assertThat(report.rules()).extracting(Report.Line::violations).containsOnly(0L);
        assertThat(report.table()).contains("NotMadeYet in all runs: " + THIRD);
    }

    @Test
    @DisplayName("What was done to Hawser is told for each run")
    void whatWasPlayedIsTold() {
        // Given
        Tally tally = new Tally(RULES, Set.of());
        Played seeded = new Played(
                "seed-7",
                OptionalLong.of(7),
                Map.of("broker killed", 1, "plugin upgraded", 2),
                Map.of("half NodeStageVolume", 3));

        // When
        tally.add(Map.of(), Map.of(), List.of(), seeded);
        Report report = tally.report();
        JsonObject json = JsonParser.parseString(report.json(true)).getAsJsonObject();

        // Then
        assertThat(report.table()).contains("seed-7: broker killed, 2 x plugin upgraded, 3 faults");
        JsonObject run = json.getAsJsonArray("played").get(0).getAsJsonObject();
        assertThat(run.get("seed").getAsLong()).isEqualTo(7);
        assertThat(run.getAsJsonObject("faults").get("half NodeStageVolume").getAsInt())
                .isEqualTo(3);
    }

    @Test
    @DisplayName("What is said to be not made yet is a rule of the catalogue")
    void whatIsNotMadeYetIsARule() {
        Set<String> known = RuleCatalogue.all().stream().map(Rule::id).collect(Collectors.toSet());
        assertThat(known).containsAll(NotMadeYet.RULES);
    }
}
