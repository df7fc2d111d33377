package io.hawser.strict.rule;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class RuleCatalogueTest {

    /** A rule's row in the table of docs/strict-plugin.md. */
    static String row(Rule rule) {
        return "| `" + rule.id() + "` | " + rule.level() + " | " + rule.section() + " | " + rule.sentence() + " |";
    }

    @Test
    void everyRuleHasAnIdOfItsOwnASectionASentenceAndRpcs() {
        // Given
        List<Rule> rules = RuleCatalogue.all();

        // When
        List<String> ids = rules.stream().map(Rule::id).toList();

        // Then
        assertThat(ids).doesNotHaveDuplicates().allMatch(id -> id.matches("[a-z]+(-[a-z]+)*"));
        assertThat(rules).allSatisfy(rule -> {
            assertThat(rule.section()).isNotBlank();
            assertThat(rule.sentence()).endsWith(".");
            assertThat(rule.rpcs()).isNotEmpty();
        });
    }

    @Test
    @DisplayName("The documentation lists every rule, and no other, in the order in which a call is judged")
    void theDocumentationListsEveryRule() throws IOException {
        // Given
        Path page = Path.of("").toAbsolutePath().resolve("../../docs/strict-plugin.md");

        // When
        List<String> rows = Files.readAllLines(page).stream()
                .dropWhile(line -> !line.equals("## The rules"))
                .filter(line -> line.startsWith("| `"))
                .toList();

        // Then
        assertThat(rows)
                .containsExactlyElementsOf(
                        RuleCatalogue.all().stream().map(RuleCatalogueTest::row).toList());
    }
}
