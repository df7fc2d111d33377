package io.hawser.bench.agent;

import io.hawser.bench.machine.AgentUnderTest;
import io.hawser.strict.StrictPlugin;
import io.hawser.strict.StrictPluginOptions;
import io.hawser.strict.call.Call;
import io.hawser.strict.call.CapabilityProfiles;
import io.hawser.strict.call.Rpc;
import io.hawser.strict.history.Event;
import io.hawser.v1.Assignment;
import io.hawser.v1.AssignmentTarget;
import io.hawser.v1.MountAccess;
import io.hawser.v1.Scope;
import io.hawser.v1.Sharing;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** The plugin of the bench, in its own process, with volumes that exist already; and what is assigned of them. */
final class AgentVolumes implements AutoCloseable {
    private static final Set<Rpc> MOUNTING = Set.of(Rpc.NODE_STAGE_VOLUME, Rpc.NODE_PUBLISH_VOLUME);

    private final StrictPlugin plugin;

    private AgentVolumes(StrictPlugin plugin) {
        this.plugin = plugin;
    }

    /** @param data for the contents of the volumes */
    static AgentVolumes start(Path socket, Path data, int count) {
        return new AgentVolumes(StrictPlugin.start(StrictPluginOptions.at(socket)
                .withNode(AgentUnderTest.NODE, socket)
                .withCapabilities(CapabilityProfiles.parse("node-only"))
                .withAdopted(
                        IntStream.range(0, count).mapToObj(AgentVolumes::name).collect(Collectors.toSet()))
                .withFiles(new KernelMounts(data))
                .withoutJudge()));
    }

    static String name(int number) {
        return "bench-" + number;
    }

    /** Mounted for one task. */
    static Assignment mounted(int number) {
        return base(number)
                .setScope(Scope.SCOPE_SINGLE_NODE)
                .setSharing(Sharing.SHARING_ALL)
                .setMount(MountAccess.getDefaultInstance())
                .addTargets(
                        AssignmentTarget.newBuilder().setId("task-" + number).setTask("task-" + number))
                .build();
    }

    private static Assignment.Builder base(int number) {
        return Assignment.newBuilder()
                .setNode(AgentUnderTest.NODE)
                .setVolume(name(number))
                .setUid("u" + number)
                .setGeneration(1)
                .setPlugin(StrictPluginOptions.DEFAULT_NAME)
                .setVolumeId(name(number));
    }

    /** How long the plugin itself was busy with mounting each volume. */
    Map<String, Duration> ownTimes() {
        return ownTimes(plugin.events());
    }

    static Map<String, Duration> ownTimes(List<Event> events) {
        Map<Long, Call> running = new HashMap<>();
        Map<String, Duration> own = new HashMap<>();
        for (Event event : events) {
            if (event instanceof Event.CallArrived(Call call) && MOUNTING.contains(call.rpc())) {
                running.put(call.id(), call);
            } else if (event instanceof Event.CallEnded ended && running.containsKey(ended.call())) {
                Call call = running.remove(ended.call());
                own.merge(call.fields().volumeId(), ended.at().since(call.at()), Duration::plus);
            }
        }
        return own;
    }

    @Override
    public void close() {
        plugin.close();
    }
}
