package io.hawser.volume.lifecycle;

import static io.hawser.volume.id.Ids.N1;
import static io.hawser.volume.id.Ids.N2;
import static io.hawser.volume.id.Ids.N3;
import static io.hawser.volume.id.Ids.V;

import io.hawser.v1.MountReport;
import io.hawser.v1.Scope;
import io.hawser.v1.Sharing;
import io.hawser.volume.claim.TaskSpec;
import io.hawser.volume.id.NodeName;
import io.hawser.volume.id.TargetId;
import io.hawser.volume.id.TaskName;
import io.hawser.volume.lifecycle.report.VolumeReport;
import io.hawser.volume.orphan.UnexplainedMount;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/** What there is in one run: the time, nodes and plugin, and what the database and the topics say. */
final class SimulatedWorld {
    private static final List<NodeName> NODES = List.of(N1, N2, N3);

    /**
     * @param fenced whether its node was fenced when it was sent
     * @param readOnly whether it is for reading only; a plugin that lost PUBLISH_READONLY does not get it
     */
    record InFlight(Volume.Call call, boolean fenced, boolean readOnly) {}

    /**
     * @param report of the node, or what stands in for it
     * @param generation that the node was given last, as far as known
     */
    record Unexplained(Instant since, MountReport report, long generation) {
        Unexplained(Instant since, MountReport report) {
            this(since, report, report.getGeneration());
        }

        Unexplained given(long before) {
            return new Unexplained(since, report, Math.max(generation, before));
        }
    }

    final Random random;
    final Scope scope;
    final Sharing sharing;
    final SimulatedPlugin plugin = new SimulatedPlugin();
    final Map<NodeName, SimulatedNode> nodes = new TreeMap<>();

    Instant now = Scenes.NOW;
    Optional<Volume> volume;
    List<Claim> claims = List.of();
    Optional<InFlight> inFlight = Optional.empty();
    /** What the nodes have, or may have, that no assignment explains. */
    final Map<NodeName, Unexplained> unexplained = new TreeMap<>();
    /** The plugin's id of the node, where the volume was attached before a restore. */
    final Map<NodeName, String> restoredIds = new TreeMap<>();
    /** What the topic says of the tasks that have not ended. */
    final Map<TaskName, TaskSpec> tasks = new TreeMap<>();
    /** The claims that wait, by task. */
    final Map<TaskName, Claim> queue = new TreeMap<>();
    /** Tasks, with their nodes, to which a life of the database that is lost gave the volume. */
    final Map<TaskName, NodeName> running = new TreeMap<>();
    /** The database went back to an earlier copy. */
    boolean restored;
    /** A report woke the tasks that wait. */
    boolean woken;

    /** The targets of all mounts that write. */
    final Set<TargetId> written = new TreeSet<>();
    /** The commands that say that the volume was detached by hand, and that have no answer yet. */
    final Set<String> unanswered = new TreeSet<>();

    private int asked;

    /** What {@code hawser.volumes} says. */
    io.hawser.v1.Volume published = io.hawser.v1.Volume.getDefaultInstance();

    SimulatedWorld(long seed) {
        random = new Random(seed);
        NODES.forEach(name -> nodes.put(name, new SimulatedNode(name, random.nextInt(3) > 0)));
        if (random.nextInt(4) == 0) {
            plugin.facts = SimulatedPlugin.perhapsReadOnly(
                    Scenes.plugin("unix:///p.sock", random.nextBoolean(), random.nextBoolean(), 7));
            plugin.attachmentsForgotten.addAll(NODES);
        }
        scope = random.nextInt(3) > 0 ? Scope.SCOPE_SINGLE_NODE : Scope.SCOPE_MULTI_NODE;
        // What is for one task alone is for one node.
        List<Sharing> several = List.of(Sharing.SHARING_ALL, Sharing.SHARING_ONE_WRITER, Sharing.SHARING_READ_ONLY);
        sharing = scope == Scope.SCOPE_SINGLE_NODE && random.nextInt(4) == 0
                ? Sharing.SHARING_NONE
                : several.get(random.nextInt(several.size()));
        plugin.unknown = random.nextInt(8) == 0;
        Volume accepted = Volume.accepted(V, "uid", Scenes.spec(scope, sharing));
        boolean databaseLost = random.nextBoolean();
        plugin.exists = databaseLost && random.nextBoolean();
        plugin.registered = random.nextInt(6) == 0;
        plugin.exists |= plugin.registered;
        Volume asked = plugin.registered ? accepted.with(Provision.registered(SimulatedPlugin.REGISTERED)) : accepted;
        volume = Optional.of(databaseLost ? asked.perhapsCommandedBefore() : asked);
    }

    SimulatedNode anyNode() {
        return nodes.get(NODES.get(random.nextInt(NODES.size())));
    }

    Volume stored() {
        return volume.orElseThrow();
    }

    void store(Publication publication) {
        volume = Optional.of(stored().with(publication));
    }

    /** What no assignment explains, by node, as the decisions read it. */
    Map<NodeName, UnexplainedMount> unexplainedMounts() {
        Map<NodeName, UnexplainedMount> mounts = new TreeMap<>();
        unexplained.forEach((node, there) -> mounts.put(
                node,
                UnexplainedMount.of(
                        there.report(),
                        there.generation(),
                        publication(node).filter(Publication::announced).flatMap(p -> p.mounts()
                                .reported()))));
        return mounts;
    }

    Optional<Publication> publication(NodeName node) {
        return Optional.ofNullable(stored().publications().get(node));
    }

    void record(TaskSpec spec) {
        tasks.put(spec.name(), spec);
        spec.mounts().stream()
                .filter(mount -> !mount.getReadOnly())
                .forEach(mount -> written.add(TaskSpec.targetId(spec.task(), mount)));
    }

    /** A task on the node that may use the mount. */
    Optional<TaskName> taskOf(NodeName node, UnexplainedMount unexplained) {
        return tasks.values().stream()
                .filter(spec -> spec.node().equals(node))
                .filter(spec -> spec.mounts().stream()
                        .anyMatch(mount -> unexplained.mayBeUsedBy(TaskSpec.targetId(spec.task(), mount))))
                .map(TaskSpec::name)
                .findFirst();
    }

    void forget(TaskName task) {
        tasks.remove(task);
        queue.remove(task);
        running.remove(task);
    }

    void publish() {
        volume.ifPresent(v -> published = VolumeReport.of(v, List.of(), 0, List.of(), List.of(), Map.of()));
    }

    /** Somebody sends one more command, which is to be answered once. */
    String asks() {
        String command = "detached-" + ++asked;
        unanswered.add(command);
        return command;
    }

    void remove(boolean force) {
        volume = volume.map(v -> v.removing(v.removal()
                .map(before -> before.askedAgain(force, "again"))
                .orElse(new Volume.Removal(force, "remove", Optional.empty()))));
    }
}
