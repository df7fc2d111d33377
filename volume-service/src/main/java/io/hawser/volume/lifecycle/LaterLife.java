package io.hawser.volume.lifecycle;

import io.hawser.v1.MountReport;
import io.hawser.v1.PublicationState;
import io.hawser.v1.Scope;
import io.hawser.v1.Sharing;
import io.hawser.v1.VolumeOnNode;
import io.hawser.v1.VolumeSpec;
import io.hawser.volume.id.NodeName;
import io.hawser.volume.id.TargetId;
import io.hawser.volume.lifecycle.Publication.State;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** What shows that a lost database knew a later life of a publication, and what the publication is then. */
public final class LaterLife {
    private LaterLife() {}

    /**
     * The publication after the node reported a later generation than this database gave. A lost database gave it, and
     * what that database attached and detached since is unknown. So an attach is uncertain. A claim continues with
     * ControllerPublishVolume. A publication without claims leaves by way of the node, which may have mounted the
     * volume again. A publication on its way out begins again if the node has something; the reported mount counts as
     * one without assignment.
     */
    public static Optional<Publication> afterReport(Publication known, MountReport report, DecisionContext decision) {
        if (report.getGeneration() <= known.generation() || report.getGeneration() > decision.latestGeneration()) {
            return Optional.empty();
        }
        return switch (known.state()) {
            case PENDING_UNPUBLISH, UNCONFIRMED_DETACH ->
                report.getNothingLeft()
                        ? Optional.empty()
                        : Optional.of(perhapsAttempted(begunAgain(known, known.csiNodeId()))
                                .withUncertain(known.attempted() || known.uncertain())
                                .reporting(report));
            // A publication that no controller attached needs only the same assignment under a later generation.
            case PUBLISHED, PENDING_NODE_UNPUBLISH ->
                known.attempted() ? Optional.of(known.attachedAgain().reporting(report)) : Optional.empty();
            case PENDING_PUBLISH ->
                Optional.of(perhapsAttempted(known)).filter(begun -> !known.attempted() && begun.attempted());
        };
    }

    /**
     * The publication after the node removed its report on this very publication. A node does so when the publication
     * is gone, so a lost database saw it end.
     */
    public static Optional<Publication> afterReportGone(Publication known) {
        boolean attached = known.state() == State.PUBLISHED || known.state() == State.PENDING_NODE_UNPUBLISH;
        if (!attached || known.mounts().reported().isEmpty()) {
            return Optional.empty();
        }
        if (known.attempted()) {
            return Optional.of(known.attachedAgain());
        }
        // No controller attached it. Of the targets that the copy's report lists, the node has none any more.
        return known.state() == State.PUBLISHED ? Optional.of(known.withoutReport()) : Optional.empty();
    }

    /**
     * The publication comes from an older copy of the database, and a later state was published: the volume may have
     * been attached or detached since. Empty = nothing changes.
     *
     * @param published the later state on this node; empty = the volume had left the node
     */
    static Optional<Publication> afterRecord(Publication known, Optional<VolumeOnNode> published) {
        PublicationState after = published.map(VolumeOnNode::getState).orElse(PublicationState.UNRECOGNIZED);
        boolean leaving = published.filter(LaterLife::isLeaving).isPresent();
        boolean attached = after == PublicationState.PUBLICATION_STATE_PUBLISHED
                || after == PublicationState.PUBLICATION_STATE_PENDING_NODE_UNPUBLISH;
        String id = published.map(VolumeOnNode::getCsiNodeId).orElse("");
        Publication named = id.isEmpty() ? known : known.knownAs(id);
        // The controller was called since, under a node id that the copy does not know.
        boolean asked = known.csiNodeId().isEmpty() && !id.isEmpty();
        return switch (known.state()) {
            case PENDING_PUBLISH ->
                known.attempted() || id.isEmpty() ? Optional.empty() : Optional.of(named.intended());
            case PUBLISHED, PENDING_NODE_UNPUBLISH -> {
                boolean same = attached && published.orElseThrow().getGeneration() == known.generation();
                yield asked || known.attempted() && !same ? Optional.of(named.attachedAgain()) : Optional.empty();
            }
            case PENDING_UNPUBLISH, UNCONFIRMED_DETACH -> {
                if (published.isPresent() && !leaving) {
                    yield Optional.of(perhapsAttempted(begunAgain(known, named.csiNodeId())));
                }
                boolean detachesAgain = after == PublicationState.PUBLICATION_STATE_PENDING_UNPUBLISH
                        && (asked || known.state() == State.UNCONFIRMED_DETACH);
                yield detachesAgain ? Optional.of(named.detachedAgain()) : Optional.empty();
            }
        };
    }

    /** The lost life detached the volume from the node, or was about to. */
    static boolean isLeaving(VolumeOnNode published) {
        return published.getState() == PublicationState.PUBLICATION_STATE_PENDING_UNPUBLISH
                || published.getState() == PublicationState.PUBLICATION_STATE_UNCONFIRMED_DETACH;
    }

    /**
     * The lost life detached the volume under a generation that the copy does not know. The node may have been fenced,
     * so it has to report that nothing is left.
     */
    static Publication leaving(Optional<Publication> known, VolumeOnNode published) {
        boolean detached = published.getState() == PublicationState.PUBLICATION_STATE_UNCONFIRMED_DETACH;
        String csiNodeId = published.getCsiNodeId();
        Publication leaving = known.map(before -> begunAgain(before, csiNodeId))
                .orElseGet(() -> Publication.begin(new NodeName(published.getNode()), csiNodeId))
                .fenced()
                .assigned(published.getGeneration(), Set.of())
                .afterLost(published.getGeneration());
        Publication asked = detached ? leaving.unconfirmedDetach() : perhapsAttempted(leaving);
        return known.flatMap(before -> before.mounts().reported())
                .map(asked::reporting)
                .orElse(asked);
    }

    /** The node accepted a generation above the stored one: from a lost database, or from a clock that ran ahead. */
    static boolean isAnsweredLater(Publication known, DecisionContext decision) {
        return known.announced()
                && known.mounts()
                        .believable(decision)
                        .filter(report -> report.getGeneration() > known.generation())
                        .isPresent();
    }

    /**
     * The claims, without those that a lost life took from their tasks: another task has the volume by now, which not
     * both can have, and no node reports their mounts. Their tasks wait again.
     */
    static List<Claim> withoutOvertaken(List<Claim> claims, Volume volume, VolumeInputs inputs) {
        List<Claim> there = claims.stream()
                .filter(claim -> claim.state() == Claim.State.GRANTED
                        && (on(claim, volume, MountsOnNode::ofALaterLife).contains(claim.targetId())
                                || isOrphaned(claim, inputs)))
                .toList();
        Set<NodeName> perhaps = perhapsMounted(claims, volume, inputs);
        if (there.isEmpty() && perhaps.isEmpty()) {
            return claims;
        }
        return claims.stream()
                .map(claim -> claim.state() == Claim.State.GRANTED
                                && !on(claim, volume, MountsOnNode::inUse).contains(claim.targetId())
                                && !isOrphaned(claim, inputs)
                                && (isElsewhere(claim, perhaps, volume.spec())
                                        || there.stream().anyMatch(other -> excludes(claim, other, volume.spec())))
                        ? claim.releasing()
                        : claim)
                .toList();
    }

    private static boolean isOrphaned(Claim claim, VolumeInputs inputs) {
        return inputs.orphaned(claim.node()).contains(claim.targetId());
    }

    /** Another node may have a volume of one node mounted, or the mount of a volume's one writer. */
    private static boolean isElsewhere(Claim claim, Set<NodeName> perhapsMounted, VolumeSpec spec) {
        boolean alone = isOfOneNode(spec) || spec.getSharing() == Sharing.SHARING_ONE_WRITER && !claim.readOnly();
        return alone && perhapsMounted.stream().anyMatch(node -> !node.equals(claim.node()));
    }

    private static boolean isOfOneNode(VolumeSpec spec) {
        return spec.getScope() != Scope.SCOPE_MULTI_NODE;
    }

    /** The nodes that may have a mount of a lost life for which no claim accounts, and that are not fenced. */
    private static Set<NodeName> perhapsMounted(List<Claim> claims, Volume volume, VolumeInputs inputs) {
        Stream<NodeName> orphaned = inputs.orphans().entrySet().stream()
                .filter(there -> there.getValue()
                        .mount()
                        .exceeds(isOfOneNode(volume.spec()) ? Set.of() : grantedOn(there.getKey(), claims)))
                .map(Map.Entry::getKey);
        Stream<NodeName> published = volume.publications().values().stream()
                .filter(Publication::mayHaveLostMounts)
                .map(Publication::node);
        return Stream.concat(orphaned, published)
                .filter(node -> !inputs.node(node).fenced())
                .collect(Collectors.toUnmodifiableSet());
    }

    private static Set<TargetId> grantedOn(NodeName node, List<Claim> claims) {
        return claims.stream()
                .filter(claim ->
                        claim.state() == Claim.State.GRANTED && claim.node().equals(node))
                .map(Claim::targetId)
                .collect(Collectors.toUnmodifiableSet());
    }

    private static Set<TargetId> on(Claim claim, Volume volume, Function<MountsOnNode, Set<TargetId>> targets) {
        return Optional.ofNullable(volume.publications().get(claim.node()))
                .map(Publication::mounts)
                .map(targets)
                .orElse(Set.of());
    }

    private static boolean excludes(Claim claim, Claim other, VolumeSpec spec) {
        boolean here = claim.node().equals(other.node());
        return switch (spec.getSharing()) {
                    case SHARING_NONE, SHARING_UNSPECIFIED, UNRECOGNIZED -> true;
                    case SHARING_ONE_WRITER -> !claim.readOnly() && !other.readOnly();
                    case SHARING_READ_ONLY, SHARING_ALL -> false;
                }
                || (here ? !claim.flags().equals(other.flags()) : isOfOneNode(spec));
    }

    /** Commands to forget the mount are answered later. */
    private static Publication begunAgain(Publication known, String csiNodeId) {
        return Publication.begin(known.node(), csiNodeId).with(known.forget().announced(false));
    }

    /** Without a node id the controller cannot have been called. */
    private static Publication perhapsAttempted(Publication known) {
        return known.csiNodeId().isEmpty() ? known : known.intended();
    }
}
