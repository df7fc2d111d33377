package io.hawser.node.report.kafka;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.hawser.bus.envelope.OutgoingRecord;
import io.hawser.bus.envelope.RecordEncoder;
import io.hawser.bus.envelope.RecordLimits;
import io.hawser.bus.topic.TopicNames;
import io.hawser.node.record.files.Revisions;
import io.hawser.testkit.sample.Samples;
import io.hawser.v1.Fingerprint;
import io.hawser.v1.MountReport;
import io.hawser.v1.MountedTarget;
import io.hawser.v1.NodeHeartbeat;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.List;
import org.apache.kafka.clients.producer.MockProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What the agent says of itself is what the committed samples say. */
class NodePublisherTest {
    private Instant now = Instant.parse("2026-01-01T00:00:00.500Z");
    private final Clock clock = clock();

    @TempDir
    Path folder;

    private final MockProducer<byte[], byte[]> producer =
            new MockProducer<>(true, null, new ByteArraySerializer(), new ByteArraySerializer());
    private final StateWriter writer =
            new StateWriter(new RecordEncoder(TopicNames.DEFAULT, "sample"), Duration.ofSeconds(1), topic -> false);
    private NodePublisher publisher;

    @BeforeEach
    void open() throws Exception {
        publisher = new NodePublisher(
                "node-1",
                sampleHeartbeat().getAgent(),
                new RecordEncoder(TopicNames.DEFAULT, "sample"),
                writer,
                Revisions.open(folder.resolve("revisions"), clock),
                clock);
        writer.start(producer);
    }

    @AfterEach
    void close() {
        writer.close();
    }

    @Test
    @DisplayName("A heartbeat, but for the revision")
    void heartbeat() throws Exception {
        // When
        publisher.heartbeat(java.time.Duration.ofSeconds(10));

        // Then
        ProducerRecord<byte[], byte[]> written = written();
        NodeHeartbeat said = NodeHeartbeat.parseFrom(written.value());
        NodeHeartbeat sample = sampleHeartbeat();
        assertThat(said.getRevision()).isPositive();
        assertThat(said.toBuilder().setRevision(sample.getRevision()).build()).isEqualTo(sample);
        assertThat(key(written)).isEqualTo("node-1");
    }

    @Test
    @DisplayName("Who says a mount report, but for the revision")
    void report() throws Exception {
        // Given
        MountReport sample = MountReport.parseFrom(Samples.named("mount-report").bytes());

        // When
        publisher.report(sample.toBuilder().clearAgent().clearRevision().build(), () -> {});

        // Then
        ProducerRecord<byte[], byte[]> written = written();
        MountReport said = MountReport.parseFrom(written.value());
        assertThat(said.getRevision()).isPositive();
        assertThat(said.toBuilder().setRevision(sample.getRevision()).build()).isEqualTo(sample);
        assertThat(key(written)).isEqualTo("node-1/" + sample.getVolume());
    }

    @Test
    @DisplayName("A mount report that is too large for its topic, without what failed for single targets")
    void aShorterReport() throws Exception {
        // Given
        MountReport report = MountReport.newBuilder()
                .setVolume("data")
                .setGeneration(7)
                .addTargets(MountedTarget.newBuilder().setId("t1").setMessage("x".repeat(RecordLimits.WRITTEN_BYTES)))
                .build();

        // When
        publisher.report(report, () -> {});

        // Then
        ProducerRecord<byte[], byte[]> written = written();
        MountReport said = MountReport.parseFrom(written.value());
        assertThat(said.getGeneration()).isEqualTo(7);
        assertThat(said.getRevision()).isPositive();
        assertThat(said.getAgent()).isEqualTo(sampleHeartbeat().getAgent());
        assertThat(said.getTargetsList())
                .containsExactly(MountedTarget.newBuilder().setId("t1").build());
        assertThat(written.topic()).isEqualTo("hawser.mounts");
    }

    @Test
    @DisplayName("That the node exists, where nobody else says it")
    void announcement() {
        // When
        OutgoingRecord written = publisher.announcement();

        // Then
        assertThat(written.value().orElseThrow().toByteArray())
                .isEqualTo(Samples.named("node-announced").bytes());
        assertThat(written.key()).isEqualTo("node-1");
    }

    @Test
    @DisplayName("That a plugin is not expected on the node any more: the tombstone of its fingerprint")
    void forgottenPlugin() {
        // When
        publisher.forget("csi.example.org");

        // Then
        ProducerRecord<byte[], byte[]> written = written();
        assertThat(written.topic()).isEqualTo("hawser.fingerprints");
        assertThat(written.value()).isNull();
        assertThat(key(written)).isEqualTo("node-1/csi.example.org");
    }

    @ParameterizedTest
    @DisplayName("The agent writes its fingerprints and reports again after an absence of more than three intervals, as"
            + " its node may have been removed meanwhile; and every five minutes, as they may have been refused")
    @CsvSource({"10, 31", "100, 300", "100, -300"})
    void saysEverythingAgain(int interval, int later) throws Exception {
        // Given
        sayAll(interval);

        // When
        now = now.plusSeconds(later);
        publisher.heartbeat(Duration.ofSeconds(interval));
        await().until(() -> writer.unsent() == 0);
        now = now.plusSeconds(interval);
        publisher.heartbeat(Duration.ofSeconds(interval));

        // Then
        await().until(() ->
                keys().stream().filter("node-1/csi.example.org"::equals).count() == 2
                        && keys().stream().filter("node-1/v"::equals).count() == 2);
    }

    @Test
    @DisplayName("An absence lasts from the third missed interval until a heartbeat is acknowledged again")
    void absence() {
        // Given
        publisher.heartbeat(Duration.ofSeconds(10));
        await().until(() -> writer.unsent() == 0);
        assertThat(publisher.isAbsent()).isFalse();

        // When
        producer.sendException = new org.apache.kafka.common.errors.TimeoutException("no broker");
        publisher.heartbeat(Duration.ofSeconds(10));
        now = now.plusSeconds(31);
        publisher.heartbeat(Duration.ofSeconds(10));

        // Then
        assertThat(publisher.isAbsent()).isTrue();

        // When
        producer.sendException = null;
        await().until(() -> writer.unsent() == 0);
        publisher.heartbeat(Duration.ofSeconds(10));

        // Then
        assertThat(publisher.isAbsent()).isFalse();
    }

    @Test
    @DisplayName("Nor is an agent heard that stood still, until its first heartbeat after that is acknowledged")
    void stoodStill() {
        // Given
        publisher.heartbeat(Duration.ofSeconds(10));
        await().until(() -> writer.unsent() == 0);

        // When
        now = now.plusSeconds(31);
        publisher.heartbeat(Duration.ofSeconds(10));

        // Then
        assertThat(publisher.isAbsent()).isTrue();

        // When
        await().until(() -> writer.unsent() == 0);
        now = now.plusSeconds(10);
        publisher.heartbeat(Duration.ofSeconds(10));

        // Then
        assertThat(publisher.isAbsent()).isFalse();
    }

    @Test
    @DisplayName("Between two heartbeats, the agent writes nothing again")
    void saysNothingAgainBefore() throws Exception {
        // Given
        sayAll(100);

        // When
        now = now.plusSeconds(299);
        publisher.heartbeat(Duration.ofSeconds(100));

        // Then
        await().until(() -> keys().stream().filter("node-1"::equals).count() == 2 && writer.unsent() == 0);
        assertThat(keys()).hasSize(4);
    }

    private void sayAll(int interval) {
        publisher.fingerprint(Fingerprint.newBuilder()
                .setNode("node-1")
                .setPlugin("csi.example.org")
                .build());
        publisher.report(
                MountReport.newBuilder().setNode("node-1").setVolume("v").build(), () -> {});
        publisher.heartbeat(Duration.ofSeconds(interval));
        await().until(() -> producer.history().size() == 3 && writer.unsent() == 0);
    }

    private Clock clock() {
        return new Clock() {
            @Override
            public ZoneOffset getZone() {
                return ZoneOffset.UTC;
            }

            @Override
            public Clock withZone(ZoneId zone) {
                return this;
            }

            @Override
            public Instant instant() {
                return now;
            }
        };
    }

    private List<String> keys() {
        return producer.history().stream().map(NodePublisherTest::key).toList();
    }

    private static NodeHeartbeat sampleHeartbeat() throws Exception {
        return NodeHeartbeat.parseFrom(Samples.named("node-heartbeat").bytes());
    }

    private ProducerRecord<byte[], byte[]> written() {
        await().until(() -> !producer.history().isEmpty());
        return producer.history().getFirst();
    }

    private static String key(ProducerRecord<byte[], byte[]> record) {
        return new String(record.key(), StandardCharsets.UTF_8);
    }
}
