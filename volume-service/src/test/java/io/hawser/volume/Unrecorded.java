package io.hawser.volume;

import static org.assertj.core.api.Assertions.assertThat;

import io.hawser.csi.ConnectionOptions;
import io.hawser.csi.CsiClient;
import io.hawser.csi.CsiEndpoint;
import io.hawser.csi.CsiRpc;
import io.hawser.csi.CsiService;
import io.hawser.csi.RpcOutcome;
import io.hawser.csi.v1.ControllerPublishVolumeRequest;
import io.hawser.csi.v1.VolumeCapability;
import io.hawser.volume.testkit.Cluster;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;

/** An attachment that only the plugin knows: its call's intent was in a database that is lost. */
final class Unrecorded {
    private Unrecorded() {}

    /** The plugin's first volume, as its creation asked for it. */
    static void attach(Cluster cluster, String node) {
        attach(cluster, node, cluster.strict.volumes().getFirst().request().getVolumeCapabilities(0));
    }

    static void attach(Cluster cluster, String node, VolumeCapability capability) {
        var volume = cluster.strict.volumes().getFirst();
        try (CsiClient client = CsiClient.create(new SimpleMeterRegistry())) {
            RpcOutcome<?> attached = client.connect(
                            CsiEndpoint.parse(cluster.strict.controllerEndpoint()),
                            ConnectionOptions.reading(CsiService.CONTROLLER))
                    .call(
                            CsiRpc.CONTROLLER_PUBLISH_VOLUME,
                            ControllerPublishVolumeRequest.newBuilder()
                                    .setVolumeId(volume.id())
                                    .setNodeId("strict-" + node)
                                    .setVolumeCapability(capability)
                                    .putAllVolumeContext(volume.context())
                                    .build(),
                            Duration.ofMinutes(1))
                    .await()
                    .atMost(Duration.ofMinutes(2));
            assertThat(attached).isInstanceOf(RpcOutcome.Done.class);
        }
    }

    static boolean isAttached(Cluster cluster) {
        return cluster.strict.volumes().stream()
                .anyMatch(volume -> !volume.attachments().isEmpty());
    }
}
