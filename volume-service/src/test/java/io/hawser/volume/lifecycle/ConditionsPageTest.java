package io.hawser.volume.lifecycle;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** The pages that list conditions list all of them, and no other. */
class ConditionsPageTest {
    private static final Pattern WORD = Pattern.compile("`(\\w+)`");

    @Test
    @DisplayName("docs/operations.md says of each condition what to do, first of those that end by themselves")
    void operations() throws IOException {
        // Given
        String page = Files.readString(Path.of("../docs/operations.md"));
        String section = page.substring(
                page.indexOf("## What a condition means"), page.indexOf("## Commands for stuck volumes"));

        // When
        List<String> tables = Stream.of(section.split("\\|---\\|---\\|---\\|---\\|\n"))
                .skip(1)
                .toList();

        // Then
        assertThat(tables).hasSize(2);
        assertThat(words(tables.getFirst())).containsExactlyInAnyOrderElementsOf(types(false));
        assertThat(words(tables.getLast())).containsExactlyInAnyOrderElementsOf(types(true));
    }

    @Test
    @DisplayName("The contract names each condition, first of those that are shown immediately")
    void contract() throws IOException {
        // Given
        String proto = Files.readString(Path.of("../proto/src/main/proto/hawser/v1/volume.proto"));

        // When
        Matcher comment = Pattern.compile(
                        "Shown immediately:(.*)Shown after 10 s:(.*?)string type = 1;", Pattern.DOTALL)
                .matcher(proto);

        // Then
        assertThat(comment.find()).isTrue();
        assertThat(types(true)).allMatch(comment.group(1)::contains).noneMatch(comment.group(2)::contains);
        assertThat(types(false)).allMatch(comment.group(2)::contains).noneMatch(comment.group(1)::contains);
    }

    @Test
    @DisplayName("docs/operations.md says of each reason of a mount that is not there what ends it")
    void obstacles() throws IOException {
        // Given
        String page = Files.readString(Path.of("../docs/operations.md"));
        String section = page.substring(page.indexOf("## A task waits"), page.indexOf("## Commands for stuck volumes"));

        // When
        Stream<String> words =
                Stream.of(section.split("\\|---\\|---\\|---\\|\n")).skip(1).flatMap(table -> words(table).stream());

        // Then
        assertThat(words)
                .containsExactlyInAnyOrderElementsOf(Stream.of(Obstacle.Reason.values())
                        .map(Obstacle.Reason::word)
                        .toList());
    }

    private static List<String> words(String table) {
        return table.lines()
                .takeWhile(line -> line.startsWith("|"))
                .map(line -> line.split("\\|")[1])
                .flatMap(cell -> WORD.matcher(cell).results().map(found -> found.group(1)))
                .toList();
    }

    private static Set<String> types(boolean immediate) {
        return Stream.of(ConditionType.values())
                .filter(type -> type.isImmediate() == immediate)
                .map(ConditionType::word)
                .collect(Collectors.toSet());
    }
}
