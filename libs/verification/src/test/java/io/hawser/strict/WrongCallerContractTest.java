package io.hawser.strict;

import static org.assertj.core.api.Assertions.assertThat;

import io.hawser.strict.rule.Rule;
import io.hawser.strict.rule.RuleCatalogue;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class WrongCallerContractTest {

    @TempDir
    Path folder;

    static Stream<WrongCaller> wrongCallers() {
        return Stream.of(
                        WrongRequests.all(),
                        WrongVolumes.all(),
                        WrongOrders.all(),
                        WrongUsers.all(),
                        WrongPaths.all(),
                        WrongPaces.all())
                .flatMap(List::stream);
    }

    @ParameterizedTest
    @MethodSource("wrongCallers")
    @DisplayName("a wrong caller trips exactly the rule that it breaks")
    void tripsExactlyItsRule(WrongCaller wrong) {
        // Given
        StrictPluginOptions options = StrictPluginOptions.at(folder.resolve("csi.sock"))
                .withNodes("n1", "n2", "n3")
                .withCapabilities(wrong.offered())
                .withFaults(wrong.faults())
                .withLimits(wrong.limits());
        try (StrictPlugin plugin = StrictPlugin.start(options);
                Caller caller = new Caller(plugin, folder)) {
            if (wrong.reads()) {
                caller.read(wrong.offered(), "n1", "n2", "n3");
            }

            // When
            wrong.does().accept(new WrongCaller.Scene(caller, wrong.offered()));

            // Then
            Verdict verdict = plugin.verdict();
            assertThat(verdict.broken()).as(verdict.violations().toString()).containsExactly(wrong.rule());
            assertThat(verdict.exercised().get(wrong.rule())).isPositive();
            assertThat(verdict.violations()).allSatisfy(violation -> {
                assertThat(violation.section()).isEqualTo(section(wrong.rule()));
                assertThat(violation.calls())
                        .hasSizeGreaterThanOrEqualTo(wrong.involved())
                        .isSorted();
            });
        }
    }

    private static String section(String id) {
        return RuleCatalogue.all().stream()
                .filter(rule -> rule.id().equals(id))
                .map(Rule::section)
                .findFirst()
                .orElseThrow();
    }

    @Test
    void everyRuleHasItsWrongCaller() {
        // Given
        List<String> rules = RuleCatalogue.all().stream().map(Rule::id).toList();

        // When
        Set<String> covered = wrongCallers().map(WrongCaller::rule).collect(Collectors.toSet());

        // Then
        assertThat(covered).containsExactlyInAnyOrderElementsOf(rules);
    }
}
