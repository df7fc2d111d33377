package io.hawser.cli.command;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.hawser.bus.dead.DeadRecord;
import io.hawser.bus.envelope.Origin;
import io.hawser.bus.envelope.OutgoingRecord;
import io.hawser.bus.envelope.ProducerRecords;
import io.hawser.bus.envelope.RecordEncoder;
import io.hawser.bus.topic.HawserTopic;
import io.hawser.bus.topic.TopicNames;
import io.hawser.cli.topic.TopicReader;
import io.hawser.cli.topic.TopicWriter;
import io.hawser.testkit.shared.SharedBroker;
import io.hawser.testkit.topic.CommittedRecords;
import io.hawser.v1.RemoveVolume;
import io.hawser.v1.Task;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AlterConfigOp;
import org.apache.kafka.clients.admin.AlterConfigOp.OpType;
import org.apache.kafka.clients.admin.ConfigEntry;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.record.TimestampType;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

/** Dead letters on a real broker, buried as services bury them. */
class DeadLettersIT {
    private static final TopicNames TOPICS =
            new TopicNames(SharedBroker.freshPrefix(DeadLettersIT.class).replaceAll("\\.$", ""));
    private static final RecordEncoder ENCODER = new RecordEncoder(TOPICS, "test");

    private final String key = "k" + UUID.randomUUID().toString().substring(0, 8);
    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();
    private TopicWriter writer;

    @BeforeEach
    void topics() throws Exception {
        try (Admin admin = Admin.create(Map.of("bootstrap.servers", SharedBroker.bootstrapServers()))) {
            CommandLineFixture.ensure(admin, TOPICS, Set.of(HawserTopic.TASKS, HawserTopic.VOLUME_COMMANDS));
        }
        writer = new TopicWriter(SharedBroker.bootstrapServers(), TOPICS, "test", Clock.systemUTC());
    }

    @AfterEach
    void close() {
        writer.close();
    }

    @ParameterizedTest
    @ValueSource(strings = {"dead-letters list", "events", "events --follow", "node pause n1 --no-wait"})
    @DisplayName("With the prefix of no installation nothing is called empty: the topic that is not seen is named")
    void aWrongPrefixIsNoAllClear(String command) {
        // When
        int status = hawser("no-such-prefix", command.split(" "));

        // Then
        assertThat(status).isEqualTo(4);
        assertThat(err.toString())
                .contains("no topic no-such-prefix.")
                .contains("is HAWSER_TOPICS_PREFIX right")
                .doesNotContain("\tat ");
    }

    @Test
    @DisplayName("A letter is listed and shown, goes back to its topic as it was, and is marked")
    void aLetterGoesBack() throws Exception {
        // Given
        bury(HawserTopic.TASKS, task("n1"), Instant.now());
        String letter = letter(HawserTopic.TASKS);

        // When
        int completed = hawser("completion", "words", "--", "dead-letters", "show", TOPICS.of(HawserTopic.TASKS));
        String words = out.toString();
        int shown = hawser("dead-letters", "show", letter);
        int replayed = hawser("dead-letters", "replay", letter);
        int again = hawser("dead-letters", "replay", letter);

        // Then
        assertThat(completed).as(err.toString()).isZero();
        assertThat(words.lines()).contains(letter);
        assertThat(shown).as(err.toString()).isZero();
        assertThat(out.toString())
                .contains("content  hawser.v1.Task")
                .contains("header   ce_id: id-1")
                .contains(letter + " written back to " + TOPICS.of(HawserTopic.TASKS));
        assertThat(replayed).as(err.toString()).isZero();
        assertThat(lastTask()).contains(task("n1"));
        assertThat(again).isEqualTo(1);
        assertThat(err.toString()).contains("a newer record of this key is at").contains("--even-if-older");
        assertThat(entry(letter).at("/mark/kind").asText()).isEqualTo("replayed");
    }

    @Test
    @DisplayName("A letter that something newer was said after goes back only where somebody wants it even if older")
    void somethingNewerHoldsItBack() throws Exception {
        // Given
        bury(HawserTopic.TASKS, task("n1"), Instant.now().minusSeconds(5));
        writer.write(HawserTopic.TASKS, key, task("n2"));
        writer.tombstone(HawserTopic.TASKS, key);
        String letter = letter(HawserTopic.TASKS);

        // When
        int refused = hawser("dead-letters", "replay", letter);
        Optional<Task> before = lastTask();
        int wanted = hawser("dead-letters", "replay", letter, "--even-if-older");

        // Then
        assertThat(refused).isEqualTo(1);
        assertThat(err.toString()).contains("a newer tombstone of this key");
        assertThat(before).isEmpty();
        assertThat(wanted).as(err.toString()).isZero();
        assertThat(lastTask()).contains(task("n1"));
    }

    @Test
    @DisplayName("A letter that was discarded stays, and says why; unmarked ones are listed without it")
    void aDiscardedLetterStays() throws Exception {
        // Given
        bury(HawserTopic.TASKS, task("n1"), Instant.now());
        String letter = letter(HawserTopic.TASKS);

        // When
        int exit = hawser("dead-letters", "discard", letter, "--message", "that task is over");
        int again = hawser("dead-letters", "discard", letter);

        // Then
        assertThat(exit).as(err.toString()).isZero();
        assertThat(again).isZero();
        assertThat(out.toString()).contains(letter + " discarded\n").contains("was discarded before");
        assertThat(entry(letter).at("/mark/message").asText()).isEqualTo("that task is over");
        assertThat(list("--unmarked").findValuesAsText("letter")).doesNotContain(letter);
        assertThat(lastTask()).isEmpty();
    }

    @Test
    @DisplayName("Of a command it is said where its answer will be")
    void ofACommandItIsSaidWhereItsAnswerIs() throws Exception {
        // Given
        bury(HawserTopic.VOLUME_COMMANDS, RemoveVolume.newBuilder().setName(key).build(), Instant.now());

        // When
        int exit = hawser("dead-letters", "replay", letter(HawserTopic.VOLUME_COMMANDS));

        // Then
        assertThat(exit).as(err.toString()).isZero();
        assertThat(out.toString()).contains("./hawser command id-1").contains("is answered again");
    }

    @Test
    @DisplayName("A letter that was cut says so, and cannot go back")
    void aCutLetterCannotGoBack() throws Exception {
        // Given
        buried(HawserTopic.TASKS, source(HawserTopic.TASKS, Map.of(), new byte[1_040_000], Instant.now()));
        String letter = letter(HawserTopic.TASKS);

        // When
        int exit = hawser("dead-letters", "replay", letter, "--even-if-older");

        // Then
        assertThat(exit).isEqualTo(1);
        assertThat(err.toString()).contains("it was cut").contains("1040000 bytes");
    }

    @Test
    @DisplayName("A letter that there is not, and a name that is none, are said")
    void aLetterThatThereIsNot() {
        assertThat(hawser("dead-letters", "show", TOPICS.deadOf(HawserTopic.TASKS) + "-0@999999"))
                .isEqualTo(1);
        assertThat(hawser("dead-letters", "show", TOPICS.deadOf(HawserTopic.EVENTS) + "-0@0"))
                .isEqualTo(1);
        assertThat(err.toString()).contains("./hawser dead-letters list");
        assertThat(hawser("dead-letters", "show", "12")).isEqualTo(2);
    }

    @Test
    @DisplayName("A record whose letter is gone is discarded by its own place, and is not shown by it")
    void aRecordWithoutALetter() throws Exception {
        // Given
        String id = topicId(HawserTopic.TASKS);
        long offset = writer.send(new ProducerRecord<>(TOPICS.of(HawserTopic.TASKS), 0, new byte[1], new byte[1]))
                .offset();
        Origin record = new Origin(TOPICS.of(HawserTopic.TASKS), id, 0, offset);
        Origin later = new Origin(TOPICS.of(HawserTopic.TASKS), id, 0, offset + 1_000);

        // When
        int shown = hawser("dead-letters", "show", record.place());
        int discarded = hawser("dead-letters", "discard", record.place());
        int foreign = hawser("dead-letters", "discard", "other-0@17/abcdefghijklmnop-_0123");
        int early = hawser("dead-letters", "discard", later.place());

        // Then
        assertThat(shown).isEqualTo(1);
        assertThat(discarded).as(err.toString()).isZero();
        assertThat(foreign).isEqualTo(1);
        assertThat(early).isEqualTo(1);
        assertThat(err.toString()).contains("no record was written at " + later.place() + " yet");
        assertThat(out.toString()).contains(record.place() + " discarded\n");
        assertThat(CommittedRecords.of(
                        Map.of("bootstrap.servers", SharedBroker.bootstrapServers()), TOPICS.deadOf(HawserTopic.TASKS)))
                .map(DeadRecord::read)
                .contains(new DeadRecord.Discarded(record));
    }

    @Test
    @DisplayName("A record of an earlier topic of the name is discarded by its place: no offset of now rules it out")
    void aRecordOfAnEarlierTopic() {
        // Given
        Origin record = new Origin(TOPICS.of(HawserTopic.TASKS), "abcdefghijklmnop-_0123", 9, 1_000_000);

        // When
        int discarded = hawser("dead-letters", "discard", record.place());

        // Then
        assertThat(discarded).as(err.toString()).isZero();
        assertThat(CommittedRecords.of(
                        Map.of("bootstrap.servers", SharedBroker.bootstrapServers()), TOPICS.deadOf(HawserTopic.TASKS)))
                .map(DeadRecord::read)
                .contains(new DeadRecord.Discarded(record));
    }

    @Test
    @DisplayName("A letter that is written back, and whose mark fails, is said to be written back")
    void theMarkFails() throws Exception {
        // Given
        bury(HawserTopic.TASKS, task("n1"), Instant.now());
        String letter = letter(HawserTopic.TASKS);
        int exit;
        longestRecord(TOPICS.deadOf(HawserTopic.TASKS), OpType.SET);

        // When
        try {
            exit = hawser("dead-letters", "replay", letter);
        } finally {
            longestRecord(TOPICS.deadOf(HawserTopic.TASKS), OpType.DELETE);
        }

        // Then
        assertThat(exit).isEqualTo(4);
        assertThat(lastTask()).contains(task("n1"));
        assertThat(err.toString())
                .contains(letter + " is written back to " + TOPICS.of(HawserTopic.TASKS)
                        + ", but not marked: do not replay it again")
                .contains("cannot write to " + TOPICS.deadOf(HawserTopic.TASKS));
    }

    /** Sets the length to one that no record has, or takes that back. */
    private static void longestRecord(String topic, OpType change) throws Exception {
        try (Admin admin = Admin.create(Map.of("bootstrap.servers", SharedBroker.bootstrapServers()))) {
            admin.incrementalAlterConfigs(Map.of(
                            new ConfigResource(ConfigResource.Type.TOPIC, topic),
                            List.of(new AlterConfigOp(new ConfigEntry("max.message.bytes", "1"), change))))
                    .all()
                    .get();
        }
    }

    private static String topicId(HawserTopic topic) throws Exception {
        try (Admin admin = Admin.create(Map.of("bootstrap.servers", SharedBroker.bootstrapServers()))) {
            return admin.describeTopics(List.of(TOPICS.of(topic)))
                    .allTopicNames()
                    .get()
                    .get(TOPICS.of(topic))
                    .topicId()
                    .toString();
        }
    }

    private void bury(HawserTopic topic, com.google.protobuf.Message message, Instant written) {
        OutgoingRecord record = ENCODER.encode(topic, key, "id-1", message, Instant.EPOCH);
        buried(topic, source(topic, record.headers(), message.toByteArray(), written));
    }

    private void buried(HawserTopic topic, ConsumerRecord<byte[], byte[]> record) {
        ProducerRecord<byte[], byte[]> letter =
                ProducerRecords.of(ENCODER.dead(topic, record, "cannot be applied"), t -> 1);
        writer.send(letter);
    }

    /** It stood below everything that the topic holds. */
    private ConsumerRecord<byte[], byte[]> source(
            HawserTopic topic, Map<String, String> headers, byte[] value, Instant written) {
        ConsumerRecord<byte[], byte[]> source = new ConsumerRecord<>(
                TOPICS.of(topic),
                0,
                0,
                written.toEpochMilli(),
                TimestampType.CREATE_TIME,
                0,
                0,
                key.getBytes(StandardCharsets.UTF_8),
                value,
                new RecordHeaders(),
                Optional.empty());
        headers.forEach((name, text) -> source.headers().add(name, text.getBytes(StandardCharsets.UTF_8)));
        return source;
    }

    private Task task(String node) {
        return Task.newBuilder().setName(key).setNode(node).build();
    }

    private Optional<Task> lastTask() {
        return new TopicReader(SharedBroker.bootstrapServers(), TOPICS)
                .last(HawserTopic.TASKS, key, Task.getDefaultInstance());
    }

    /** The last one of this test's key, as the list calls it. */
    private String letter(HawserTopic topic) throws Exception {
        String found = "";
        for (JsonNode entry : list()) {
            if (entry.at("/source/topic").asText().equals(TOPICS.of(topic))
                    && entry.get("key").asText().equals(key)) {
                found = entry.get("letter").asText();
            }
        }
        return found;
    }

    private JsonNode entry(String letter) throws Exception {
        for (JsonNode entry : list()) {
            if (entry.get("letter").asText().equals(letter)) {
                return entry;
            }
        }
        throw new AssertionError("not listed: " + letter);
    }

    private JsonNode list(String... options) throws Exception {
        StringWriter json = new StringWriter();
        CommandLine commandLine = commandLine(TOPICS.prefix());
        commandLine.setOut(new PrintWriter(json, true));
        String[] arguments = new String[options.length + 4];
        System.arraycopy(new String[] {"dead-letters", "list", "-o", "json"}, 0, arguments, 0, 4);
        System.arraycopy(options, 0, arguments, 4, options.length);
        assertThat(commandLine.execute(arguments)).isZero();
        return new ObjectMapper().readTree(json.toString());
    }

    private int hawser(String... arguments) {
        return hawser(TOPICS.prefix(), arguments);
    }

    private int hawser(String prefix, String[] arguments) {
        CommandLine commandLine = commandLine(prefix);
        commandLine.setOut(new PrintWriter(out, true));
        commandLine.setErr(new PrintWriter(err, true));
        return commandLine.execute(arguments);
    }

    private static CommandLine commandLine(String prefix) {
        return HawserCli.commandLine(Map.of(
                "HAWSER_HOME",
                "/nonexistent",
                "HAWSER_TOPICS_PREFIX",
                prefix,
                "HAWSER_BOOTSTRAP",
                SharedBroker.bootstrapServers()));
    }
}
