package io.hawser.bus.topic;

import static org.assertj.core.api.Assertions.assertThat;

import io.hawser.bus.topic.HawserTopic.Kept;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** {@code proto/topics.md} and the code say the same. */
class TopicsPageTest {
    private record Row(String name, int partitions, String kept) {}

    @Test
    void everyTopicStandsOnThePageAsItIsCreated() throws IOException {
        // Given
        List<Row> code = Arrays.stream(HawserTopic.values())
                .map(topic -> new Row(
                        TopicNames.DEFAULT.of(topic),
                        topic.partitions(),
                        topic.kept() == Kept.COMPACTED
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
