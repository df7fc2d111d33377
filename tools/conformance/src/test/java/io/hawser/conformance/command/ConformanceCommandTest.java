package io.hawser.conformance.command;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import io.hawser.conformance.report.Failure;
import io.hawser.conformance.report.Tally;
import io.hawser.conformance.scenario.Plan;
import io.hawser.conformance.scenario.Scenarios;
import io.hawser.strict.rule.RuleCatalogue;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;

class ConformanceCommandTest {

    @Test
    @DisplayName("Without options every scenario, every fault script and ten seeds are played, "
            + "and everything is to be shown")
    void playsEverything() {
        // When
        Selection selection = selection(Optional.empty(), Optional.empty(), false);

        // Then
        assertThat(names(selection))
                .containsExactlyInAnyOrderElementsOf(
                        Scenarios.all().stream().map(Plan::name).toList());
        assertThat(selection.seeds()).containsExactly(1L, 2L, 3L, 4L, 5L, 6L, 7L, 8L, 9L, 10L);
        assertThat(selection.whole()).isTrue();
    }

    @Test
    @DisplayName("The quick selection has fewer scenarios and fault scripts, and is to show everything all the same")
    void playsTheQuickSelection() {
        // When
        Selection selection = selection(Optional.empty(), Optional.empty(), true);

        // Then
        assertThat(names(selection))
                .containsAll(Scenarios.quickRules().stream().map(Plan::name).toList())
                .containsAll(Scenarios.quickFaults().stream().map(Plan::name).toList())
                .hasSizeLessThan(Scenarios.all().size());
        assertThat(selection.seeds()).containsExactly(1L);
        assertThat(selection.whole()).isTrue();
    }

    @Test
    @DisplayName("No seeded run is played with --runs 0, and the scenarios are")
    void playsNoSeededRun() {
        // When
        Selection selection = selection(Optional.empty(), Optional.of(0), false);

        // Then
        assertThat(selection.seeds()).isEmpty();
        assertThat(names(selection)).isNotEmpty();
    }

    @Test
    @DisplayName("A seed is played alone, and with --runs N those after it")
    void playsSeeds() {
        // When
        Selection one = selection(Optional.of(7L), Optional.empty(), false);
        Selection three = selection(Optional.of(7L), Optional.of(3), false);

        // Then
        assertThat(one.seeds()).containsExactly(7L);
        assertThat(three.seeds()).containsExactly(7L, 8L, 9L);
        assertThat(three.together()).isEmpty();
        assertThat(three.whole()).isFalse();
    }

    @Test
    @DisplayName("The scenarios that match are played, and nothing else")
    void playsWhatMatches() {
        // When
        Selection selection = Selection.of(Optional.empty(), Optional.empty(), Optional.of("fault-h.*"), false);

        // Then
        assertThat(names(selection)).containsExactlyInAnyOrder("fault-half-done", "fault-hanging", "fault-holding");
        assertThat(selection.seeds()).isEmpty();
    }

    @Test
    @DisplayName("A scenario that disturbs processes is played by itself, also where others match")
    void playsAloneWhatDisturbsProcesses() {
        // When
        Selection all = selection(Optional.empty(), Optional.empty(), true);
        Selection some =
                Selection.of(Optional.empty(), Optional.empty(), Optional.of("full|registered|lost-node"), false);
        Selection one = Selection.of(Optional.empty(), Optional.empty(), Optional.of("lost-node"), false);

        // Then
        assertThat(Scenarios.alone()).hasSize(2).allSatisfy(alone -> assertThat(all.together())
                .contains(List.of(alone)));
        assertThat(names(some)).containsExactly("full", "lost-node", "registered");
        assertThat(some.together()).hasSize(3);
        assertThat(names(one)).containsExactly("lost-node");
    }

    @Test
    @DisplayName("Whatever ends the whole early is a complaint beside what was seen until then")
    void anEarlyEndIsTold() {
        // Given
        Tally tally = new Tally(RuleCatalogue.all(), Set.of());

        // When
        ConformanceCommand.play(selection(Optional.of(7L), Optional.empty(), false), tally, () -> {
            throw new IllegalStateException("no disk");
        });

        // Then
        assertThat(tally.report().good(false)).isFalse();
        assertThat(tally.report().table()).contains("not everything was played", "no disk");
    }

    @Test
    @DisplayName("One violation ends it with 1, none with 0, and with json the last line is the object for programs")
    void aViolationIsTheExitStatus() {
        // Given
        Selection one = selection(Optional.of(7L), Optional.empty(), false);
        Tally kept = new Tally(RuleCatalogue.all(), Set.of());
        Tally broken = new Tally(RuleCatalogue.all(), Set.of());
        broken.broken(new Failure("NoLeak", "seed-7", OptionalLong.of(7), "a row is left"));
        StringWriter good = new StringWriter();
        StringWriter bad = new StringWriter();

        // When
        int ofKept = ConformanceCommand.conclude(kept.report(), one, true, 1, new PrintWriter(good));
        int ofBroken = ConformanceCommand.conclude(broken.report(), one, true, 1, new PrintWriter(bad));

        // Then
        assertThat(ofKept).isZero();
        assertThat(ofBroken).isEqualTo(1);
        assertThat(good.toString()).contains("no rule and no invariant was broken.");
        assertThat(bad.toString()).contains("FAILED").contains("NoLeak in seed-7: a row is left");
        assertThat(lastLine(good).keySet())
                .contains("rules", "exercised", "violations", "notExercised", "runs", "invariants");
        assertThat(lastLine(good).getAsJsonArray("violations")).isEmpty();
        assertThat(lastLine(bad).getAsJsonArray("violations")).hasSize(1);
    }

    @Test
    @DisplayName(
            "What was not exercised ends everything with 1, and one seed's run alone with 0; the verdict ends the text")
    void whatWasNotExercisedIsAFailureOfTheWhole() {
        // Given
        Tally nothing = new Tally(RuleCatalogue.all(), Set.of());
        Selection whole = selection(Optional.empty(), Optional.empty(), false);
        Selection one = selection(Optional.of(7L), Optional.empty(), false);
        StringWriter text = new StringWriter();

        // When
        int ofAll = ConformanceCommand.conclude(nothing.report(), whole, false, 1, new PrintWriter(text));
        int ofOne = ConformanceCommand.conclude(nothing.report(), one, false, 1, new PrintWriter(new StringWriter()));

        // Then
        assertThat(ofAll).isEqualTo(1);
        assertThat(ofOne).isZero();
        assertThat(text.toString().lines().toList().getLast())
                .startsWith("FAILED")
                .contains(RuleCatalogue.all().getFirst().id());
    }

    @ParameterizedTest
    @CsvSource(
            quoteCharacter = '"',
            value = {
                "--runs -1, is negative",
                "--runs many, many",
                "--seed x, x",
                "--seed 3 --runs 0, none of the runs",
                "--seed 3 --only full, no name to match",
                "--only nothing-like-it, no scenario's name matches",
                "--only [, Unclosed character class",
                "--output xml, is none of text",
                "--nonsense, nonsense"
            })
    @DisplayName("A bad value is told in a sentence, and nothing is started")
    void refusesABadValue(String arguments, String sentence) {
        // Given
        StringWriter err = new StringWriter();
        CommandLine commandLine = ConformanceCommand.commandLine().setErr(new PrintWriter(err));

        // When
        int status = commandLine.execute(arguments.split(" "));

        // Then
        assertThat(status).isEqualTo(CommandLine.ExitCode.USAGE);
        assertThat(err.toString()).contains(sentence);
    }

    private static JsonObject lastLine(StringWriter said) {
        return JsonParser.parseString(said.toString().lines().toList().getLast())
                .getAsJsonObject();
    }

    private static Selection selection(Optional<Long> seed, Optional<Integer> runs, boolean quick) {
        return Selection.of(seed, runs, Optional.empty(), quick);
    }

    private static List<String> names(Selection selection) {
        return selection.together().stream()
                .flatMap(List::stream)
                .map(Plan::name)
                .toList();
    }
}
