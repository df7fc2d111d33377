package io.hawser.bench.volumes;

import com.google.protobuf.Message;
import io.hawser.bench.report.Phase;
import io.hawser.csi.CsiConnection;
import io.hawser.csi.CsiRpc;
import io.hawser.csi.v1.ControllerPublishVolumeRequest;
import io.hawser.csi.v1.ControllerUnpublishVolumeRequest;
import io.hawser.csi.v1.CreateVolumeRequest;
import io.hawser.csi.v1.CreateVolumeResponse;
import io.hawser.csi.v1.DeleteVolumeRequest;
import io.hawser.csi.v1.Volume;
import io.hawser.csi.v1.VolumeCapability;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.IntConsumer;

/** The same CSI calls without Hawser: one after another, and nothing is stored. */
final class OneWorker {
    private static final Duration RPC_DEADLINE = Duration.ofSeconds(10);

    private final CsiConnection plugin;
    private final VolumeCapability capability;
    private final List<BenchNode> nodes;
    private final Duration atMost;

    /** @param atMost for each phase */
    OneWorker(CsiConnection plugin, VolumeCapability capability, List<BenchNode> nodes, Duration atMost) {
        this.plugin = plugin;
        this.capability = capability;
        this.nodes = nodes;
        this.atMost = atMost;
    }

    Map<Phase, Duration> run(List<String> names, Consumer<String> progress) {
        Map<Phase, Duration> took = new EnumMap<>(Phase.class);
        List<Volume> volumes = new ArrayList<>();
        int count = names.size();
        took.put(Phase.CREATE, timed(Phase.CREATE, count, i -> volumes.add(create(names.get(i))), progress));
        took.put(
                Phase.PUBLISH,
                timed(
                        Phase.PUBLISH,
                        count,
                        i -> call(CsiRpc.CONTROLLER_PUBLISH_VOLUME, publish(volumes.get(i), nodeId(i))),
                        progress));
        took.put(
                Phase.UNPUBLISH,
                timed(
                        Phase.UNPUBLISH,
                        count,
                        i -> call(CsiRpc.CONTROLLER_UNPUBLISH_VOLUME, unpublish(volumes.get(i), nodeId(i))),
                        progress));
        took.put(
                Phase.DELETE,
                timed(Phase.DELETE, count, i -> call(CsiRpc.DELETE_VOLUME, delete(volumes.get(i))), progress));
        return took;
    }

    private Duration timed(Phase phase, int count, IntConsumer step, Consumer<String> progress) {
        long began = System.nanoTime();
        for (int i = 0; i < count; i++) {
            step.accept(i);
            if (System.nanoTime() - began > atMost.toNanos()) {
                throw new BenchFailedException("after %d s one worker is at volume %d of %d of the phase %s"
                        .formatted(atMost.toSeconds(), i + 1, count, phase.word()));
            }
        }
        Duration took = Duration.ofNanos(System.nanoTime() - began);
        progress.accept("%d %s by one worker after %.2f s".formatted(count, phase.word(), took.toNanos() / 1e9));
        return took;
    }

    private Volume create(String name) {
        CreateVolumeResponse answer = call(
                CsiRpc.CREATE_VOLUME,
                CreateVolumeRequest.newBuilder()
                        .setName(name)
                        .addVolumeCapabilities(capability)
                        .build());
        return answer.getVolume();
    }

    private ControllerPublishVolumeRequest publish(Volume volume, String nodeId) {
        return ControllerPublishVolumeRequest.newBuilder()
                .setVolumeId(volume.getVolumeId())
                .setNodeId(nodeId)
                .setVolumeCapability(capability)
                .putAllVolumeContext(volume.getVolumeContextMap())
                .build();
    }

    private static ControllerUnpublishVolumeRequest unpublish(Volume volume, String nodeId) {
        return ControllerUnpublishVolumeRequest.newBuilder()
                .setVolumeId(volume.getVolumeId())
                .setNodeId(nodeId)
                .build();
    }

    private static DeleteVolumeRequest delete(Volume volume) {
        return DeleteVolumeRequest.newBuilder()
                .setVolumeId(volume.getVolumeId())
                .build();
    }

    private String nodeId(int i) {
        return nodes.get(i % nodes.size()).info().getNodeId();
    }

    private <Q extends Message, R extends Message> R call(CsiRpc<Q, R> rpc, Q request) {
        return Calls.done(plugin, rpc, request, RPC_DEADLINE);
    }
}
