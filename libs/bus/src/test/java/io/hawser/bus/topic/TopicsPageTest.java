package io.hawser.bus.topic;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.Descriptors.Descriptor;
import com.google.protobuf.Message;
import io.hawser.bus.service.HawserService;
import io.hawser.bus.topic.HawserTopic.CleanupPolicy;
import io.hawser.testkit.contract.WrittenContracts;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** {@code proto/topics.md} and the code say the same. */
class TopicsPageTest {
    private static final List<String> SERVICES = Arrays.stream(HawserService.values())
            .map(HawserService::serviceName)
            .toList();
    private static final String AGENT = HawserService.NODE_AGENT.serviceName();
    private static final Pattern WRITTEN =
            Pattern.compile("\\b(?:encode|state|tombstone)\\(\\s*HawserTopic\\.([A-Z_]+),");
    private static final Pattern TYPE = Pattern.compile("`hawser\\.v1\\.([A-Z]\\w+)`");
    private static final Pattern ASSIGNED = Pattern.compile("topics\\.of\\(HawserTopic\\.([A-Z_]+)\\)");

    private static final Path GONE = Path.of("../../docs/operations/topic-gone.md");

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
            assertThat(HawserTopic.TASKS.settings().get(setting)).as(setting).isEqualTo(kafkaValue(row.get(1)));
            assertThat(HawserTopic.EVENTS.settings().getOrDefault(setting, ""))
                    .as(setting)
                    .isEqualTo(kafkaValue(row.get(2)));
        }
    }

    /** What a service encodes it writes. */
    @Test
    void writersAndReadersStandOnThePage() throws IOException {
        Map<String, Set<String>> writers = new TreeMap<>();
        for (String service : SERVICES) {
            found(sources(service), WRITTEN).forEach(topic -> writers.computeIfAbsent(topic, t -> new TreeSet<>())
                    .add(service));
        }

        for (HawserTopic topic : HawserTopic.values()) {
            List<String> row = row(topic);
            Set<String> catalogue = names(topic.writers());
            assertThat(writers.getOrDefault(topic.name(), Set.of()))
                    .as("who writes " + topic)
                    .isEqualTo(catalogue);
            assertThat(named(row.get(3))).as("writers of " + topic).isEqualTo(catalogue);
            assertThat(named(row.get(4)))
                    .as("readers of " + topic)
                    .isEqualTo(names(Arrays.stream(HawserService.values())
                            .filter(service -> HawserTopic.readBy(service).contains(topic))
                            .toList()));
        }
    }

    @Test
    @DisplayName("The node-agent, which has no intake, assigns itself partitions of the topics that it is said to read")
    void whatAgentsRead() throws IOException {
        assertThat(found(sources(AGENT), ASSIGNED).map(HawserTopic::valueOf))
                .containsExactlyInAnyOrderElementsOf(HawserTopic.readBy(HawserService.NODE_AGENT));
    }

    @Test
    @DisplayName("What is JSON on request is on the page: a new reader in Hawser would change it for orchestrators")
    void whatIsJson() throws IOException {
        String page = lines().collect(Collectors.joining(" "));

        assertThat(page)
                .contains("what it writes for orchestrators ("
                        + Arrays.stream(HawserTopic.values())
                                .filter(HawserTopic::isForOrchestrators)
                                .map(topic -> "`" + topic.suffix() + "`")
                                .collect(Collectors.joining(", "))
                        + ") is `application/json`");
    }

    @ParameterizedTest
    @EnumSource
    void typesStandOnThePage(HawserTopic topic) throws IOException {
        String cell = row(topic).get(2);
        Stream<String> inFiles = topic.messages().stream()
                .map(Message::getDescriptorForType)
                .filter(type ->
                        cell.contains("(src/main/proto/" + type.getFile().getFullName() + ")"))
                .map(Descriptor::getName);

        assertThat(Stream.concat(found(cell, TYPE), inFiles))
                .containsExactlyInAnyOrderElementsOf(topic.messages().stream()
                        .map(message -> message.getDescriptorForType().getName())
                        .toList());
    }

    /** {@link WrittenContracts#COMMAND} writes the names; lines that get too long are a person's to break. */
    @Test
    @DisplayName("What happens when a topic is gone follows from who writes it, and the page for operators says so")
    void whatHappensWhenItIsGone() throws IOException {
        // Given
        Map<String, List<HawserTopic>> said = Arrays.stream(HawserTopic.values())
                .collect(Collectors.groupingBy(topic -> topic.writtenByOrchestrator()
                        ? "decisions that depend on the topic"
                        : topic.isWrittenAgain()
                                ? "the records for the topic wait"
                                : topic.cleanupPolicy() == CleanupPolicy.DELETE
                                        ? "the service makes the topic again as above, but writes no old"
                                        : "the agents make the topic again"));
        String page = Files.readString(GONE);
        // When
        String wanted = page;
        for (Map.Entry<String, List<HawserTopic>> each : said.entrySet()) {
            String names = each.getValue().stream()
                    .map(topic -> "`" + topic.suffix() + "`")
                    .collect(Collectors.joining(", "));
            Pattern item = Pattern.compile("(?<=\n- \\*\\*)[^:]*?(?=(, `\\*\\.dead`)?\\*\\*:\\s+"
                    + each.getKey().replace(" ", "\\s+") + ")");
            assertThat(item.matcher(wanted).results()).as(each.getKey()).hasSize(1);
            wanted = item.matcher(wanted).replaceFirst(names);
        }
        if (WrittenContracts.areAskedFor()) {
            Files.writeString(GONE, wanted);
        }
        // Then
        assertThat(Files.readString(GONE))
                .as("docs/operations/topic-gone.md; to write it: " + WrittenContracts.COMMAND)
                .isEqualToNormalizingWhitespace(wanted);
    }

    @ParameterizedTest
    @EnumSource(HawserService.class)
    @DisplayName("A service's own page names each topic that it writes or reads")
    void servicesNameTheirTopics(HawserService service) throws IOException {
        String page = Files.readString(Path.of("../..", service.serviceName(), "README.md"));
        Stream<String> topics = Stream.concat(
                        HawserTopic.writtenBy(service).stream(), HawserTopic.readBy(service).stream())
                .map(HawserTopic::suffix);

        assertThat(topics).allSatisfy(topic -> assertThat(page).contains("`hawser." + topic + "`"));
    }

    private static Set<String> names(Collection<HawserService> services) {
        return services.stream().map(HawserService::serviceName).collect(Collectors.toSet());
    }

    private static List<String> row(HawserTopic topic) throws IOException {
        return lines().filter(line -> line.startsWith("| `" + TopicNames.DEFAULT.of(topic) + "`"))
                .map(TopicsPageTest::cells)
                .findFirst()
                .orElseThrow();
    }

    private static Set<String> named(String cell) {
        return SERVICES.stream()
                .filter(service -> cell.equals("all") || cell.contains(service))
                .collect(Collectors.toCollection(TreeSet::new));
    }

    private static Stream<String> found(String text, Pattern pattern) {
        return pattern.matcher(text).results().map(match -> match.group(1));
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
