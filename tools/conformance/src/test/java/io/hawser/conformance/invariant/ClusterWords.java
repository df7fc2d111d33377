package io.hawser.conformance.invariant;

import com.google.protobuf.ProtocolMessageEnum;
import io.hawser.strict.call.CapabilityProfiles;
import io.hawser.v1.Deallocation;
import io.hawser.v1.Fingerprint;
import io.hawser.v1.Network;
import io.hawser.v1.Node;
import io.hawser.v1.Plugin;
import io.hawser.v1.PluginInstance;
import io.hawser.v1.Service;
import io.hawser.v1.ServiceVolume;
import io.hawser.v1.Task;
import io.hawser.v1.TaskMount;
import io.hawser.v1.TaskState;
import io.hawser.v1.VolumePolicy;
import java.util.List;
import java.util.Set;

/** What topics say of nodes, services, networks and plugins around the volume of a {@link Story}. */
final class ClusterWords {
    private ClusterWords() {}

    static Node node(String name, boolean fenced) {
        return Node.newBuilder().setName(name).setFenced(fenced).build();
    }

    static Task task(String name, TaskState state) {
        return Task.newBuilder()
                .setName(name)
                .setService("s")
                .setObserved(state)
                .build();
    }

    /** A running task that mounts this, a volume or one of a group. */
    static Task mounting(String name, String source, boolean readOnly) {
        return task(name, TaskState.TASK_STATE_RUNNING).toBuilder()
                .addMounts(TaskMount.newBuilder()
                        .setSource(source)
                        .setTarget("/data")
                        .setReadOnly(readOnly))
                .build();
    }

    static Service service(boolean pendingDelete) {
        return Service.newBuilder()
                .setName("s")
                .setPendingDelete(pendingDelete)
                .addVolumes(
                        ServiceVolume.newBuilder().setName(Story.VOLUME).setPolicy(VolumePolicy.VOLUME_POLICY_DELETE))
                .build();
    }

    static Service serviceOnNetwork() {
        return Service.newBuilder().setName("s").addNetworks("n").build();
    }

    static Network network(boolean pendingDelete) {
        return Network.newBuilder().setName("n").setPendingDelete(pendingDelete).build();
    }

    static Deallocation serviceGivenFree(long revision) {
        return Deallocation.newBuilder().setService("s").setRevision(revision).build();
    }

    static Deallocation networkGivenFree(long revision) {
        return Deallocation.newBuilder().setNetwork("n").setRevision(revision).build();
    }

    static Plugin plugin(String version, String endpoint, boolean healthy) {
        return Plugin.newBuilder()
                .setName(Scene.PLUGIN)
                .setCurrent(healthy ? "i" : "")
                .setEndpoint(endpoint)
                .setVendorVersion(version)
                .addAllControllerCapabilities(numbers(CapabilityProfiles.full().controller()))
                .addInstances(PluginInstance.newBuilder()
                        .setName("i")
                        .setController(true)
                        .setHealthy(healthy))
                .build();
    }

    static Fingerprint fingerprint(String node, String version, boolean healthy) {
        return Fingerprint.newBuilder()
                .setNode(node)
                .setPlugin(Scene.PLUGIN)
                .setVendorVersion(version)
                .setHealthy(healthy)
                .addAllNodeCapabilities(numbers(CapabilityProfiles.full().node()))
                .build();
    }

    private static List<Integer> numbers(Set<? extends ProtocolMessageEnum> types) {
        return types.stream().map(ProtocolMessageEnum::getNumber).toList();
    }
}
