package io.hawser.bus.envelope;

import static org.assertj.core.api.Assertions.assertThat;

import io.hawser.bus.topic.HawserTopic;
import io.hawser.bus.topic.TopicCreator;
import io.hawser.bus.topic.TopicNames;
import io.hawser.embedded.process.JavaCommand;
import io.hawser.testkit.shared.SharedBroker;
import io.hawser.v1.CreateVolume;
import io.hawser.v1.MountAccess;
import io.hawser.v1.VolumeSpec;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Kafka's own console producer, with nothing of ours in between: the line that README shows. */
class ConsoleProducerIT {
    private static final TopicNames TOPICS =
            new TopicNames(SharedBroker.freshPrefix(ConsoleProducerIT.class).replaceAll("\\.$", ""));
    private static final String LINE = "my-volume\t{\"specversion\":\"1.0\",\"id\":\"my-command-1\",\"source\":\"me\","
            + "\"type\":\"hawser.v1.CreateVolume\",\"data\":{\"name\":\"my-volume\","
            + "\"spec\":{\"plugin\":\"hostpath.hawser\",\"mount\":{}}}}\n";

    @TempDir
    private Path folder;

    @Test
    void whatTheConsoleProducerWritesIsACreateVolume() throws Exception {
        // Given
        try (Admin admin = Admin.create(Map.of("bootstrap.servers", SharedBroker.bootstrapServers()))) {
            new TopicCreator(admin, TOPICS).ensure(EnumSet.of(HawserTopic.VOLUME_COMMANDS));
        }

        // When
        produce();

        // Then
        Decoded decoded = new RecordDecoder(MessageTypes.of(CreateVolume.getDefaultInstance())).decode(written());
        assertThat(decoded).isInstanceOfSatisfying(Decoded.Known.class, known -> {
            assertThat(known.key()).isEqualTo("my-volume");
            assertThat(known.id()).isEqualTo("my-command-1");
            assertThat(known.message())
                    .isEqualTo(CreateVolume.newBuilder()
                            .setName("my-volume")
                            .setSpec(VolumeSpec.newBuilder()
                                    .setPlugin("hostpath.hawser")
                                    .setMount(MountAccess.getDefaultInstance()))
                            .build());
        });
    }

    private void produce() throws Exception {
        Path log = folder.resolve("producer.log");
        Process producer = new ProcessBuilder(JavaCommand.of(
                        128,
                        List.of(),
                        System.getProperty("java.class.path"),
                        "org.apache.kafka.tools.ConsoleProducer",
                        List.of(
                                "--bootstrap-server",
                                SharedBroker.bootstrapServers(),
                                "--topic",
                                TOPICS.of(HawserTopic.VOLUME_COMMANDS),
                                "--property",
                                "parse.key=true")))
                .redirectErrorStream(true)
                .redirectOutput(log.toFile())
                .start();
        try {
            producer.getOutputStream().write(LINE.getBytes(StandardCharsets.UTF_8));
            producer.getOutputStream().close();
            assertThat(producer.waitFor(2, TimeUnit.MINUTES)).isTrue();
            assertThat(producer.exitValue()).as(log.toString()).isZero();
        } finally {
            producer.destroyForcibly();
        }
    }

    private static ConsumerRecord<byte[], byte[]> written() {
        try (var consumer = new KafkaConsumer<>(
                Map.<String, Object>of("bootstrap.servers", SharedBroker.bootstrapServers()),
                new ByteArrayDeserializer(),
                new ByteArrayDeserializer())) {
            List<TopicPartition> partitions = List.of(new TopicPartition(TOPICS.of(HawserTopic.VOLUME_COMMANDS), 0));
            consumer.assign(partitions);
            consumer.seekToBeginning(partitions);
            List<ConsumerRecord<byte[], byte[]>> records = new ArrayList<>();
            Awaitility.await().atMost(Duration.ofMinutes(1)).until(() -> {
                consumer.poll(Duration.ofMillis(200)).forEach(records::add);
                return !records.isEmpty();
            });
            return records.getFirst();
        }
    }
}
