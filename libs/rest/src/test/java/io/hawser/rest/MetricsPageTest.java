package io.hawser.rest;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.Tags;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** The table of metrics has what the services register, and the page shows the table. */
class MetricsPageTest {
    private static final Path PROJECT = Path.of("../..");
    private static final Pattern REGISTERED =
            Pattern.compile("(?i)(counter|gauge|timer|summary)(?:\\.builder)?\\(\\s*\"(hawser_[a-z_]+)\"");

    @Test
    @DisplayName("every metric that is registered anywhere has its line in the table, and no other line is there")
    void whatIsRegistered() throws IOException {
        assertThat(table().stream().map(cells -> cells[0]))
                .containsExactlyElementsOf(registered().keySet());
        assertThat(table()).allSatisfy(cells -> assertThat(cells).hasSize(4).doesNotContain(""));
    }

    @Test
    @DisplayName("docs/metrics.md shows the table, and each metric's type as it is registered")
    void page() throws IOException {
        Map<String, String> types = registered();
        List<String> lines = table().stream()
                .map(cells -> Stream.of("`" + cells[0] + "`", types.get(cells[0]), labels(cells[1]), cells[2], cells[3])
                        .map(cell -> cell.isEmpty() ? " |" : " " + cell + " |")
                        .collect(Collectors.joining("", "|", "")))
                .toList();
        assertThat(Files.readAllLines(PROJECT.resolve("docs/metrics.md")).stream()
                        .filter(line -> line.startsWith("| `hawser_")))
                .containsExactlyElementsOf(lines);
    }

    @Test
    @DisplayName("a metric of the table gets its text as HELP; others keep theirs")
    void help() {
        MetricTexts texts = new MetricTexts();
        assertThat(texts.map(id("hawser_gate_open", null)).getDescription()).startsWith("1 if what stood");
        assertThat(texts.map(id("jvm_info", "its own")).getDescription()).isEqualTo("its own");
    }

    private static Meter.Id id(String name, String description) {
        return new Meter.Id(name, Tags.of("a", "b"), null, description, Meter.Type.GAUGE);
    }

    private static List<String[]> table() throws IOException {
        return Files.readAllLines(Path.of("src/main/resources", MetricTexts.TABLE)).stream()
                .map(line -> line.split("\t"))
                .toList();
    }

    private static String labels(String cell) {
        return cell.equals("-")
                ? ""
                : Arrays.stream(cell.split(", "))
                        .map(label -> "`" + label + "`")
                        .collect(Collectors.joining(", "));
    }

    /** The types of all metrics, by name. */
    private static SortedMap<String, String> registered() throws IOException {
        SortedMap<String, String> types = new TreeMap<>();
        for (Path parent : List.of(PROJECT, PROJECT.resolve("libs"))) {
            try (Stream<Path> modules = Files.list(parent)) {
                for (Path sources : modules.map(module -> module.resolve("src/main/java"))
                        .filter(Files::isDirectory)
                        .toList()) {
                    registered(sources, types);
                }
            }
        }
        return types;
    }

    private static void registered(Path sources, Map<String, String> types) throws IOException {
        try (Stream<Path> files = Files.walk(sources)) {
            for (Path file :
                    files.filter(path -> path.toString().endsWith(".java")).toList()) {
                REGISTERED
                        .matcher(Files.readString(file))
                        .results()
                        .forEach(found ->
                                types.put(found.group(2), found.group(1).toLowerCase(Locale.ROOT)));
            }
        }
    }
}
