package io.hawser.testkit.page;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** The page that says which tests a run on containers leaves on an embedded broker or database. */
class EmbeddedTestsTest {
    private static final Path PROJECT = Path.of("../..");

    @Test
    @DisplayName("Each test that starts a broker or a database of its own is named, and no other")
    void areNamed() throws IOException {
        // Given
        String page = Files.readString(PROJECT.resolve("CONTRIBUTING.md"));
        List<String> named = Pattern.compile("`(\\w+IT)`")
                .matcher(page.lines()
                        .filter(line -> line.matches("- (both|the broker|the database): .*"))
                        .reduce("", String::concat))
                .results()
                .map(name -> name.group(1))
                .toList();
        // When
        List<String> embedded = tests().filter(EmbeddedTestsTest::startsItsOwn)
                .map(file -> file.getFileName().toString().replace(".java", ""))
                .toList();
        // Then
        assertThat(named).containsExactlyInAnyOrderElementsOf(embedded);
    }

    private static boolean startsItsOwn(Path test) {
        try {
            String source = Files.readString(test);
            return source.contains("BrokerProcess.in(") || source.contains("PostgresProcess.in(");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Stream<Path> tests() throws IOException {
        try (Stream<Path> files = Files.walk(PROJECT)) {
            return files
                    .filter(file -> file.toString().contains("/src/test/"))
                    .filter(file -> file.toString().endsWith("IT.java"))
                    .toList()
                    .stream();
        }
    }
}
