package io.hawser.volume.claim;

import io.hawser.volume.id.NodeName;
import io.hawser.volume.id.TargetId;
import io.hawser.volume.lifecycle.Claim;
import io.hawser.volume.lifecycle.MountsOnNode;
import io.hawser.volume.lifecycle.Obstacle;
import io.hawser.volume.lifecycle.Obstacle.Reason;
import io.hawser.volume.lifecycle.Publication;
import io.hawser.volume.orphan.UnexplainedMount;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Users of a volume without a claim: the nodes report them, or have not said that they are gone. */
final class LostLifeUsers {
    private LostLifeUsers() {}

    /**
     * A task that has the volume there from a lost life of the database is not a new user: a refusal would only take
     * its mount, under a task that may be running.
     */
    static boolean isThere(Claim claim, VolumeView volume) {
        return volume.publications().containsKey(claim.node()) && keepsItsMount(claim, volume);
    }

    /** A confirmed fence takes the mount, and so did an earlier one. */
    private static boolean keepsItsMount(Claim claim, VolumeView volume) {
        Publication there = volume.publications().get(claim.node());
        boolean wasFenced = there != null && there.unconfirmed();
        return !wasFenced && !volume.fenced().contains(claim.node()) && isReported(claim, volume);
    }

    /** Whether the node reports the claim's mount of the volume, and no assignment of this database is the reason. */
    static boolean isReported(Claim claim, VolumeView volume) {
        Optional<Publication> publication =
                Optional.ofNullable(volume.publications().get(claim.node()));
        Optional<UnexplainedMount> mount =
                Optional.ofNullable(volume.unexplained().get(claim.node()));
        return publication
                        .filter(here -> here.mounts().ofALaterLife().contains(claim.targetId()))
                        .isPresent()
                || mount.filter(here -> here.targets().contains(claim.targetId()))
                        .isPresent();
    }

    /**
     * The claim of a task that a lost life moved: a node reports its mount, and the stored claim names another one. The
     * lost life granted it after the mount on that one was gone. Where the former node has the mount from this life,
     * nothing was moved: a late NodePublishVolume may have made the other one.
     *
     * @param claim of the mount that the task wants now
     */
    static Optional<Claim> moved(Claim claim, Optional<Claim> stored, List<VolumeView> volumes) {
        return stored.filter(before -> before.holds()
                        && before.source().equals(claim.source())
                        && !before.node().equals(claim.node()))
                .flatMap(before -> volumes.stream()
                        .filter(volume -> before.has(volume.name())
                                && keepsItsMount(claim, volume)
                                && !isGivenByThisLife(before, volume))
                        .findFirst())
                .map(volume -> claim.granted(volume.name()));
    }

    private static boolean isGivenByThisLife(Claim claim, VolumeView volume) {
        return Optional.ofNullable(volume.publications().get(claim.node()))
                .map(Publication::mounts)
                .filter(there -> there.listed().contains(claim.targetId())
                        && there.reportedGeneration() <= there.generation()
                        && !there.isUnheard())
                .isPresent();
    }

    /** On another node, what no claim accounts for may be the one writer. On the claim's own node it goes first. */
    static Optional<Obstacle> unclaimedWriter(VolumeView volume, NodeName here) {
        List<Publication> elsewhere = volume.publications().values().stream()
                .filter(there -> !there.node().equals(here))
                .toList();
        String oneWriter = "volume " + volume.name() + " has one writer, and node ";
        String unexplained = " still has something of it that no record explains";
        return elsewhere.stream()
                .filter(there -> there.unconfirmed() && !there.mounts().nothingLeft())
                // A fenced node cannot write any more, even without its report.
                .filter(there -> !volume.fenced().contains(there.node()))
                .findFirst()
                .flatMap(there -> Admission.refused(
                        Reason.NOT_CONFIRMED,
                        oneWriter + there.node()
                                + ", which is no longer fenced and has not yet reported that nothing of it"
                                + " is left"))
                .or(() -> elsewhere.stream()
                        .filter(there ->
                                there.mounts().isUnheard() && !volume.fenced().contains(there.node()))
                        .findFirst()
                        .flatMap(there -> Admission.refused(
                                Reason.NOT_CONFIRMED,
                                oneWriter + there.node()
                                        + " has not reported yet what it has of it since the database was restored")))
                .or(() -> Stream.concat(
                                volume.unexplained().keySet().stream().filter(there -> !there.equals(here)),
                                elsewhere.stream()
                                        .filter(there -> isLeavingUnclaimed(there, volume))
                                        .map(Publication::node))
                        .findFirst()
                        .flatMap(there -> Admission.occupied(oneWriter + there + unexplained)))
                // Nothing that is stored changes with it, so the task looks again.
                .or(() -> elsewhere.stream()
                        // A fenced node writes none of its mounts.
                        .filter(there -> !volume.fenced().contains(there.node()))
                        .filter(hasUnclaimed(MountsOnNode::listed, volume))
                        .findFirst()
                        .flatMap(there ->
                                Admission.refused(Reason.NOT_CONFIRMED, oneWriter + there.node() + unexplained)));
    }

    /** The node has to unmount it, and no claim says why it was mounted. */
    private static boolean isLeavingUnclaimed(Publication there, VolumeView volume) {
        return (there.state() == Publication.State.PENDING_NODE_UNPUBLISH
                        || there.mounts().reportedGeneration() > there.generation())
                && there.mounts().mayHaveTargets()
                && Admission.holders(volume).noneMatch(claim -> claim.node().equals(there.node()));
    }

    /** A node has a target that none of its claims has. */
    private static Predicate<Publication> hasUnclaimed(
            Function<MountsOnNode, Set<TargetId>> targets, VolumeView volume) {
        Map<NodeName, Set<TargetId>> claimed = Admission.holders(volume)
                .collect(Collectors.groupingBy(
                        Claim::node, Collectors.mapping(Claim::targetId, Collectors.toUnmodifiableSet())));
        return there -> !claimed.getOrDefault(there.node(), Set.of()).containsAll(targets.apply(there.mounts()));
    }

    /** A task that is not decided yet may use what a lost life gave a node. The task looks again. */
    static Optional<Obstacle> undecided(VolumeView volume) {
        return volume.publications().values().stream()
                .filter(hasUnclaimed(MountsOnNode::ofALaterLife, volume))
                .findFirst()
                .flatMap(there -> Admission.refused(
                        Reason.NOT_CONFIRMED,
                        "node " + there.node() + " still has something of volume " + volume.name()
                                + " that no record explains"));
    }
}
