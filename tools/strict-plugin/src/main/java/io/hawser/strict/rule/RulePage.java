package io.hawser.strict.rule;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;

/** The table of rules in docs/strict-plugin.md, which the build puts beside this class. */
final class RulePage {
    private static final Map<String, Rule.Text> TEXTS = read();

    private RulePage() {}

    static Rule.Text of(String id) {
        return Objects.requireNonNull(TEXTS.get(id), () -> "docs/strict-plugin.md lists no rule " + id);
    }

    private static Map<String, Rule.Text> read() {
        try (InputStream page = Objects.requireNonNull(RulePage.class.getResourceAsStream("strict-plugin.md"))) {
            Map<String, Rule.Text> texts = new HashMap<>();
            new String(page.readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .dropWhile(line -> !line.equals("## The rules"))
                    .filter(line -> line.startsWith("| `"))
                    .map(line -> line.split(" *\\| *"))
                    .forEach(cells -> texts.put(
                            cells[1].replace("`", ""),
                            new Rule.Text(Rule.Level.valueOf(cells[2]), cells[3], cells[4])));
            return texts;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
