package io.hawser.node.wiring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.hawser.bus.envelope.RecordEncoder;
import io.hawser.bus.topic.TopicNames;
import io.hawser.node.layout.RootLayout;
import io.hawser.node.layout.VolumeKey;
import io.hawser.node.mount.CallOutcome;
import io.hawser.node.mount.Sample;
import io.hawser.node.record.files.Revisions;
import io.hawser.node.report.ReportedMounts;
import io.hawser.node.report.kafka.NodePublisher;
import io.hawser.node.report.kafka.StateWriter;
import io.hawser.v1.AgentIdentity;
import io.hawser.v1.MountReport;
import io.hawser.v1.MountedTarget;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import org.apache.kafka.clients.producer.MockProducer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Which failures are events, and when a mount is reported. */
class MountListenerTest {
    private static final RecordEncoder ENCODER = new RecordEncoder(TopicNames.DEFAULT, "sample");
    private static final RootLayout LAYOUT = new RootLayout(Path.of("/node"));

    private final MockProducer<byte[], byte[]> producer =
            new MockProducer<>(true, null, new ByteArraySerializer(), new ByteArraySerializer());

    @TempDir
    Path folder;

    @Test
    @DisplayName("A failure is an event once, and again only if its target was gone meanwhile; nothing is kept of a"
            + " target that is gone")
    void aFailureIsToldOnce() throws Exception {
        // Given
        try (StateWriter writer = writer()) {
            MountListener listener = listener(writer, new ReportedMounts(LAYOUT), _ -> {});
            writer.start(producer);

            // When
            failed(listener, "t1");
            listener.report(report("t1"));
            failed(listener, "t1");

            // Then
            await().until(() -> writer.unsent() == 0 && producer.history().size() == 2);
            assertThat(events()).isEqualTo(1);

            // When
            listener.report(report("t2"));
            failed(listener, "t1");

            // Then
            await().until(() -> events() == 2);
        }
    }

    @Test
    @DisplayName("A mount is reported once the broker has its report, and who waits for the volume looks again then")
    void aReportIsAcknowledged() throws Exception {
        // Given
        Path t1 = LAYOUT.target(new VolumeKey("data", "u1"), "t1");
        ReportedMounts reported = new ReportedMounts(LAYOUT);
        List<Boolean> seen = new CopyOnWriteArrayList<>();
        try (StateWriter writer = writer()) {
            MountListener listener = listener(writer, reported, volume -> seen.add(reported.has(volume, t1)));

            // When
            listener.report(report("t1"));
            writer.start(producer);
            await().until(() -> seen.size() == 2);
            listener.gone("data");

            // Then
            assertThat(seen).containsExactly(false, true, false);
        }
    }

    private static StateWriter writer() {
        return new StateWriter(ENCODER, Duration.ofSeconds(1), _ -> false);
    }

    private MountListener listener(StateWriter writer, ReportedMounts reported, Consumer<String> changed)
            throws IOException {
        return new MountListener(
                new NodePublisher(
                        "node-1",
                        AgentIdentity.getDefaultInstance(),
                        ENCODER,
                        writer,
                        Revisions.open(folder.resolve("revisions"), Clock.systemUTC()),
                        Clock.systemUTC()),
                reported,
                new SimpleMeterRegistry(),
                changed);
    }

    private static void failed(MountListener listener, String target) {
        CallOutcome no = new CallOutcome.Rejected(false, false, "no");
        listener.called("data", "plugin.example", Sample.publish(1, target), no, false, "publish: refused: no");
    }

    private static MountReport report(String target) {
        return MountReport.newBuilder()
                .setVolume("data")
                .setUid("u1")
                .addTargets(MountedTarget.newBuilder().setId(target))
                .build();
    }

    private long events() {
        return producer.history().stream()
                .filter(record -> record.topic().equals("hawser.events"))
                .count();
    }
}
