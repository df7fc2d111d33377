package io.hawser.node.wiring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.hawser.bus.envelope.RecordEncoder;
import io.hawser.bus.topic.TopicNames;
import io.hawser.node.mount.CallOutcome;
import io.hawser.node.mount.Sample;
import io.hawser.node.record.files.Revisions;
import io.hawser.node.report.kafka.NodePublisher;
import io.hawser.node.report.kafka.StateWriter;
import io.hawser.v1.AgentIdentity;
import io.hawser.v1.MountReport;
import io.hawser.v1.MountedTarget;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import org.apache.kafka.clients.producer.MockProducer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Which failures are events. */
class MountListenerTest {
    private final MockProducer<byte[], byte[]> producer =
            new MockProducer<>(true, null, new ByteArraySerializer(), new ByteArraySerializer());

    @TempDir
    Path folder;

    @Test
    @DisplayName("A failure is an event once, and again only if its target was gone meanwhile; nothing is kept of a"
            + " target that is gone")
    void aFailureIsToldOnce() throws Exception {
        // Given
        RecordEncoder encoder = new RecordEncoder(TopicNames.DEFAULT, "sample");
        Revisions revisions = Revisions.open(folder.resolve("revisions"), Clock.systemUTC());
        try (StateWriter writer = new StateWriter(encoder, Duration.ofSeconds(1), _ -> false)) {
            MountListener listener = new MountListener(
                    new NodePublisher(
                            "node-1",
                            AgentIdentity.getDefaultInstance(),
                            encoder,
                            writer,
                            revisions,
                            Clock.systemUTC()),
                    new SimpleMeterRegistry(),
                    _ -> {});
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

    private static void failed(MountListener listener, String target) {
        CallOutcome no = new CallOutcome.Rejected(false, "no");
        listener.called("data", "plugin.example", Sample.publish(1, target), no, false, "publish: refused: no");
    }

    private static MountReport report(String target) {
        return MountReport.newBuilder()
                .setVolume("data")
                .addTargets(MountedTarget.newBuilder().setId(target))
                .build();
    }

    private long events() {
        return producer.history().stream()
                .filter(record -> record.topic().equals("hawser.events"))
                .count();
    }
}
