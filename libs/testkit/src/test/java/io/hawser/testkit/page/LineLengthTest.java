package io.hawser.testkit.page;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Java and pages stay within 120 characters, so that two files fit side by side; classes stay within 300 lines. */
class LineLengthTest {
    private static final Path PROJECT = Path.of("../..");
    private static final int MOST = 120;
    private static final int MOST_LINES = 300;

    @Test
    @DisplayName(
            "No line of Java or of a page is longer than 120 characters, but for tables, links, imports and blocks")
    void noLineIsTooLong() throws IOException {
        // When
        List<String> tooLong = new ArrayList<>();
        try (Stream<Path> files = Files.walk(PROJECT)) {
            for (Path file : files.filter(LineLengthTest::isOurs).sorted().toList()) {
                tooLong.addAll(tooLong(file.toString(), Files.readAllLines(file)));
            }
        }

        // Then
        assertThat(tooLong).isEmpty();
    }

    @Test
    @DisplayName("A long line of prose is found; a table, a link, an import and a block of a page are not")
    void whatIsTooLong() {
        String words = "word ".repeat(30);
        List<String> page = List.of(
                words, "| " + words + "|", "[" + words + "](page.md)", "```", words, "```", "x".repeat(120), words);

        assertThat(tooLong("a.md", page)).containsExactly("a.md:1", "a.md:8");
        assertThat(tooLong("A.java", List.of("import " + "x".repeat(120) + ";", "// " + words, "```", words)))
                .containsExactly("A.java:2", "A.java:4");
    }

    @Test
    @DisplayName("No file of main code has more than 300 lines: a class is read in one sitting")
    void noClassIsTooLong() throws IOException {
        List<String> tooLong = new ArrayList<>();
        try (Stream<Path> files = Files.walk(PROJECT)) {
            for (Path file : files.filter(LineLengthTest::isOurs).sorted().toList()) {
                if (file.toString().contains("/src/main/java/")
                        && Files.readAllLines(file).size() > MOST_LINES) {
                    tooLong.add(file.toString());
                }
            }
        }
        assertThat(tooLong).isEmpty();
    }

    private static boolean isOurs(Path file) {
        String path = file.toString();
        boolean made = path.contains("/target/") || path.contains("/.git/") || path.contains("/.hawser");
        return !made && (path.endsWith(".java") || path.endsWith(".md"));
    }

    private static List<String> tooLong(String file, List<String> lines) {
        boolean page = file.endsWith(".md");
        boolean block = false;
        List<String> found = new ArrayList<>();
        for (int i = 0; i < lines.size(); i++) {
            String line = lines.get(i);
            block ^= page && line.strip().startsWith("```");
            boolean excepted = page
                    ? block || line.strip().startsWith("|") || line.contains("](") || line.contains("://")
                    : line.startsWith("import ");
            if (!excepted && line.codePointCount(0, line.length()) > MOST) {
                found.add(file + ":" + (i + 1));
            }
        }
        return found;
    }
}
