package io.hawser.volume.lifecycle;

import static io.hawser.volume.id.Ids.N1;
import static io.hawser.volume.id.Ids.N2;
import static io.hawser.volume.id.Ids.N3;
import static io.hawser.volume.id.Ids.V;

import io.hawser.ledger.call.CallDeadline;
import io.hawser.ledger.call.CallToken;
import io.hawser.v1.MountReport;
import io.hawser.v1.MountedTarget;
import io.hawser.v1.RemoveVolume;
import io.hawser.v1.Scope;
import io.hawser.v1.Sharing;
import io.hawser.v1.VolumeOnNode;
import io.hawser.volume.id.NodeName;
import io.hawser.volume.id.TargetId;
import io.hawser.volume.lifecycle.Conditions.Condition;
import io.hawser.volume.lifecycle.VolumeInputs.NodeFacts;
import io.hawser.volume.lifecycle.VolumeInputs.PluginFacts;
import io.hawser.volume.lifecycle.report.VolumeReport;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * One volume, of any scope and sharing, a plugin, three nodes and the tasks on them, driven by a seed: calls end in all
 * ways with and without effect, processes die between intent, call and ending, reports come late and again, nodes are
 * fenced, removed and come back, their ids come late, the plugin changes what it can do, is not known for a while, or
 * is gone for good, operators unmount by hand, removals come while tasks run and wait for what is not read yet, the
 * clock steps back, and the database does. Checks the named invariants after every event.
 */
final class VolumeSimulation {
    private static final List<NodeName> NODES = List.of(N1, N2, N3);

    /** What the node really has, and the assignment that it last saw. */
    private static final class NodeModel {
        final Set<TargetId> mounted = new TreeSet<>();
        /** What the agent keeps a record of: more than is mounted, where its plugin is gone and a person unmounted. */
        final Set<TargetId> record = new TreeSet<>();

        final List<Effect.Assign> unseen = new ArrayList<>();
        long generation;
        boolean nothing;
        Set<TargetId> wanted = Set.of();
        boolean fenced;
        /** Its mounts of this generation were fenced: they cannot write, whether or not a restored record says so. */
        long fencedGeneration = -1;

        boolean removed;
        boolean csiIdKnown;
        /** The plugin's node service is gone for good. */
        boolean stuck;

        boolean forget;
        long reports;
    }

    private record InFlight(Volume.Call call, Volume volume) {}

    private record Backup(
            Volume volume,
            List<Claim> claims,
            io.hawser.v1.Volume published,
            Map<NodeName, Instant> unexplained,
            Map<NodeName, String> restoredIds) {}

    private final Random random;
    private final Map<NodeName, NodeModel> nodes = new TreeMap<>();
    private final Set<NodeName> attached = new TreeSet<>();
    /** Since when. */
    private final Map<NodeName, Instant> unexplained = new TreeMap<>();
    /** The plugin's id of the node, where the volume was attached before a restore. */
    private final Map<NodeName, String> restoredIds = new TreeMap<>();

    private final Map<String, String> history = new HashMap<>();
    private final Set<Long> generations = new HashSet<>();
    /** Where nothing was attached since the plugin could not. */
    private final Set<NodeName> attachmentsForgotten = new HashSet<>();

    private final Scope scope;
    private final Sharing sharing;

    private PluginFacts plugin = Scenes.PLUGIN;
    /** The registry says nothing of the plugin; what it can do, and holds, stays. */
    private boolean unknown;
    /** When everything that was written before the barrier has been read. */
    private Instant barrierRead = Scenes.NOW;

    private boolean kept;
    private long highest;
    private Optional<Volume> volume;
    private List<Claim> claims = List.of();
    private boolean exists;
    private Optional<InFlight> inFlight = Optional.empty();
    private Optional<Backup> backup = Optional.empty();
    /** What {@code hawser.volumes} says. */
    private io.hawser.v1.Volume published = io.hawser.v1.Volume.getDefaultInstance();
    /** Tasks, with their nodes, to which a life of the database that is lost gave the volume. */
    private final Map<String, NodeName> waiting = new TreeMap<>();

    private Instant now = Scenes.NOW;
    private int tasks;
    private int calls;

    VolumeSimulation(long seed) {
        this.random = new Random(seed);
        NODES.forEach(node -> {
            nodes.put(node, new NodeModel());
            nodes.get(node).csiIdKnown = random.nextInt(3) > 0;
        });
        if (random.nextInt(4) == 0) {
            plugin = Scenes.plugin("unix:///p.sock", random.nextBoolean(), random.nextBoolean(), 7);
            attachmentsForgotten.addAll(NODES);
        }
        scope = random.nextInt(3) > 0 ? Scope.SCOPE_SINGLE_NODE : Scope.SCOPE_MULTI_NODE;
        // What is for one task alone is for one node.
        List<Sharing> several = List.of(Sharing.SHARING_ALL, Sharing.SHARING_ONE_WRITER, Sharing.SHARING_READ_ONLY);
        sharing = scope == Scope.SCOPE_SINGLE_NODE && random.nextInt(4) == 0
                ? Sharing.SHARING_NONE
                : several.get(random.nextInt(several.size()));
        unknown = random.nextInt(8) == 0;
        Volume accepted = Volume.accepted(V, "uid", Scenes.spec(scope, sharing));
        boolean databaseLost = random.nextBoolean();
        exists = databaseLost && random.nextBoolean();
        volume = Optional.of(databaseLost ? accepted.perhapsCommandedBefore() : accepted);
    }

    /** @return whether everything came to rest after the storm */
    boolean run(int events) {
        for (int i = 0; i < events && volume.isPresent(); i++) {
            now = now.plusMillis(random.nextInt(400));
            event();
            check();
        }
        return settle();
    }

    private void event() {
        switch (random.nextInt(12)) {
            case 0, 1 -> claim();
            case 2 -> release();
            case 3, 4 -> nodeActs();
            case 5 -> {
                if (random.nextInt(4) == 0) {
                    recordsAreLost();
                } else if (random.nextInt(3) == 0) {
                    List.copyOf(unexplained.keySet()).forEach(this::answered);
                } else {
                    fence();
                }
            }
            case 6 ->
                now = random.nextInt(8) == 0
                        ? now.minusSeconds(random.nextInt(3600))
                        : now.plusSeconds(random.nextInt(30));
            case 10 -> surroundings();
            case 11 -> {
                if (random.nextInt(20) == 0) {
                    remove(random.nextInt(3) == 0);
                } else if (backup.isEmpty()) {
                    backup = Optional.of(new Backup(
                            volume.orElseThrow(), claims, published, Map.copyOf(unexplained), Map.copyOf(restoredIds)));
                } else if (random.nextInt(3) == 0) {
                    restore();
                }
            }
            case 7, 8 -> callEnds();
            default -> decide(Optional.empty());
        }
        if (random.nextInt(4) > 0) {
            decide(Optional.empty());
        }
    }

    /**
     * As the claim rules grant it: of a volume for one node never beside a publication elsewhere; never into a detach
     * or an unconfirmed detach; and only as many at once as it is shared with.
     */
    private void claim() {
        if (claims.size() >= 4) {
            return;
        }
        if (waiting.isEmpty()) {
            grant("t" + tasks++, NODES.get(random.nextInt(NODES.size())));
        } else {
            Map.copyOf(waiting).forEach((task, node) -> {
                if (grant(task, node)) {
                    waiting.remove(task);
                }
            });
        }
    }

    private boolean grant(String task, NodeName node) {
        Volume v = volume.orElseThrow();
        boolean elsewhere = scope == Scope.SCOPE_SINGLE_NODE
                && (v.publications().values().stream()
                                .anyMatch(p -> !p.node().equals(node)
                                        && !(p.state() == Publication.State.UNCONFIRMED_DETACH
                                                && nodes.get(p.node()).fenced))
                        || claims.stream().anyMatch(claim -> !claim.node().equals(node))
                        || unexplained.keySet().stream().anyMatch(other -> !other.equals(node)));
        boolean reads = sharing == Sharing.SHARING_READ_ONLY
                || sharing == Sharing.SHARING_ONE_WRITER && claims.stream().anyMatch(claim -> !claim.readOnly());
        boolean taken = sharing == Sharing.SHARING_NONE && !claims.isEmpty();
        List<String> flags = random.nextInt(4) == 0 ? List.of("noatime") : List.of();
        Publication here = v.publications().get(node);
        boolean otherFlags = here != null
                        && here.flags().filter(fixed -> !fixed.equals(flags)).isPresent()
                || claims.stream()
                        .anyMatch(claim ->
                                claim.node().equals(node) && !claim.flags().equals(flags));
        boolean leaving = here != null
                && (here.state() == Publication.State.PENDING_UNPUBLISH
                        || here.state() == Publication.State.UNCONFIRMED_DETACH);
        boolean granted = v.provision().created()
                && v.removal().isEmpty()
                && !elsewhere
                && !taken
                && !leaving
                && !otherFlags
                && !nodes.get(node).fenced
                && !nodes.get(node).stuck;
        if (granted) {
            List<Claim> more = new ArrayList<>(claims);
            more.add(Scenes.waiting(task, node, reads, flags).granted(V));
            claims = more;
        }
        return granted;
    }

    private void release() {
        if (!claims.isEmpty()) {
            List<Claim> changed = new ArrayList<>(claims);
            int which = random.nextInt(changed.size());
            changed.set(which, changed.get(which).releasing());
            claims = changed;
        }
    }

    private void fence() {
        NodeModel node = nodes.get(NODES.get(random.nextInt(NODES.size())));
        // Who vouched for a node, and for how long, a restored database does not know.
        backup = Optional.empty();
        boolean before = node.fenced;
        node.fenced = random.nextInt(3) == 0;
        node.fencedGeneration = node.fenced ? node.generation : node.fencedGeneration;
        // What is removed while it is fenced may come back, in the boot that it was in or in another.
        node.removed = node.fenced && random.nextInt(3) == 0;
        if (before && !node.fenced && random.nextBoolean()) {
            node.mounted.clear();
        }
    }

    /** What the facts say of the plugin and the nodes changes; a person does something by hand. */
    private void surroundings() {
        NodeModel node = nodes.get(NODES.get(random.nextInt(NODES.size())));
        switch (random.nextInt(8)) {
            case 6 -> unknown = true;
            case 7 -> unknown = false;
            case 0 -> node.csiIdKnown = true;
            case 1 -> {
                boolean attaches = random.nextInt(3) > 0;
                if (!attaches) {
                    attachmentsForgotten.addAll(NODES);
                    attached.clear();
                }
                plugin = Scenes.plugin(
                        random.nextInt(4) == 0 ? "" : "unix:///p.sock",
                        random.nextInt(4) > 0,
                        attaches,
                        random.nextInt(3));
            }
            case 2 -> plugin = Scenes.plugin("unix:///p.sock", true, plugin.publishes(), plugin.version());
            case 3 -> node.stuck = random.nextInt(4) == 0;
            case 4 -> node.stuck = false;
            default -> byHand(random.nextBoolean());
        }
    }

    /** A person unmounts on every node whose plugin is gone, and says so. */
    private void byHand(boolean unmounted) {
        nodes.forEach((name, node) -> {
            Publication publication = volume.orElseThrow().publications().get(name);
            boolean leaving = publication != null
                    && (publication.unconfirmed() || publication.state() == Publication.State.PENDING_NODE_UNPUBLISH);
            if (node.stuck && leaving && unmounted) {
                node.mounted.clear();
            }
            if (node.stuck && leaving && !publication.forget().asked()) {
                volume = Optional.of(volume.get().with(publication.forgetting("forget")));
            }
        });
    }

    private void remove(boolean force) {
        volume = volume.map(v -> v.removing(v.removal()
                .map(before -> before.askedAgain(force, "again"))
                .orElse(new Volume.Removal(force, "remove", Optional.empty()))));
    }

    /**
     * The records of a node are gone, as after a restore; what it has mounted and reports, and what the plugin may
     * hold, is still there.
     */
    private void recordsAreLost() {
        Volume v = volume.orElseThrow();
        NodeName name = NODES.get(random.nextInt(NODES.size()));
        NodeModel node = nodes.get(name);
        Publication lost = v.publications().get(name);
        if (lost == null
                || lost.generation() == 0
                || lost.unconfirmed()
                || lost.state() == Publication.State.PENDING_UNPUBLISH
                || node.generation == 0
                || node.nothing
                || node.fenced
                || inFlight.isPresent()) {
            return;
        }
        backup = Optional.empty();
        if (random.nextBoolean()) {
            attached.remove(name);
        }
        node.unseen.clear();
        now = now.plusMillis(1);
        claims = claims.stream().filter(claim -> !claim.node().equals(name)).toList();
        Volume without = v.without(name);
        // With it may go what the volume knew of generations.
        boolean generationToo =
                random.nextBoolean() && without.publications().values().stream().allMatch(p -> p.generation() == 0);
        volume = Optional.of(
                generationToo
                        ? new Volume(
                                v.name(),
                                v.uid(),
                                v.spec(),
                                v.provision(),
                                v.removal(),
                                without.publications(),
                                v.call(),
                                0,
                                v.since())
                        : without);
        if (generationToo) {
            generations.clear();
            highest = 0;
        }
        unexplained.put(name, now);
    }

    /**
     * The database goes back to an earlier copy. Before anything is decided the topics are read: which tasks there are,
     * which removal was asked for, and what the nodes say, which have meanwhile done what the lost life told them.
     */
    private void restore() {
        Volume lost = volume.orElseThrow();
        Backup then = backup.orElseThrow();
        nodes.values().stream()
                .filter(node -> !node.unseen.isEmpty() && !node.fenced)
                .forEach(VolumeSimulation::reads);
        if (inFlight.isPresent()) {
            return;
        }
        backup = Optional.empty();
        claims.stream()
                .filter(claim -> claim.state() == Claim.State.GRANTED)
                .forEach(claim -> waiting.put(claim.task(), claim.node()));
        claims = then.claims().stream()
                .map(claim -> waiting.containsKey(claim.task()) ? claim : claim.releasing())
                .toList();
        claims.forEach(claim -> waiting.remove(claim.task()));
        volume = Optional.of(then.volume());
        lost.removal().ifPresent(removal -> remove(removal.force()));
        now = then.volume()
                .call()
                .map(call -> call.token().until())
                .filter(until -> until.isAfter(now))
                .orElse(now)
                .plusMillis(1);
        generations.clear();
        highest = then.volume().generation();
        unexplained.clear();
        unexplained.putAll(then.unexplained());
        restoredIds.clear();
        restoredIds.putAll(then.restoredIds());
        nodes.forEach((name, node) -> saysAgain(name, node, !lost.publications().containsKey(name)));
        if (!published.equals(then.published())) {
            RestoredVolume.Compared found =
                    RestoredVolume.with(volume.orElseThrow(), published, new DecisionContext(now, 0));
            volume = Optional.of(found.volume());
            highest = Math.max(highest, found.volume().generation());
            found.unexplained().forEach(this::perhapsAttached);
        }
        claim();
        decide(Optional.empty());
    }

    private void perhapsAttached(VolumeOnNode node) {
        NodeName name = new NodeName(node.getNode());
        unexplained.putIfAbsent(name, now);
        if (!volume.orElseThrow().publications().containsKey(name)) {
            restoredIds.put(name, node.getCsiNodeId());
        }
    }

    /** @param detached by the life that is lost: the report is gone, and perhaps not even the topic has it any more */
    private void saysAgain(NodeName name, NodeModel node, boolean detached) {
        if (node.generation == 0) {
            return;
        }
        boolean gone = detached && node.nothing && node.mounted.isEmpty() && node.record.isEmpty();
        Optional<Publication> restored =
                Optional.ofNullable(volume.orElseThrow().publications().get(name));
        boolean known = restored.flatMap(Publication::reported).isPresent();
        if (!gone || !known || random.nextBoolean()) {
            says(name, report(name, node));
        }
        if (gone) {
            Optional.ofNullable(volume.orElseThrow().publications().get(name))
                    .flatMap(LaterLife::afterReportGone)
                    .ifPresent(after -> volume = Optional.of(volume.get().with(after)));
        }
    }

    /** As the intake takes a node's report. */
    private void says(NodeName name, MountReport report) {
        Volume v = volume.orElseThrow();
        Publication before = v.publications().get(name);
        Optional<Publication> overtaken = Optional.ofNullable(before)
                .flatMap(there -> LaterLife.afterReport(there, report, new DecisionContext(now, 0)));
        if (before == null || !before.announced()) {
            overtaken.ifPresent(begun -> volume = Optional.of(v.with(begun)));
            if (!report.getNothingLeft()) {
                unexplained.put(name, now);
            } else if (restoredIds.getOrDefault(name, "").isEmpty()) {
                unexplained.remove(name);
            }
            return;
        }
        volume = Optional.of(v.with(overtaken.orElseGet(() -> before.reporting(report))));
        if (overtaken.filter(begun -> !begun.announced()).isPresent()) {
            unexplained.put(name, now);
        }
    }

    /** An assignment explains the mount; where none comes, the node is told to let go. */
    private void answered(NodeName name) {
        NodeModel node = nodes.get(name);
        Publication publication = volume.orElseThrow().publications().get(name);
        boolean coming = publication != null
                || waiting.containsValue(name)
                || claims.stream().anyMatch(claim -> claim.node().equals(name));
        String id = restoredIds.getOrDefault(name, "").isEmpty() ? csiId(name) : restoredIds.get(name);
        MountReport report = report(name, node).toBuilder()
                .setNothingLeft(false)
                .setOrphaned(true)
                .build();
        if (publication != null && publication.generation() > 0) {
            volume = Optional.of(volume.get().with(publication.reporting(report)));
            unexplained.remove(name);
            restoredIds.remove(name);
        } else if (!coming && (!id.isEmpty() || node.fenced)) {
            long generation = new DecisionContext(now, 0, volume.get().generation()).generationAbove(report);
            Publication announced = Publication.orphaned(name, id, generation, report);
            drawn(generation);
            node.unseen.add(new Effect.Assign(announced, true, List.of()));
            volume = Optional.of(volume.get().with(announced));
            unexplained.remove(name);
            restoredIds.remove(name);
        }
    }

    private String csiId(NodeName name) {
        return nodes.get(name).csiIdKnown ? "csi-" + name : "";
    }

    private void drawn(long generation) {
        require(generations.add(generation), "a generation was used twice");
        require(generation > highest, "GenerationsGrow: " + generation + " after " + highest);
        highest = generation;
    }

    /** As the agent: the newest counts, and an older generation than the one that was taken over is a replay. */
    private static void reads(NodeModel node) {
        Effect.Assign seen = node.unseen.getLast();
        node.unseen.clear();
        if (seen.publication().generation() >= node.generation) {
            node.generation = seen.publication().generation();
            node.nothing = seen.nothing();
            node.wanted = seen.publication().assigned();
            node.forget = seen.publication().forget().announced();
        }
    }

    private static void mounts(NodeModel node) {
        if (!node.stuck) {
            node.fencedGeneration = node.generation > node.fencedGeneration ? -1 : node.fencedGeneration;
            node.mounted.retainAll(node.wanted);
            if (!node.nothing) {
                node.mounted.addAll(node.wanted);
            }
            node.record.clear();
            node.record.addAll(node.mounted);
        } else if (node.nothing && node.forget && node.mounted.isEmpty()) {
            node.record.clear();
        }
    }

    /** A node reads an assignment, mounts or unmounts, or reports what it has; a fenced one does nothing. */
    private void nodeActs() {
        NodeName name = NODES.get(random.nextInt(NODES.size()));
        NodeModel node = nodes.get(name);
        if (node.fenced) {
            return;
        }
        if (!node.unseen.isEmpty() && random.nextBoolean()) {
            reads(node);
        }
        if (random.nextBoolean()) {
            mounts(node);
        }
        Publication publication = volume.orElseThrow().publications().get(name);
        if (publication != null && publication.announced() && node.generation > 0) {
            says(name, report(name, node));
        }
    }

    private static MountReport report(NodeName name, NodeModel node) {
        Set<TargetId> mayBe = new TreeSet<>(node.record);
        mayBe.addAll(node.mounted);
        mayBe.addAll(node.wanted);
        MountReport.Builder report = MountReport.newBuilder()
                .setNode(name.value())
                .setGeneration(node.generation)
                .setRevision(++node.reports)
                .setNothingLeft(node.nothing && node.mounted.isEmpty() && node.record.isEmpty());
        mayBe.forEach(target -> report.addTargets(MountedTarget.newBuilder().setId(target.value())));
        return report.build();
    }

    private void callEnds() {
        if (inFlight.isEmpty()) {
            return;
        }
        InFlight call = inFlight.get();
        inFlight = Optional.empty();
        switch (random.nextInt(8)) {
            case 6 -> decide(ended(call, new CallOutcome.NotSent("no secret")));
            case 7 ->
                decide(ended(
                        call,
                        call.call().operation() instanceof Operation.Publish
                                ? new CallOutcome.Rejected("no place", true)
                                : new CallOutcome.Rejected("no")));
            case 0 -> decide(ended(call, new CallOutcome.Rejected("no")));
            case 1 -> {
                if (random.nextBoolean()) {
                    act(call);
                }
                decide(ended(call, new CallOutcome.Uncertain("lost")));
            }
            case 2 -> {
                // The process dies before or after the effect; nobody saves an ending.
                if (random.nextBoolean()) {
                    act(call);
                }
                now = call.call().token().until();
            }
            default -> decide(ended(call, act(call)));
        }
    }

    private CallOutcome act(InFlight call) {
        return switch (call.call().operation()) {
            case Operation.Create() -> {
                exists = true;
                yield new CallOutcome.Created(new Provision.Info("id", 0, Map.of(), List.of()));
            }
            case Operation.Delete() -> {
                require(attached.isEmpty(), "deleted while attached to " + attached);
                exists = false;
                yield new CallOutcome.Deleted();
            }
            case Operation.Publish(NodeName node) when !plugin.publishes() -> new CallOutcome.Rejected("UNIMPLEMENTED");
            case Operation.Unpublish(NodeName node)
            when !plugin.publishes() -> new CallOutcome.Rejected("UNIMPLEMENTED");
            case Operation.Publish(NodeName node) -> {
                require(exists, "published what does not exist");
                attached.add(node);
                attachmentsForgotten.remove(node);
                yield new CallOutcome.Published(node, Map.of("dev", node.value()));
            }
            case Operation.Unpublish(NodeName node) -> {
                require(
                        nodes.get(node).mounted.isEmpty() || nodes.get(node).fenced || wasFenced(call, node),
                        "NodeBeforeController: detached from " + node + " which has " + nodes.get(node).mounted);
                attached.remove(node);
                yield new CallOutcome.Unpublished(node);
            }
        };
    }

    private static boolean wasFenced(InFlight call, NodeName node) {
        return call.volume().publications().get(node).unconfirmed();
    }

    private static Optional<Reconciliation.Ended> ended(InFlight call, CallOutcome outcome) {
        return Optional.of(new Reconciliation.Ended(call.call().token().id(), outcome));
    }

    private void decide(Optional<Reconciliation.Ended> ended) {
        if (volume.isEmpty()) {
            return;
        }
        Map<NodeName, NodeFacts> inputs = new HashMap<>();
        nodes.forEach((name, node) ->
                inputs.put(name, Scenes.node(node.fenced, csiId(name), unexplained.containsKey(name), node.removed)));
        Map<NodeName, VolumeInputs.Orphan> orphans = new HashMap<>();
        // A time that is yet to come begins anew.
        unexplained.replaceAll((name, since) -> since.isAfter(now) ? now : since);
        unexplained.forEach((name, since) -> orphans.put(name, new VolumeInputs.Orphan(since, "")));
        boolean noted = volume.get().removal().flatMap(Volume.Removal::barrier).isPresent();
        VolumeInputs known = new VolumeInputs(
                Optional.of(plugin).filter(facts -> !unknown),
                inputs,
                noted && !now.isBefore(barrierRead) && unexplained.isEmpty(),
                orphans);
        Volume before = volume.get();
        List<Claim> held = claims;
        Reconciliation.Outcome outcome = Reconciliation.of(
                new Reconciliation.Input(before, claims, known, ended),
                Scenes.POLICY,
                new DecisionContext(now, random.nextDouble()));
        nothingPulled(before, held, outcome);
        claims = outcome.claims();
        volume = outcome.volume();
        if (volume.isPresent()
                && before.provision().created() != volume.get().provision().created()) {
            // A plugin that does not create serves what is there.
            exists = true;
        }
        oneCapability();
        volume.ifPresent(v -> announced(new Conditions.Input(v, claims, known, Optional.empty(), Optional.empty())));
        for (Effect effect : outcome.effects()) {
            if (effect instanceof Effect.Assign assign) {
                drawn(assign.publication().generation());
                nodes.get(assign.publication().node()).unseen.add(assign);
            }
            if (effect instanceof Effect.NoteBarrier) {
                noteBarrier();
            }
            if (effect instanceof Effect.CommandDone done && done.type().equals(RemoveVolume.getDescriptor())) {
                kept = done.note().contains("kept");
            }
            if (effect instanceof Effect.RecordEvent happened) {
                history.put(happened.reason(), happened.message());
            }
        }
        if (outcome.call().isPresent()) {
            require(volume.orElseThrow().call().isEmpty(), "NoOverlap: a call was chosen while one is in flight");
            require(!unknown && !plugin.endpoint().isEmpty(), "a call was chosen and there is no controller");
            if (outcome.call().get() instanceof Operation.Delete) {
                require(noted && !now.isBefore(barrierRead), "deleted before what was written is read");
                require(
                        nodes.values().stream().allMatch(node -> node.fenced || node.mounted.isEmpty()),
                        "NothingUnderADeletion: deleted under a mount");
            }
            CallDeadline deadline = CallDeadline.start(
                    Duration.ofSeconds(10), Duration.ofSeconds(1), Clock.fixed(now, ZoneOffset.UTC), () -> 0);
            CallToken token = CallToken.of("c" + calls++, now, deadline);
            Volume intended = CallEffects.intend(volume.get(), outcome.call().get(), token);
            volume = Optional.of(intended);
            inFlight = Optional.of(new InFlight(intended.call().orElseThrow(), intended));
            noEmptyIds(outcome.call().get(), intended);
        }
        volume.ifPresent(v -> published = VolumeReport.of(v, List.of(), 0, List.of(), List.of(), Map.of()));
    }

    private void noteBarrier() {
        barrierRead = now.plusMillis(random.nextInt(2000));
        volume = volume.map(v -> v.removal()
                .map(removal -> v.removing(new Volume.Removal(
                        removal.force(),
                        removal.command(),
                        Optional.of("barrier"),
                        removal.abandoned(),
                        removal.later())))
                .orElse(v));
    }

    /** OneCapability: what is attached and mounted for a task has the task's flags. */
    private void oneCapability() {
        claims.stream().filter(claim -> claim.state() == Claim.State.GRANTED).forEach(claim -> volume.map(
                        v -> v.publications().get(claim.node()))
                .ifPresent(publication -> require(
                        publication.flags().equals(Optional.of(claim.flags())),
                        "OneCapability: " + claim + " under " + publication)));
    }

    /** NothingPulled: without force and without a fence no claim goes, and no assignment lacks a granted mount. */
    private void nothingPulled(Volume before, List<Claim> held, Reconciliation.Outcome outcome) {
        boolean forced = before.removal().filter(Volume.Removal::force).isPresent();
        for (Claim claim : held) {
            if (claim.state() != Claim.State.GRANTED || forced || nodes.get(claim.node()).fenced) {
                continue;
            }
            require(
                    outcome.claims().stream()
                            .anyMatch(left -> left.task().equals(claim.task()) && left.state() == Claim.State.GRANTED),
                    "NothingPulled: the claim of " + claim.task() + " went");
            outcome.effects().stream()
                    .filter(Effect.Assign.class::isInstance)
                    .map(Effect.Assign.class::cast)
                    .filter(assign -> assign.publication().node().equals(claim.node())
                            && assign.publication().state() == Publication.State.PUBLISHED)
                    .forEach(assign -> require(
                            assign.publication().assigned().contains(claim.targetId()),
                            "NothingPulled: " + claim.targetId() + " was not assigned any more"));
        }
    }

    /**
     * NoSilentStandstill: what is not settled has a condition with a sentence and a time, at the latest when it is 10 s
     * old; later it says the same.
     */
    private void announced(Conditions.Input input) {
        List<Condition> all = Conditions.of(input, now.plusSeconds(10));
        require(Conditions.of(input, now.plusSeconds(20)).equals(all), "a condition changes with time alone: " + all);
        require(
                Conditions.next(input, now)
                        .filter(when -> when.isAfter(now.plusSeconds(10)))
                        .isEmpty(),
                "nobody looks in time");
        all.forEach(condition -> require(
                condition.message().length() > 5
                        && (condition.since().isPresent() || condition.type() == ConditionType.PLUGIN_UNAVAILABLE),
                "a condition without sentence or time: " + condition));
        Volume v = input.volume();
        if (!v.provision().created() || v.removal().isPresent()) {
            require(
                    all.stream().anyMatch(condition -> condition.node().isEmpty()),
                    "nothing is said of a volume that is created or removed");
        }
        for (NodeName node : unexplained.keySet()) {
            require(
                    all.stream()
                            .anyMatch(condition -> condition.node().equals(Optional.of(node))
                                    && condition.type() == ConditionType.ORPHANED_MOUNT),
                    "nothing is said of what no record explains on " + node);
        }
        for (Publication publication : v.publications().values()) {
            boolean settled =
                    switch (publication.state()) {
                        case UNCONFIRMED_DETACH -> input.inputs().destroyed(publication.node());
                        case PUBLISHED ->
                            publication.reportedGeneration() >= publication.generation()
                                    && claims.stream()
                                            .noneMatch(claim -> claim.node().equals(publication.node())
                                                    && (claim.path().isEmpty()
                                                            || claim.state() == Claim.State.RELEASING));
                        case PENDING_PUBLISH, PENDING_NODE_UNPUBLISH, PENDING_UNPUBLISH -> false;
                    };
            require(
                    settled
                            || all.stream()
                                    .anyMatch(condition -> condition.node().equals(Optional.of(publication.node()))),
                    "nothing is said of " + publication);
        }
    }

    private static void noEmptyIds(Operation operation, Volume intended) {
        switch (operation) {
            case Operation.Publish(NodeName node) ->
                require(!intended.publications().get(node).csiNodeId().isEmpty(), "NoEmptyIds");
            case Operation.Unpublish(NodeName node) ->
                require(!intended.publications().get(node).csiNodeId().isEmpty(), "NoEmptyIds");
            case Operation.Create create -> {}
            case Operation.Delete delete -> {}
        }
    }

    private void check() {
        long writing = nodes.entrySet().stream()
                .filter(entry -> entry.getValue().fencedGeneration < 0
                        && !entry.getValue().mounted.isEmpty())
                .filter(entry -> !owes(entry.getKey()))
                .count();
        require(writing <= 1 || scope == Scope.SCOPE_MULTI_NODE, "SingleNodeMeansOne: mounted on " + nodes.keySet());
        volume.ifPresent(v -> v.publications().values().forEach(publication -> {
            if (publication.uncertain() || inFlight.isPresent()) {
                return;
            }
            // A plugin that does not attach needs no call; one that stopped to attach has forgotten what it had.
            if (publication.state() == Publication.State.PUBLISHED
                    && publication.attempted()
                    && !attachmentsForgotten.contains(publication.node())) {
                require(attached.contains(publication.node()), "SettledMeansTrue: " + publication.node());
            }
        }));
    }

    /** Fenced once, and not yet heard of: its mounts cannot write, whatever they look like. */
    private boolean owes(NodeName node) {
        return volume.map(v -> v.publications().get(node))
                .filter(p -> p != null && p.unconfirmed())
                .isPresent();
    }

    /**
     * Everything that can go well goes well from here: all tasks end, nodes come back or are removed for good, a person
     * unmounts where the plugin is gone, the
     * volume is removed. Once in a while the controller plugin never comes back: then with force.
     */
    private boolean settle() {
        boolean pluginGone = random.nextInt(6) == 0;
        boolean force = pluginGone || random.nextInt(4) == 0;
        plugin = Scenes.plugin(pluginGone ? "" : "unix:///p.sock", true, true, 99);
        unknown = pluginGone && random.nextBoolean();
        nodes.values().forEach(node -> {
            node.csiIdKnown = true;
            node.removed = node.fenced && random.nextBoolean();
            node.fenced = node.removed;
        });
        if (volume.isPresent()) {
            remove(force);
        }
        for (int i = 0; i < 2000 && volume.isPresent(); i++) {
            now = now.plusSeconds(61);
            claims = claims.stream().map(Claim::releasing).toList();
            waiting.clear();
            inFlight.ifPresent(call -> {
                inFlight = Optional.empty();
                decide(ended(call, pluginGone ? new CallOutcome.Uncertain("lost") : act(call)));
            });
            decide(Optional.empty());
            if (volume.isPresent()) {
                List.copyOf(unexplained.keySet()).forEach(this::answered);
                byHand(true);
            }
            nodes.forEach((name, node) -> {
                if (volume.isPresent() && !node.fenced) {
                    nodeComesToRest(name, node);
                }
            });
        }
        require(volume.isEmpty(), "never came to rest: " + volume);
        require(kept || (!exists && attached.isEmpty()), "NoLeak: exists=" + exists + " attached=" + attached);
        return true;
    }

    private void nodeComesToRest(NodeName name, NodeModel node) {
        if (!node.unseen.isEmpty()) {
            reads(node);
        }
        mounts(node);
        Publication publication = volume.orElseThrow().publications().get(name);
        if (publication != null && publication.announced() && node.generation > 0) {
            says(name, report(name, node));
        }
    }

    private static void require(boolean holds, String what) {
        if (!holds) {
            throw new AssertionError(what);
        }
    }
}
