package io.hawser.bench.volumes;

import com.google.protobuf.Message;
import io.hawser.bench.report.Phase;
import io.hawser.csi.CsiConnection;
import io.hawser.csi.CsiRpc;
import io.hawser.csi.v1.ControllerPublishVolumeRequest;
import io.hawser.csi.v1.ControllerUnpublishVolumeRequest;
import io.hawser.csi.v1.CreateVolumeRequest;
import io.hawser.csi.v1.DeleteVolumeRequest;
import io.hawser.csi.v1.Volume;
import io.hawser.csi.v1.VolumeCapability;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** The same CSI calls without Hawser, one after another. */
final class WorkerLife {
    private static final Duration RPC_DEADLINE = Duration.ofSeconds(10);

    private final Setup setup;
    private final Plan plan;
    private final List<String> names;
    private final List<Volume> volumes = new ArrayList<>();

    /**
     * How the worker makes its calls.
     *
     * @param word who it is
     * @param nodes take turns
     */
    record Plan(String word, CsiConnection plugin, VolumeCapability capability, List<BenchNode> nodes, CallLog log) {}

    WorkerLife(Setup setup, Plan plan, List<String> names) {
        this.setup = setup;
        this.plan = plan;
        this.names = names;
    }

    /** As in {@link HawserLife#play}, for a phase in which the plugin is called. */
    Duration play(Phase phase) {
        Ticker ticker = new Ticker(phase.word() + " by " + plan.word(), names.size(), setup.progress());
        long giveUp = System.nanoTime() + setup.atMost().toNanos();
        for (int i = 0; i < names.size(); i++) {
            plan.log().intent(phase, names.get(i), nodeId(i));
            plan.log().outcome(phase, names.get(i), call(phase, i));
            ticker.at(i + 1);
            if (System.nanoTime() - giveUp > 0) {
                throw new BenchFailedException("after %d s %s is at volume %d of %d of the phase %s"
                        .formatted(setup.atMost().toSeconds(), plan.word(), i + 1, names.size(), phase.word()));
            }
        }
        return ticker.end();
    }

    private String call(Phase phase, int i) {
        return switch (phase) {
            case CREATE -> {
                Volume created =
                        call(CsiRpc.CREATE_VOLUME, create(names.get(i))).getVolume();
                volumes.add(created);
                yield created.getVolumeId();
            }
            case PUBLISH ->
                call(CsiRpc.CONTROLLER_PUBLISH_VOLUME, publish(volumes.get(i), nodeId(i)))
                        .getPublishContextMap()
                        .toString();
            case UNPUBLISH -> {
                call(CsiRpc.CONTROLLER_UNPUBLISH_VOLUME, unpublish(volumes.get(i), nodeId(i)));
                yield "";
            }
            case DELETE -> {
                call(CsiRpc.DELETE_VOLUME, delete(volumes.get(i)));
                yield "";
            }
            case MOUNTED, RELEASED -> throw new IllegalArgumentException("no call in the phase " + phase.word());
        };
    }

    private CreateVolumeRequest create(String name) {
        return CreateVolumeRequest.newBuilder()
                .setName(name)
                .addVolumeCapabilities(plan.capability())
                .build();
    }

    private ControllerPublishVolumeRequest publish(Volume volume, String nodeId) {
        return ControllerPublishVolumeRequest.newBuilder()
                .setVolumeId(volume.getVolumeId())
                .setNodeId(nodeId)
                .setVolumeCapability(plan.capability())
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
        return plan.nodes().get(i % plan.nodes().size()).info().getNodeId();
    }

    private <Q extends Message, R extends Message> R call(CsiRpc<Q, R> rpc, Q request) {
        return Calls.done(plan.plugin(), rpc, request, RPC_DEADLINE);
    }
}
