package io.hawser.volume.lifecycle;

import io.hawser.ledger.call.CallDeadline;
import io.hawser.ledger.call.CallToken;
import io.hawser.v1.MountReport;
import io.hawser.v1.MountedTarget;
import io.hawser.v1.Scope;
import io.hawser.v1.Sharing;
import io.hawser.volume.lifecycle.Facts.NodeFacts;
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
 * One volume, a plugin, three nodes and the tasks on them, driven by a seed: calls end in all three ways with and without effect, processes die between
 * intent, call and ending, reports come late and again, nodes are fenced. Checks the named invariants after every event.
 */
final class VolumeSimulation {
    private static final List<String> NODES = List.of("n1", "n2", "n3");

    /** What the node really has, and the assignment that it last saw. */
    private static final class NodeModel {
        final Set<String> mounted = new TreeSet<>();
        final List<Effect.Assign> unseen = new ArrayList<>();
        long generation;
        boolean nothing;
        Set<String> wanted = Set.of();
        boolean fenced;
        long reports;
    }

    private record InFlight(Volume.Call call, Volume volume) {}

    private final Random random;
    private final Map<String, NodeModel> nodes = new TreeMap<>();
    private final Set<String> attached = new TreeSet<>();
    private final Set<String> unexplained = new TreeSet<>();
    private final Map<String, String> history = new HashMap<>();
    private final Set<Long> generations = new HashSet<>();
    private Optional<Volume> volume;
    private List<Claim> claims = List.of();
    private boolean exists;
    private Optional<InFlight> inFlight = Optional.empty();
    private Instant now = Scenes.NOW;
    private int tasks;
    private int calls;

    VolumeSimulation(long seed) {
        this.random = new Random(seed);
        NODES.forEach(node -> nodes.put(node, new NodeModel()));
        Volume wished = Volume.wished("v", "uid", Scenes.spec(Scope.SCOPE_SINGLE_NODE, Sharing.SHARING_ALL));
        boolean databaseLost = random.nextBoolean();
        exists = databaseLost && random.nextBoolean();
        volume = Optional.of(databaseLost ? wished.perhapsWishedBefore() : wished);
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
        switch (random.nextInt(10)) {
            case 0, 1 -> claim();
            case 2 -> release();
            case 3, 4 -> nodeActs();
            case 5 -> {
                if (random.nextInt(4) == 0) {
                    recordsAreLost();
                } else if (random.nextInt(3) == 0) {
                    List.copyOf(unexplained).forEach(this::answered);
                } else {
                    fence();
                }
            }
            case 6 -> now = now.plusSeconds(random.nextInt(30));
            case 7, 8 -> callEnds();
            default -> decide(Optional.empty());
        }
        if (random.nextInt(4) > 0) {
            decide(Optional.empty());
        }
    }

    /** As the claim rules grant it: one node at a time, never beside a publication elsewhere, or into a detach or a debt. */
    private void claim() {
        if (claims.size() >= 4) {
            return;
        }
        String node = NODES.get(random.nextInt(NODES.size()));
        Volume v = volume.orElseThrow();
        boolean elsewhere = v.publications().values().stream()
                        .anyMatch(p -> !p.node().equals(node) && p.state() != Publication.State.DEBT)
                || claims.stream().anyMatch(claim -> !claim.node().equals(node))
                || unexplained.stream().anyMatch(other -> !other.equals(node));
        Publication here = v.publications().get(node);
        boolean leaving = here != null
                && (here.state() == Publication.State.PENDING_UNPUBLISH || here.state() == Publication.State.DEBT);
        if (v.provision().created() && v.removal().isEmpty() && !elsewhere && !leaving && !nodes.get(node).fenced) {
            List<Claim> more = new ArrayList<>(claims);
            more.add(Scenes.granted("t" + tasks++, node));
            claims = more;
        }
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
        node.fenced = random.nextInt(3) == 0;
    }

    /** The records of a node are gone, as after a restore; what it has mounted and reports, and what the plugin may hold, is still there. */
    private void recordsAreLost() {
        Volume v = volume.orElseThrow();
        String name = NODES.get(random.nextInt(NODES.size()));
        NodeModel node = nodes.get(name);
        Publication lost = v.publications().get(name);
        if (lost == null
                || lost.generation() == 0
                || lost.debt()
                || lost.state() == Publication.State.PENDING_UNPUBLISH
                || node.generation == 0
                || node.nothing
                || node.fenced
                || inFlight.isPresent()) {
            return;
        }
        if (random.nextBoolean()) {
            attached.remove(name);
        }
        node.unseen.clear();
        now = now.plusMillis(1);
        claims = claims.stream().filter(claim -> !claim.node().equals(name)).toList();
        volume = Optional.of(v.without(name));
        unexplained.add(name);
    }

    /** An assignment explains the mount; where none comes, the node is told to let go. */
    private void answered(String name) {
        NodeModel node = nodes.get(name);
        Publication publication = volume.orElseThrow().publications().get(name);
        boolean coming = publication != null
                || claims.stream().anyMatch(claim -> claim.node().equals(name));
        if (publication != null && publication.generation() > 0) {
            unexplained.remove(name);
        } else if (!coming && !node.fenced) {
            long generation = io.hawser.ledger.Revisions.next(node.generation, now);
            MountReport report = report(name, node).toBuilder()
                    .setGeneration(0)
                    .setNothingLeft(false)
                    .setUnclaimed(true)
                    .build();
            Publication told = Publication.unclaimed(name, "csi-" + name, generation, report);
            generations.add(generation);
            node.unseen.add(new Effect.Assign(told, true, List.of()));
            volume = Optional.of(volume.get().with(told));
            unexplained.remove(name);
        }
    }

    /** A node reads an assignment, mounts or unmounts, or reports what it has; a fenced one does nothing. */
    private void nodeActs() {
        String name = NODES.get(random.nextInt(NODES.size()));
        NodeModel node = nodes.get(name);
        if (node.fenced) {
            return;
        }
        if (!node.unseen.isEmpty() && random.nextBoolean()) {
            Effect.Assign seen = node.unseen.getLast();
            node.unseen.clear();
            node.generation = seen.publication().generation();
            node.nothing = seen.nothing();
            node.wanted = seen.publication().assigned();
        }
        if (random.nextBoolean()) {
            node.mounted.retainAll(node.wanted);
            if (!node.nothing) {
                node.mounted.addAll(node.wanted);
            }
        }
        Publication publication = volume.orElseThrow().publications().get(name);
        if (publication != null && publication.generation() > 0 && node.generation > 0) {
            volume = Optional.of(volume.get().with(publication.reporting(report(name, node))));
        }
    }

    private static MountReport report(String name, NodeModel node) {
        Set<String> mayBe = new TreeSet<>(node.mounted);
        mayBe.addAll(node.wanted);
        MountReport.Builder report = MountReport.newBuilder()
                .setNode(name)
                .setGeneration(node.generation)
                .setRevision(++node.reports)
                .setNothingLeft(node.nothing && node.mounted.isEmpty());
        mayBe.forEach(target -> report.addTargets(MountedTarget.newBuilder().setId(target)));
        return report.build();
    }

    private void callEnds() {
        if (inFlight.isEmpty()) {
            return;
        }
        InFlight call = inFlight.get();
        inFlight = Optional.empty();
        switch (random.nextInt(6)) {
            case 0 -> decide(ended(call, new CallEnding.Rejected("no")));
            case 1 -> {
                if (random.nextBoolean()) {
                    act(call);
                }
                decide(ended(call, new CallEnding.Uncertain("lost")));
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

    private CallEnding act(InFlight call) {
        return switch (call.call().operation()) {
            case Operation.Create() -> {
                exists = true;
                yield new CallEnding.Created(new Provision.Info("id", 0, Map.of(), List.of()));
            }
            case Operation.Delete() -> {
                require(attached.isEmpty(), "deleted while attached to " + attached);
                exists = false;
                yield new CallEnding.Undone();
            }
            case Operation.Publish(String node) -> {
                require(exists, "published what does not exist");
                attached.add(node);
                yield new CallEnding.Published(Map.of("dev", node));
            }
            case Operation.Unpublish(String node) -> {
                require(
                        nodes.get(node).mounted.isEmpty() || nodes.get(node).fenced || wasFenced(call, node),
                        "NodeBeforeController: detached from " + node + " which has " + nodes.get(node).mounted);
                attached.remove(node);
                yield new CallEnding.Undone();
            }
        };
    }

    private static boolean wasFenced(InFlight call, String node) {
        return call.volume().publications().get(node).debt();
    }

    private static Optional<Reconciliation.Ended> ended(InFlight call, CallEnding ending) {
        return Optional.of(new Reconciliation.Ended(call.call().token().id(), ending));
    }

    private void decide(Optional<Reconciliation.Ended> ended) {
        if (volume.isEmpty()) {
            return;
        }
        Map<String, NodeFacts> facts = new HashMap<>();
        nodes.forEach(
                (name, node) -> facts.put(name, new NodeFacts(node.fenced, "csi-" + name, unexplained.contains(name))));
        Reconciliation.Outcome outcome = Reconciliation.of(
                new Reconciliation.Input(
                        volume.get(),
                        claims,
                        new Facts(Optional.of(Scenes.PLUGIN), facts, unexplained.isEmpty()),
                        ended),
                Scenes.POLICY,
                new Draws(now, random.nextDouble()));
        claims = outcome.claims();
        volume = outcome.volume();
        for (Effect effect : outcome.effects()) {
            if (effect instanceof Effect.Assign assign) {
                require(generations.add(assign.publication().generation()), "a generation was used twice");
                nodes.get(assign.publication().node()).unseen.add(assign);
            }
            if (effect instanceof Effect.Happened happened) {
                history.put(happened.reason(), happened.message());
            }
        }
        if (outcome.call().isPresent()) {
            require(volume.orElseThrow().call().isEmpty(), "NoOverlap: a call was chosen while one is in flight");
            CallDeadline deadline = CallDeadline.start(
                    Duration.ofSeconds(10), Duration.ofSeconds(1), Clock.fixed(now, ZoneOffset.UTC), () -> 0);
            CallToken token = CallToken.of("c" + calls++, now, deadline);
            Volume intended = Intents.intend(volume.get(), outcome.call().get(), token);
            volume = Optional.of(intended);
            inFlight = Optional.of(new InFlight(intended.call().orElseThrow(), intended));
            noEmptyIds(outcome.call().get(), intended);
        }
    }

    private static void noEmptyIds(Operation operation, Volume intended) {
        switch (operation) {
            case Operation.Publish(String node) ->
                require(!intended.publications().get(node).csiNodeId().isEmpty(), "NoEmptyIds");
            case Operation.Unpublish(String node) ->
                require(!intended.publications().get(node).csiNodeId().isEmpty(), "NoEmptyIds");
            case Operation.Create create -> {}
            case Operation.Delete delete -> {}
        }
    }

    private void check() {
        long writing = nodes.entrySet().stream()
                .filter(entry ->
                        !entry.getValue().fenced && !entry.getValue().mounted.isEmpty())
                .filter(entry -> !owes(entry.getKey()))
                .count();
        require(writing <= 1, "SingleNodeMeansOne: mounted on " + nodes.keySet());
        volume.ifPresent(v -> v.publications().values().forEach(publication -> {
            if (publication.doubt() || inFlight.isPresent()) {
                return;
            }
            if (publication.state() == Publication.State.PUBLISHED) {
                require(attached.contains(publication.node()), "SettledMeansTrue: " + publication.node());
            }
        }));
    }

    /** Fenced once, and not yet heard of: its mounts cannot write, whatever they look like. */
    private boolean owes(String node) {
        return volume.map(v -> v.publications().get(node))
                .filter(p -> p != null && p.debt())
                .isPresent();
    }

    /** Everything goes well from here: all tasks end, all nodes come back, the volume is removed. */
    private boolean settle() {
        nodes.values().forEach(node -> node.fenced = false);
        volume = volume.map(v -> v.removing(new Volume.Removal(false, "remove", Optional.of(""))));
        for (int i = 0; i < 2000 && volume.isPresent(); i++) {
            now = now.plusSeconds(61);
            claims = claims.stream().map(Claim::releasing).toList();
            inFlight.ifPresent(call -> {
                inFlight = Optional.empty();
                decide(ended(call, act(call)));
            });
            decide(Optional.empty());
            if (volume.isPresent()) {
                List.copyOf(unexplained).forEach(this::answered);
            }
            nodes.forEach((name, node) -> {
                if (volume.isPresent()) {
                    nodeComesToRest(name, node);
                }
            });
        }
        require(volume.isEmpty(), "never came to rest: " + volume);
        require(!exists && attached.isEmpty(), "NoLeak: exists=" + exists + " attached=" + attached);
        return true;
    }

    private void nodeComesToRest(String name, NodeModel node) {
        if (!node.unseen.isEmpty()) {
            Effect.Assign seen = node.unseen.getLast();
            node.unseen.clear();
            node.generation = seen.publication().generation();
            node.nothing = seen.nothing();
            node.wanted = seen.publication().assigned();
        }
        node.mounted.retainAll(node.wanted);
        Publication publication = volume.orElseThrow().publications().get(name);
        if (publication != null && publication.generation() > 0 && node.generation > 0) {
            volume = Optional.of(volume.get().with(publication.reporting(report(name, node))));
        }
    }

    private static void require(boolean holds, String what) {
        if (!holds) {
            throw new AssertionError(what);
        }
    }
}
