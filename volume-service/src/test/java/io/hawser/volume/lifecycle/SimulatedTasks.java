package io.hawser.volume.lifecycle;

import io.hawser.v1.Scope;
import io.hawser.v1.Sharing;
import io.hawser.volume.id.NodeName;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;

/** Tasks come and get the volume, and end. */
final class SimulatedTasks {
    private final SimulatedWorld world;
    private int tasks;

    SimulatedTasks(SimulatedWorld world) {
        this.world = world;
    }

    /**
     * As the claim rules grant it: of a volume for one node never beside a publication elsewhere; never into a detach
     * or an unconfirmed detach; and only for as many tasks as share it.
     */
    void claim() {
        if (world.claims.size() >= 4) {
            return;
        }
        if (world.waiting.isEmpty()) {
            grant("t" + tasks++, world.anyNode().name);
        } else {
            claimAgain();
        }
    }

    /** In order: a seed draws the same in every process. */
    void claimAgain() {
        new TreeMap<>(world.waiting).forEach((task, node) -> {
            if (grant(task, node)) {
                world.waiting.remove(task);
            }
        });
    }

    private boolean grant(String task, NodeName node) {
        Claim claim = world.asked.computeIfAbsent(task, asks -> ask(asks, node));
        boolean granted = isThere(claim) || mayHave(claim);
        if (granted) {
            List<Claim> more = new ArrayList<>(world.claims);
            more.add(claim.granted(world.stored().name()));
            world.claims = more;
        }
        return granted;
    }

    private Claim ask(String task, NodeName node) {
        List<String> flags = world.random.nextInt(4) == 0 ? List.of("noatime") : List.of();
        boolean reads = world.sharing == Sharing.SHARING_READ_ONLY
                || world.sharing == Sharing.SHARING_ONE_WRITER
                        && world.claims.stream().anyMatch(claim -> !claim.readOnly());
        return Scenes.waiting(task, node, reads, flags);
    }

    private boolean isThere(Claim claim) {
        return !world.nodes.get(claim.node()).fenced
                && world.publication(claim.node()).isPresent()
                && isReported(claim);
    }

    /** The node lists the task's mount, of a life of the database that is lost. */
    private boolean isReported(Claim claim) {
        SimulatedNode there = world.nodes.get(claim.node());
        return world.unexplained.containsKey(there.name) && there.listed().contains(claim.targetId())
                || world.publication(there.name)
                        .filter(here -> here.ofALaterLife().contains(claim.targetId()))
                        .isPresent();
    }

    private boolean mayHave(Claim claim) {
        NodeName node = claim.node();
        SimulatedNode there = world.nodes.get(node);
        return world.stored().provision().created()
                && world.stored().removal().isEmpty()
                && !elsewhere(node)
                && !(world.sharing == Sharing.SHARING_NONE && (!world.claims.isEmpty() || isUndecided()))
                && !(world.sharing == Sharing.SHARING_ONE_WRITER
                        && !claim.readOnly()
                        && !isReported(claim)
                        && mayBeWritten(node))
                && !leaves(node)
                && !otherFlags(node, claim.flags())
                && !there.fenced
                && !there.stuck;
    }

    private boolean mayBeWritten(NodeName here) {
        return isUndecided()
                || world.claims.stream().anyMatch(claim -> !claim.readOnly())
                || world.unexplained.keySet().stream().anyMatch(other -> !other.equals(here))
                || world.stored().publications().values().stream()
                        .filter(there -> !there.node().equals(here))
                        .anyMatch(there ->
                                there.unconfirmed() && !there.nothingLeft() && !world.nodes.get(there.node()).fenced
                                        || isLeavingUnclaimed(there)
                                        || listsUnclaimed(there));
    }

    private boolean listsUnclaimed(Publication there) {
        return !world.nodes.get(there.node()).fenced
                && there.listed().stream().anyMatch(target -> world.claims.stream()
                        .noneMatch(claim -> claim.targetId().equals(target)));
    }

    private boolean isLeavingUnclaimed(Publication there) {
        return (there.state() == Publication.State.PENDING_NODE_UNPUBLISH
                        || there.reportedGeneration() > there.generation())
                && there.mayHaveTargets()
                && world.claims.stream().noneMatch(claim -> claim.node().equals(there.node()));
    }

    /** What a lost life gave a node, and no claim accounts for. */
    private boolean isUndecided() {
        return world.stored().publications().values().stream()
                .anyMatch(there -> there.ofALaterLife().stream().anyMatch(target -> world.claims.stream()
                        .noneMatch(claim -> claim.targetId().equals(target))));
    }

    private boolean elsewhere(NodeName node) {
        return world.scope == Scope.SCOPE_SINGLE_NODE
                && (world.stored().publications().values().stream()
                                .anyMatch(p -> !p.node().equals(node)
                                        && !(p.state() == Publication.State.UNCONFIRMED_DETACH
                                                && world.nodes.get(p.node()).fenced))
                        || world.claims.stream().anyMatch(claim -> !claim.node().equals(node))
                        || world.unexplained.keySet().stream().anyMatch(other -> !other.equals(node)));
    }

    private boolean leaves(NodeName node) {
        Optional<Publication.State> here = world.publication(node).map(Publication::state);
        return here.filter(state ->
                        state == Publication.State.PENDING_UNPUBLISH || state == Publication.State.UNCONFIRMED_DETACH)
                .isPresent();
    }

    private boolean otherFlags(NodeName node, List<String> flags) {
        return world.publication(node)
                        .flatMap(Publication::flags)
                        .filter(fixed -> !fixed.equals(flags))
                        .isPresent()
                || world.claims.stream()
                        .anyMatch(claim ->
                                claim.node().equals(node) && !claim.flags().equals(flags));
    }

    void release() {
        if (!world.claims.isEmpty()) {
            List<Claim> changed = new ArrayList<>(world.claims);
            int which = world.random.nextInt(changed.size());
            changed.set(which, changed.get(which).releasing());
            world.claims = changed;
        }
    }

    void allEnd() {
        world.claims = world.claims.stream().map(Claim::releasing).toList();
        world.waiting.clear();
    }
}
