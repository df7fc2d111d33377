package io.hawser.volume.lifecycle;

import io.hawser.v1.MountReport;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;

/**
 * One volume on one node. That there is none is the state "not published".
 *
 * @param csiNodeId the plugin's name of the node when the publication began; kept, because the node may be gone when it ends
 * @param generation of the assignment that the node last got; 0 = none yet
 * @param assigned target ids that this generation carries
 * @param attempted some ControllerPublishVolume was sent
 * @param doubt a publish or unpublish may or may not have taken effect
 * @param debt the node was fenced: it still owes the report that nothing is left
 */
public record Publication(
        String node,
        State state,
        String csiNodeId,
        Map<String, String> publishContext,
        long generation,
        Set<String> assigned,
        boolean attempted,
        boolean doubt,
        boolean debt,
        Retry retry,
        Optional<MountReport> reported) {

    /** The transitions are drawn in DESIGN.md; {@link PublicationRules} has them. */
    public enum State {
        /** Claims were granted; ControllerPublishVolume has to succeed. */
        PENDING_PUBLISH,
        /** The node may have it and holds an assignment. */
        PUBLISHED,
        /** The node shall have nothing and has to say so. */
        PENDING_NODE_UNPUBLISH,
        /** ControllerUnpublishVolume has to succeed; no way back. */
        PENDING_UNPUBLISH,
        /** Detached without the node's word; the record "shall have nothing" stays. */
        DEBT
    }

    public Publication {
        Objects.requireNonNull(node, "node");
        Objects.requireNonNull(state, "state");
        Objects.requireNonNull(csiNodeId, "csiNodeId");
        publishContext = Map.copyOf(publishContext);
        assigned = Set.copyOf(assigned);
        Objects.requireNonNull(retry, "retry");
        Objects.requireNonNull(reported, "reported");
    }

    static Publication begin(String node, String csiNodeId) {
        return new Publication(
                node,
                State.PENDING_PUBLISH,
                csiNodeId,
                Map.of(),
                0,
                Set.of(),
                false,
                false,
                false,
                Retry.NONE,
                Optional.empty());
    }

    /**
     * The node has something of the volume and no record says why: it shall have nothing, and until it has said so nobody else may have the volume. No
     * ControllerPublishVolume of ours stands behind it, so no claim may take it over; what the plugin may hold is undone after the node's word.
     *
     * @param generation of the assignment "shall have nothing"
     */
    public static Publication unclaimed(String node, String csiNodeId, long generation, MountReport report) {
        return new Publication(
                node,
                State.PENDING_NODE_UNPUBLISH,
                csiNodeId,
                Map.of(),
                generation,
                Set.of(),
                false,
                false,
                false,
                Retry.NONE,
                Optional.of(report));
    }

    /** Withdrawn before any assignment, while the node has something from an earlier life: as {@link #unclaimed}, nothing of ours is to be taken over. */
    Publication nodeFirst() {
        return new Publication(
                node,
                State.PENDING_NODE_UNPUBLISH,
                csiNodeId,
                publishContext,
                generation,
                assigned,
                false,
                doubt,
                debt,
                Retry.NONE,
                reported);
    }

    Publication in(State state) {
        return new Publication(
                node,
                state,
                csiNodeId,
                publishContext,
                generation,
                assigned,
                attempted,
                doubt,
                debt,
                Retry.NONE,
                reported);
    }

    Publication with(Retry retry) {
        return new Publication(
                node, state, csiNodeId, publishContext, generation, assigned, attempted, doubt, debt, retry, reported);
    }

    Publication withDoubt(boolean doubt) {
        return new Publication(
                node, state, csiNodeId, publishContext, generation, assigned, attempted, doubt, debt, retry, reported);
    }

    Publication intended() {
        return new Publication(
                node, state, csiNodeId, publishContext, generation, assigned, true, true, debt, retry, reported);
    }

    Publication publishedAs(Map<String, String> context) {
        return new Publication(
                node, state, csiNodeId, context, generation, assigned, attempted, false, debt, Retry.NONE, reported);
    }

    Publication assigned(long generation, Set<String> targets) {
        return new Publication(
                node, state, csiNodeId, publishContext, generation, targets, attempted, doubt, debt, retry, reported);
    }

    Publication inDebt() {
        return new Publication(
                node, state, csiNodeId, publishContext, generation, assigned, attempted, doubt, true, retry, reported);
    }

    Publication knownAs(String csiNodeId) {
        return new Publication(
                node, state, csiNodeId, publishContext, generation, assigned, attempted, doubt, debt, retry, reported);
    }

    /** The newest report; an older one changes nothing. */
    public Publication reporting(MountReport report) {
        if (reported.isPresent() && reported.get().getRevision() >= report.getRevision()) {
            return this;
        }
        return new Publication(
                node,
                state,
                csiNodeId,
                publishContext,
                generation,
                assigned,
                attempted,
                doubt,
                debt,
                retry,
                Optional.of(report));
    }

    /** The node answered this very generation, and has nothing. */
    boolean nothingLeft() {
        return reported.filter(r -> r.getNothingLeft() && r.getGeneration() == generation)
                .isPresent();
    }

    /** The node answered at least that generation, and does not list the target. Targets are never reused, so a later report proves it too. */
    boolean lacks(String target, long since) {
        return reported.filter(r -> r.getGeneration() >= since
                        && r.getTargetsList().stream().noneMatch(t -> t.getId().equals(target)))
                .isPresent();
    }
}
