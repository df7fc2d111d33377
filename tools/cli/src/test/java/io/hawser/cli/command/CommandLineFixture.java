package io.hawser.cli.command;

import static org.awaitility.Awaitility.await;

import com.google.protobuf.Message;
import io.hawser.bus.envelope.Decoded;
import io.hawser.bus.envelope.MessageTypes;
import io.hawser.bus.envelope.RecordDecoder;
import io.hawser.bus.service.HawserService;
import io.hawser.bus.topic.HawserTopic;
import io.hawser.bus.topic.TopicCreator;
import io.hawser.bus.topic.TopicNames;
import io.hawser.cli.topic.TopicReader;
import io.hawser.cli.topic.TopicWriter;
import io.hawser.testkit.shared.SharedBroker;
import io.hawser.v1.Accepted;
import io.hawser.v1.CommandResult;
import io.hawser.v1.Plugin;
import io.hawser.v1.Rejected;
import io.hawser.v1.Volume;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.Clock;
import java.time.Duration;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import picocli.CommandLine;

/** Commands against a real broker, which all these classes share, and answers as the services give them. */
abstract class CommandLineFixture {
    static final TopicNames TOPICS =
            new TopicNames(SharedBroker.freshPrefix(CommandLineFixture.class).replaceAll("\\.$", ""));

    /** A name with which no command writes a record. */
    static final String TOO_LARGE = "x".repeat(2 << 20);

    private static final Map<String, TopicDescription> DESCRIBED = new HashMap<>();

    final FakeServices services = new FakeServices();
    StringWriter out = new StringWriter();
    final StringWriter err = new StringWriter();

    /** All classes share them: each test has names of its own there. */
    @BeforeAll
    static void topics() throws Exception {
        try (Admin admin = Admin.create(Map.of("bootstrap.servers", SharedBroker.bootstrapServers()))) {
            ensure(
                    admin,
                    TOPICS,
                    EnumSet.of(
                            HawserTopic.VOLUME_COMMANDS,
                            HawserTopic.COMMAND_RESULTS,
                            HawserTopic.TASKS,
                            HawserTopic.SERVICES,
                            HawserTopic.NETWORKS,
                            HawserTopic.NODES,
                            HawserTopic.EVENTS));
            DESCRIBED.putAll(
                    admin.describeTopics(List.of(TOPICS.of(HawserTopic.SERVICES), TOPICS.of(HawserTopic.NETWORKS)))
                            .allTopicNames()
                            .get());
        }
    }

    /** Returns when the broker lists them, their dead letters, too: it may not know a new topic for a moment. */
    static void ensure(Admin admin, TopicNames names, Set<HawserTopic> topics) throws Exception {
        new TopicCreator(admin, names).ensure(topics);
        List<String> all = topics.stream()
                .flatMap(topic -> Stream.of(names.of(topic), names.deadOf(topic)))
                .toList();
        await().until(() -> admin.listTopics().names().get().containsAll(all));
    }

    /** What the commands name. */
    @BeforeEach
    void known() {
        services.answer("/v1/nodes", """
                        {"items":[{"node":{"name":"n1"}},{"node":{"name":"n2"}}]}""")
                .answer("/v1/plugins/", Plugin.getDefaultInstance())
                .answer("/v1/positions", positions(Long.MAX_VALUE))
                .answer("/v1/services/s1", "{\"name\":\"s1\",\"deletion\":{\"state\":\"not-asked\"}}");
        for (String volume : List.of("v1", "v2")) {
            services.answer(
                    "/v1/volumes/" + volume, Volume.newBuilder().setName(volume).build());
        }
    }

    /** How far deallocator-service has read services and networks; it has read earlier topics of these names, too. */
    static String positions(long next) {
        return DESCRIBED.values().stream()
                .flatMap(topic -> topic.partitions().stream()
                        .flatMap(partition -> Stream.of(
                                position(topic.name(), "an-earlier-one", partition.partition(), Long.MAX_VALUE),
                                position(topic.name(), topic.topicId().toString(), partition.partition(), next))))
                .collect(Collectors.joining(",", "{\"positions\":[", "]}"));
    }

    private static String position(String topic, String id, int partition, long next) {
        return "{\"topic\":\"%s\",\"topicId\":\"%s\",\"partition\":%d,\"next\":%d}"
                .formatted(topic, id, partition, next);
    }

    @AfterEach
    void close() {
        services.close();
    }

    final int hawser(String... arguments) {
        return hawserOn(TOPICS, arguments);
    }

    /** With topics of other names. */
    final int hawserOn(TopicNames names, String... arguments) {
        Map<String, String> environment = new HashMap<>(Map.of(
                "HAWSER_HOME", "/nonexistent",
                "HAWSER_TOPICS_PREFIX", names.prefix(),
                "HAWSER_BOOTSTRAP", SharedBroker.bootstrapServers()));
        HawserService.withDatabase()
                .forEach(service -> environment.put(
                        "HAWSER_" + service + "_URL", services.base().toString()));
        return hawser(environment, arguments);
    }

    /** With the addresses in this data folder. */
    final int hawserIn(String home, String... arguments) {
        return hawser(Map.of("HAWSER_HOME", home, "HAWSER_TOPICS_PREFIX", TOPICS.prefix()), arguments);
    }

    private int hawser(Map<String, String> environment, String... arguments) {
        CommandLine commandLine = HawserCli.commandLine(environment);
        commandLine.setOut(new PrintWriter(out, true));
        commandLine.setErr(new PrintWriter(err, true));
        return commandLine.execute(arguments);
    }

    static TopicReader reader() {
        return new TopicReader(SharedBroker.bootstrapServers(), TOPICS);
    }

    /** The id of this key's first record, once it is written, after the one of this other id; empty: the first. */
    static String eventId(HawserTopic topic, Message type, String key, String after) {
        RecordDecoder decoder = new RecordDecoder(MessageTypes.of(type));
        try (var consumer = new KafkaConsumer<>(
                Map.<String, Object>of("bootstrap.servers", SharedBroker.bootstrapServers()),
                new ByteArrayDeserializer(),
                new ByteArrayDeserializer())) {
            List<TopicPartition> partitions = consumer.partitionsFor(TOPICS.of(topic)).stream()
                    .map(info -> new TopicPartition(info.topic(), info.partition()))
                    .toList();
            consumer.assign(partitions);
            consumer.seekToBeginning(partitions);
            return await().atMost(Duration.ofMinutes(1))
                    .until(
                            () -> StreamSupport.stream(
                                            consumer.poll(Duration.ofMillis(100))
                                                    .spliterator(),
                                            false)
                                    .map(decoder::decode)
                                    .filter(record -> record instanceof Decoded.Known known
                                            && known.key().equals(key))
                                    .map(record -> ((Decoded.Known) record).id())
                                    .filter(id -> !id.equals(after))
                                    .findFirst(),
                            Optional::isPresent)
                    .orElseThrow();
        }
    }

    /** As a service answers a record that it rejects. */
    static void reject(String id, String message, String field) {
        try (var service = new TopicWriter(SharedBroker.bootstrapServers(), TOPICS, "test", Clock.systemUTC())) {
            service.write(
                    HawserTopic.COMMAND_RESULTS,
                    id,
                    CommandResult.newBuilder()
                            .setCommandId(id)
                            .setRejected(
                                    Rejected.newBuilder().setMessage(message).setField(field))
                            .build());
        }
    }

    /** Writes a record that is on the topic, and that a command can read and not write. */
    static void tooLarge(HawserTopic topic, String key, Message record) {
        Map<String, Object> compressing = Map.of(
                "bootstrap.servers",
                SharedBroker.bootstrapServers(),
                "compression.type",
                "gzip",
                "max.request.size",
                2 * TOO_LARGE.length());
        try (var orchestrator = new TopicWriter(compressing, TOPICS, "test", Clock.systemUTC())) {
            orchestrator.write(topic, key, record);
        }
    }

    static CommandResult accepted() {
        return CommandResult.newBuilder()
                .setAccepted(Accepted.getDefaultInstance())
                .build();
    }
}
