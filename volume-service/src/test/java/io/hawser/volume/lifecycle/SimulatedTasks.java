package io.hawser.volume.lifecycle;

import static io.hawser.volume.id.Ids.N1;
import static io.hawser.volume.id.Ids.P;
import static io.hawser.volume.id.Ids.V;

import io.hawser.csi.v1.NodeServiceCapability;
import io.hawser.v1.Fingerprint;
import io.hawser.v1.Node;
import io.hawser.v1.Sharing;
import io.hawser.v1.Task;
import io.hawser.v1.TaskMount;
import io.hawser.volume.claim.ClaimDecision;
import io.hawser.volume.claim.NodeView;
import io.hawser.volume.claim.TaskSpec;
import io.hawser.volume.claim.VolumeView;
import io.hawser.volume.id.NodeName;
import io.hawser.volume.id.TaskName;
import io.hawser.volume.orphan.UnexplainedMount;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Tasks come, move, get the volume as {@link ClaimDecision} says, and end. */
final class SimulatedTasks {
    private static final int MOST = 5;

    private final SimulatedWorld world;
    private int begun;

    SimulatedTasks(SimulatedWorld world) {
        this.world = world;
    }

    /** A task comes, or one that is there is decided again. */
    void comes() {
        if (world.tasks.size() < MOST && world.random.nextInt(3) > 0) {
            TaskName name = new TaskName("t" + begun++);
            world.record(new TaskSpec(task(name), false));
            decide(name);
        } else {
            any().ifPresent(this::decide);
        }
    }

    private Task task(TaskName name) {
        boolean written = world.claims.stream().anyMatch(claim -> !claim.readOnly());
        TaskMount.Builder mount = TaskMount.newBuilder()
                .setSource(V.value())
                .setTarget("/data")
                .setReadOnly(world.sharing == Sharing.SHARING_READ_ONLY
                        || world.sharing == Sharing.SHARING_ONE_WRITER && written && world.random.nextInt(4) > 0);
        if (world.random.nextInt(4) == 0) {
            mount.addMountFlags("noatime");
        }
        return Task.newBuilder()
                .setName(name.value())
                .setNode(world.anyNode().name.value())
                .addMounts(mount)
                .build();
    }

    /** The task's record names another node: its container there is another one. */
    void moves() {
        any().ifPresent(name -> {
            Task task = world.tasks.get(name).task();
            world.running.remove(name);
            world.record(new TaskSpec(
                    task.toBuilder().setNode(world.anyNode().name.value()).build(), false));
            decide(name);
        });
    }

    void ends() {
        any().ifPresent(name -> {
            decide(new TaskSpec(world.tasks.get(name).task(), true));
            world.forget(name);
        });
    }

    /** Every task is decided, in order: a seed draws the same in every process. */
    void allDecided() {
        Set<TaskName> names = new TreeSet<>(world.tasks.keySet());
        world.claims.forEach(claim -> names.add(claim.task()));
        names.addAll(world.queue.keySet());
        names.forEach(this::decide);
    }

    /** They are decided before the volume is; so are those that wait, if a report woke them. */
    void decided(Set<TaskName> first) {
        // A claim that went woke its task.
        Set<TaskName> names = new TreeSet<>(world.tasks.keySet());
        world.claims.forEach(claim -> names.remove(claim.task()));
        names.removeAll(world.queue.keySet());
        names.addAll(first);
        if (world.woken) {
            names.addAll(world.queue.keySet());
            world.claims.stream()
                    .filter(claim -> claim.state() == Claim.State.RELEASING)
                    .forEach(claim -> names.add(claim.task()));
        }
        world.woken = false;
        names.forEach(this::decide);
    }

    /** A change of the volume wakes them. */
    void waitingDecided() {
        List.copyOf(world.queue.keySet()).forEach(this::decide);
    }

    void allEnd() {
        world.claims = world.claims.stream().map(Claim::releasing).toList();
        List.copyOf(world.tasks.keySet()).forEach(world::forget);
    }

    private Optional<TaskName> any() {
        List<TaskName> names = List.copyOf(world.tasks.keySet());
        return names.isEmpty() ? Optional.empty() : Optional.of(names.get(world.random.nextInt(names.size())));
    }

    private void decide(TaskName name) {
        decide(Optional.ofNullable(world.tasks.get(name))
                .orElseGet(() -> new TaskSpec(
                        Task.newBuilder()
                                .setName(name.value())
                                .setNode(N1.value())
                                .build(),
                        true)));
    }

    private void decide(TaskSpec spec) {
        if (world.volume.isEmpty()) {
            return;
        }
        Map<Boolean, List<Claim>> claims = Stream.concat(world.claims.stream(), world.queue.values().stream())
                .collect(Collectors.partitioningBy(claim -> claim.task().equals(spec.name())));
        List<Claim> its = ClaimDecision.of(
                        new ClaimDecision.Input(spec, claims.get(true), List.of(volume()), node(spec)), world.now)
                .claims();
        List<Claim> held = new ArrayList<>(world.claims);
        held.removeIf(claim -> claim.task().equals(spec.name()));
        its.stream().filter(Claim::holds).forEach(held::add);
        world.claims = held;
        world.queue.remove(spec.name());
        its.stream().filter(claim -> !claim.holds()).forEach(claim -> world.queue.put(claim.task(), claim));
        its.stream()
                .filter(claim -> claim.state() == Claim.State.GRANTED)
                .forEach(claim -> world.running.remove(claim.task(), claim.node()));
    }

    private VolumeView volume() {
        Volume stored = world.stored();
        Map<NodeName, UnexplainedMount> unexplained = world.unexplainedMounts();
        return new VolumeView(
                stored,
                unexplained,
                Stream.concat(world.claims.stream(), world.queue.values().stream())
                        .toList(),
                Stream.concat(stored.publications().keySet().stream(), unexplained.keySet().stream())
                        .filter(name -> world.nodes.get(name).fenced)
                        .collect(Collectors.toSet()));
    }

    private NodeView node(TaskSpec spec) {
        Optional<SimulatedNode> there = Optional.ofNullable(world.nodes.get(spec.node()));
        Fingerprint plugin = Fingerprint.newBuilder()
                .setHealthy(there.filter(node -> !node.stuck).isPresent())
                .addNodeCapabilities(NodeServiceCapability.RPC.Type.SINGLE_NODE_MULTI_WRITER_VALUE)
                .build();
        return new NodeView(
                spec.node(),
                there.filter(node -> !node.removed)
                        .map(node -> Node.newBuilder().setFenced(node.fenced).build()),
                Map.of(P, plugin),
                Map.of(),
                "");
    }
}
