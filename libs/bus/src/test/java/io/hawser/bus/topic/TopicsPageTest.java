package io.hawser.bus.topic;

import static org.assertj.core.api.Assertions.assertThat;

import io.hawser.bus.service.HawserService;
import io.hawser.bus.topic.HawserTopic.CleanupPolicy;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** {@code proto/topics.md} and the code say the same. */
class TopicsPageTest {
    private static final List<String> SERVICES = Arrays.stream(HawserService.values())
            .map(HawserService::serviceName)
            .toList();
    private static final String AGENT = HawserService.NODE_AGENT.serviceName();
    private static final Pattern WRITTEN =
            Pattern.compile("\\b(?:encode|state|tombstone)\\(\\s*HawserTopic\\.([A-Z_]+),");
    private static final Pattern SUBSCRIBED = Pattern.compile("}\\.([a-z-]+)");
    private static final Pattern ASSIGNED = Pattern.compile("topics\\.of\\(HawserTopic\\.([A-Z_]+)\\)");

    private record Row(String name, int partitions, String kept) {}

    @Test
    void everyTopicStandsOnThePageAsItIsCreated() throws IOException {
        // Given
        List<Row> code = Arrays.stream(HawserTopic.values())
                .map(topic -> new Row(
                        TopicNames.DEFAULT.of(topic),
                        topic.partitions(),
                        topic.cleanupPolicy() == CleanupPolicy.COMPACT
                                ? "compacted"
                                : days(topic.settings().get("retention.ms"))))
                .toList();

        // When
        List<Row> page = rows().filter(row -> !row.name().endsWith(".dead")).toList();

        // Then
        assertThat(page).containsExactlyInAnyOrderElementsOf(code);
    }

    @Test
    void deadLettersStandOnThePage() throws IOException {
        Row dead =
                rows().filter(row -> row.name().endsWith(".dead")).findFirst().orElseThrow();

        assertThat(dead)
                .isEqualTo(new Row(
                        "hawser.<topic>.dead",
                        1,
                        days(HawserTopic.deadSettings().get("retention.ms"))));
    }

    @Test
    void settingsStandOnThePage() throws IOException {
        // Given
        List<List<String>> page = lines().filter(line -> line.startsWith("| `segment.ms`")
                        || line.startsWith("| `max.compaction.lag.ms`")
                        || line.startsWith("| `delete.retention.ms`")
                        || line.startsWith("| `min.cleanable.dirty.ratio`"))
                .map(TopicsPageTest::cells)
                .toList();

        // Then
        assertThat(page).hasSize(4);
        for (List<String> row : page) {
            String setting = row.getFirst().replace("`", "");
            assertThat(HawserTopic.NODES.settings().get(setting)).as(setting).isEqualTo(kafkaValue(row.get(1)));
            assertThat(HawserTopic.EVENTS.settings().getOrDefault(setting, ""))
                    .as(setting)
                    .isEqualTo(kafkaValue(row.get(2)));
        }
    }

    /**
     * What a service encodes it writes; what its intake subscribes to it reads. The node-agent assigns partitions
     * itself.
     */
    @Test
    void writersAndReadersStandOnThePage() throws IOException {
        Map<String, Set<String>> writers = new TreeMap<>();
        Map<String, Set<String>> readers = new TreeMap<>();
        for (String service : SERVICES) {
            found(sources(service), WRITTEN)
                    .forEach(topic -> writers.computeIfAbsent(nameOf(topic), t -> new TreeSet<>())
                            .add(service));
            assertThat(found(settings(service, "hawser.written.topics="), SUBSCRIBED)
                            .map(topic -> "hawser." + topic))
                    .as("hawser.written.topics of " + service)
                    .containsExactlyInAnyOrderElementsOf(service.equals(AGENT) ? Set.of() : written(writers, service));
            found(settings(service, "mp.messaging.incoming.intake.topics="), SUBSCRIBED)
                    .forEach(topic -> readers.computeIfAbsent("hawser." + topic, t -> new TreeSet<>())
                            .add(service));
        }
        found(sources(AGENT), ASSIGNED).forEach(topic -> readers.computeIfAbsent(nameOf(topic), t -> new TreeSet<>())
                .add(AGENT));

        for (List<String> row : lines().filter(line -> line.startsWith("| `hawser.") && !line.startsWith("| `hawser.<"))
                .map(TopicsPageTest::cells)
                .toList()) {
            String topic = row.getFirst().replace("`", "");
            assertThat(named(row.get(3))).as("writers of " + topic).isEqualTo(writers.getOrDefault(topic, Set.of()));
            assertThat(named(row.get(4))).as("readers of " + topic).isEqualTo(readers.getOrDefault(topic, Set.of()));
        }
    }

    private static String nameOf(String constant) {
        return TopicNames.DEFAULT.of(HawserTopic.valueOf(constant));
    }

    private static Set<String> named(String cell) {
        return SERVICES.stream()
                .filter(service -> cell.equals("all") || cell.contains(service))
                .collect(Collectors.toCollection(TreeSet::new));
    }

    private static Stream<String> found(String text, Pattern pattern) {
        return pattern.matcher(text).results().map(match -> match.group(1));
    }

    private static Set<String> written(Map<String, Set<String>> writers, String service) {
        return writers.entrySet().stream()
                .filter(topic -> topic.getValue().contains(service))
                .map(Map.Entry::getKey)
                .collect(Collectors.toSet());
    }

    private static String settings(String service, String property) throws IOException {
        Path file = Path.of("../..", service, "src/main/resources/application.properties");
        return Files.readAllLines(file).stream()
                .filter(line -> line.startsWith(property))
                .collect(Collectors.joining());
    }

    private static String sources(String service) throws IOException {
        try (Stream<Path> files = Files.walk(Path.of("../..", service, "src/main/java"))) {
            StringBuilder all = new StringBuilder();
            for (Path file : files.filter(f -> f.toString().endsWith(".java")).toList()) {
                all.append(Files.readString(file));
            }
            return all.toString();
        }
    }

    private static String kafkaValue(String text) {
        String[] words = text.split(" ", -1);
        if (words.length < 2) {
            return text;
        }
        long hours = Long.parseLong(words[0]) * (words[1].startsWith("day") ? 24 : 1);
        return Long.toString(hours * 3_600_000);
    }

    private static String days(String millis) {
        return Long.parseLong(millis) / 86_400_000 + " days";
    }

    private static Stream<Row> rows() throws IOException {
        return lines().filter(line -> line.startsWith("| `hawser."))
                .map(TopicsPageTest::cells)
                .map(cells -> new Row(
                        cells.getFirst().replace("`", ""),
                        Integer.parseInt(cells.get(cells.size() - 2)),
                        cells.getLast()));
    }

    private static List<String> cells(String line) {
        String[] cells = line.substring(1, line.lastIndexOf('|')).split("\\|", -1);
        return Arrays.stream(cells).map(String::strip).toList();
    }

    private static Stream<String> lines() throws IOException {
        return Files.readAllLines(Path.of("../../proto/topics.md")).stream();
    }
}
