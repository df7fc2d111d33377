package io.hawser.node.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.hawser.csi.CapabilitySet;
import io.hawser.csi.CsiEndpoint;
import io.hawser.csi.PluginIdentity;
import io.hawser.csi.v1.NodeGetInfoResponse;
import io.hawser.csi.v1.Topology;
import io.hawser.node.layout.RootLayout;
import io.hawser.node.layout.VolumeKey;
import io.hawser.node.mount.DesiredState;
import io.hawser.node.mount.MountRecord;
import io.hawser.node.mount.MountReports;
import io.hawser.node.mount.Order;
import io.hawser.node.mount.RetryState;
import io.hawser.node.mount.Sample;
import io.hawser.node.mount.Staging;
import io.hawser.node.mount.Step;
import io.hawser.node.mount.View;
import io.hawser.node.plugin.PluginStatus;
import io.hawser.node.plugin.Readings;
import io.hawser.testkit.sample.Samples;
import io.hawser.v1.Assignment;
import io.hawser.v1.Fingerprint;
import io.hawser.v1.MountReport;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/**
 * What the agent's own code makes of the committed assignments is what the committed reports say, but for the revision.
 */
class GoldenSamplesTest {
    private static final RootLayout LAYOUT = new RootLayout(Path.of("/var/lib/hawser"));
    private static final MountRecord NONE = MountRecord.none(new VolumeKey("data", "0a1b2c3d"), "boot-1");

    @Test
    @DisplayName("One target mounted, one not yet")
    void oneMountedAndOneNotYet() throws Exception {
        DesiredState desired = desired("assignment");
        MountRecord have = NONE.under(desired)
                .staging(Staging.STAGED)
                .publishing(desired.assignment().getTargets(0), false)
                .published("task-1", Optional.of("8:1 /"));
        RetryState retry = RetryState.FRESH.failed(
                "task-1.2", "UNAVAILABLE: the plugin is away", Instant.EPOCH, Duration.ofSeconds(1), Duration.ZERO);

        isSample(
                "mount-report-pending",
                new View(have, new Order.Have(desired), new Step.WaitUntil(Instant.EPOCH), retry));
    }

    @Test
    @DisplayName("A volume was grown on the node")
    void aVolumeWasGrown() throws Exception {
        DesiredState desired = desired("assignment-required-bytes");
        MountRecord have = NONE.under(desired)
                .staging(Staging.STAGED)
                .publishing(desired.assignment().getTargets(0), false)
                .published("task-1", Optional.of("8:1 /"))
                .expanded(desired.assignment().getRequiredBytes());

        isSample("mount-report-expanded", new View(have, new Order.Have(desired), new Step.Rest(), RetryState.FRESH));
    }

    @Test
    @DisplayName("Nothing is left")
    void nothingIsLeft() throws Exception {
        DesiredState nothing = desired("assignment-nothing");

        isSample(
                "mount-report-nothing-left",
                new View(
                        NONE.under(nothing),
                        new Order.LetGo(Optional.of(nothing)),
                        new Step.Forget(),
                        RetryState.FRESH));
    }

    @Test
    @DisplayName("A plugin that was found, and is well")
    void aPluginThatIsWell() throws Exception {
        PluginStatus reading = Readings.status(
                CsiEndpoint.parse("unix:///run/csi/example.sock"),
                Optional.of(new PluginIdentity(
                        "csi.example.org", "1.2.3", Map.of(), CapabilitySet.of(List.of(), List.of(), List.of(99, 1)))),
                Optional.of(NodeGetInfoResponse.newBuilder()
                        .setNodeId("i-0abc")
                        .setMaxVolumesPerNode(16)
                        .setAccessibleTopology(Topology.newBuilder().putSegments("example.org/zone", "a"))
                        .build()),
                "");

        Fingerprint sample =
                Fingerprint.parseFrom(Samples.named("fingerprint-healthy").bytes());
        assertThat(reading.fingerprint("node-1"))
                .contains(sample.toBuilder().clearRevision().clearAgent().build());
    }

    private static DesiredState desired(String sample) throws Exception {
        return Sample.desired(Assignment.parseFrom(Samples.named(sample).bytes()).toBuilder());
    }

    private static void isSample(String name, View view) throws Exception {
        MountReport sample = MountReport.parseFrom(Samples.named(name).bytes());
        assertThat(MountReports.of("node-1", LAYOUT, List.of(view)))
                .contains(sample.toBuilder().clearRevision().build());
    }
}
