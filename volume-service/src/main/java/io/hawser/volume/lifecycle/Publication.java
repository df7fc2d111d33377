package io.hawser.volume.lifecycle;

import io.hawser.v1.MountReport;
import io.hawser.volume.id.NodeName;
import io.hawser.volume.id.TargetId;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;

/**
 * One volume on one node. Without a record the volume is not published there.
 *
 * @param csiNodeId the plugin's name of the node when the publication began; kept, because the node may be gone when it
 *     ends
 * @param mounts what the node was given, and what it says that it has
 * @param assigned target ids in the last generation
 * @param attachment what is certain of the controller's calls
 * @param unconfirmed the node was fenced and has not yet reported that nothing is left
 * @param since when this state began, or when the node got this generation; empty until the decision that changed it
 *     ends
 * @param forget what operators did there by hand
 */
public record Publication(
        NodeName node,
        State state,
        String csiNodeId,
        Map<String, String> publishContext,
        MountsOnNode mounts,
        Set<TargetId> assigned,
        Attachment attachment,
        boolean unconfirmed,
        Retry retry,
        Optional<Instant> since,
        Forget forget,
        MountOptions options) {

    /** The table "Publications" of DESIGN.md lists the transitions; {@link PublicationRules} implements them. */
    public enum State {
        /**
         * Claims are granted; ControllerPublishVolume must succeed. If a generation is drawn, the node may have mounts.
         */
        PENDING_PUBLISH,
        /** The node has an assignment and may have mounts. */
        PUBLISHED,
        /** The node shall have nothing and must report that. */
        PENDING_NODE_UNPUBLISH,
        /** ControllerUnpublishVolume must succeed; no claim reverses this. */
        PENDING_UNPUBLISH,
        /** Detached without the node's report; the assignment "shall have nothing" stays. */
        UNCONFIRMED_DETACH
    }

    public Publication {
        publishContext = Map.copyOf(publishContext);
        assigned = Set.copyOf(assigned);
    }

    static Publication begin(NodeName node, String csiNodeId) {
        return new PublicationDraft(node, State.PENDING_PUBLISH, csiNodeId).done();
    }

    /**
     * The node has something of the volume, and no record explains it. The node shall have nothing, and no other node
     * may have the volume until the node reports that. No ControllerPublishVolume is known for it, so no claim may take
     * it over. What the plugin may have attached is detached after the node's report.
     *
     * @param generation of the assignment "shall have nothing"
     */
    public static Publication orphaned(NodeName node, String csiNodeId, long generation, MountReport report) {
        PublicationDraft draft = new PublicationDraft(node, State.PENDING_NODE_UNPUBLISH, csiNodeId);
        draft.mounts = MountsOnNode.NONE.given(generation).reporting(report);
        return draft.done();
    }

    /** No record has an attachment to the node, and the plugin says that there may be one; nothing is mounted there. */
    public static Publication perhapsAttached(NodeName node, String csiNodeId) {
        PublicationDraft draft = new PublicationDraft(node, State.PENDING_UNPUBLISH, csiNodeId);
        draft.attachment = Attachment.SUSPECTED;
        return draft.done();
    }

    /** The node gets its first assignment, or one again. */
    Publication published() {
        return in(State.PUBLISHED, State.PENDING_PUBLISH, State.PENDING_NODE_UNPUBLISH);
    }

    /** Its last claim ends; the node unmounts. */
    Publication nodeUnpublishing() {
        return in(State.PENDING_NODE_UNPUBLISH, State.PUBLISHED);
    }

    /**
     * The attach is withdrawn while the node may have earlier mounts. As with {@link #orphaned}, no claim may take the
     * publication over.
     */
    Publication nodeFirst() {
        return in(State.PENDING_NODE_UNPUBLISH, State.PENDING_PUBLISH, State.PENDING_UNPUBLISH)
                .change(draft -> draft.attachment = Attachment.of(false, uncertain()));
    }

    /** Nothing is mounted on the node; the controller detaches. */
    Publication unpublishing() {
        return in(State.PENDING_UNPUBLISH, State.PENDING_PUBLISH, State.PENDING_NODE_UNPUBLISH);
    }

    /** The controller detaches without the node's report, which is awaited. */
    Publication fenced() {
        return in(
                        State.PENDING_UNPUBLISH,
                        State.PENDING_PUBLISH,
                        State.PUBLISHED,
                        State.PENDING_NODE_UNPUBLISH,
                        State.PENDING_UNPUBLISH)
                .change(draft -> draft.unconfirmed = true);
    }

    /** The controller has detached, and the fenced node has not reported. */
    Publication unconfirmedDetach() {
        return in(State.UNCONFIRMED_DETACH, State.PENDING_UNPUBLISH);
    }

    /**
     * Whether the volume is attached is unknown; the next ControllerPublishVolume settles that. The generation stays,
     * because the node may have mounts; their targets and flags are unknown too.
     */
    Publication attachedAgain() {
        return in(State.PENDING_PUBLISH, State.PUBLISHED, State.PENDING_NODE_UNPUBLISH)
                .intended()
                .assigned(generation(), Set.of())
                .change(draft -> draft.options = options.withoutFlags());
    }

    /** Whether the volume is still attached is unknown; the next ControllerUnpublishVolume settles that. */
    Publication detachedAgain() {
        return in(State.PENDING_UNPUBLISH, State.PENDING_UNPUBLISH, State.UNCONFIRMED_DETACH)
                .intended();
    }

    /** @param from the states that may be left for {@code next}, by the table "Publications" of DESIGN.md */
    private Publication in(State next, State... from) {
        // A volume does not stop in production because of this; every test runs with it.
        assert List.of(from).contains(state) : state + " does not become " + next;
        return change(draft -> {
            draft.state = next;
            draft.retry = Retry.NONE;
            draft.since = Optional.empty();
        });
    }

    Publication with(Retry retry) {
        return change(draft -> draft.retry = retry);
    }

    Publication withUncertain(boolean uncertain) {
        return change(draft -> draft.attachment = Attachment.of(attempted(), uncertain));
    }

    Publication intended() {
        return change(draft -> draft.attachment = Attachment.UNCERTAIN);
    }

    Publication publishedAs(Map<String, String> context) {
        return change(draft -> {
            draft.publishContext = context;
            draft.attachment = Attachment.of(attempted(), false);
            draft.retry = Retry.NONE;
        });
    }

    Publication assigned(long generation, Set<TargetId> targets) {
        return change(draft -> {
            draft.mounts = mounts.given(generation);
            draft.assigned = targets;
            draft.since = Optional.empty();
        });
    }

    /** Tasks use the volume there in this way. */
    Publication fixing(MountOptions options) {
        return change(draft -> draft.options = options);
    }

    /** A life of the database that is lost gave the node an assignment under this generation. */
    Publication afterLost(long generation) {
        return change(draft -> draft.mounts = mounts.afterLost(generation));
    }

    /** Each call was rejected or not sent, and the plugin attaches no more. What is in doubt stays so. */
    Publication neverAttached() {
        return uncertain() ? this : change(draft -> draft.attachment = Attachment.NOT_REQUESTED);
    }

    /** Whether the volume is used there without a ControllerPublishVolume that is certain, which now can be made. */
    boolean needsAttach(String presentId) {
        return (!attempted() || uncertain()) && !renamed(presentId).csiNodeId().isEmpty();
    }

    /** Under the plugin's present id of the node, unless the volume may be attached under the former one. */
    Publication renamed(String presentId) {
        return attempted() || uncertain() || presentId.isEmpty() ? this : knownAs(presentId);
    }

    Publication knownAs(String csiNodeId) {
        return change(draft -> draft.csiNodeId = csiNodeId);
    }

    /** An operator says that nothing is mounted there any more; the node verifies that. */
    public Publication forgetting(String command) {
        return with(forget.unmountedBy(command));
    }

    /** An operator says that the volume was detached from the node at the storage system, as the plugin does not. */
    public Publication detachedByHand(String command) {
        return with(forget.detachedBy(command));
    }

    Publication with(Forget forget) {
        return change(draft -> draft.forget = forget);
    }

    /** A time in the future comes from a clock that has gone back since. */
    Publication stamped(Instant now) {
        return since.filter(began -> !began.isAfter(now)).isPresent()
                ? this
                : change(draft -> draft.since = Optional.of(now));
    }

    /**
     * What became known of the node before this assignment explained it.
     *
     * @param report of the node, or what stands in for it, which says nothing of what the node has
     * @param generation that the node was given last, as far as known; none that cannot have been drawn counts
     */
    public Publication explaining(MountReport report, long generation, DecisionContext decision) {
        Publication now = report.getRevision() > 0 ? reporting(report) : this;
        return generation <= decision.latestGeneration() ? now.afterLost(generation) : now;
    }

    Publication withoutReport() {
        return change(draft -> draft.mounts = mounts.withoutReport());
    }

    /** Keeps the newest report; an older one changes nothing. */
    public Publication reporting(MountReport report) {
        return change(draft -> draft.mounts = mounts.reporting(report));
    }

    /** Whether a ControllerPublishVolume was sent. */
    public boolean attempted() {
        return attachment.isRequested();
    }

    /** Whether a publish or unpublish may or may not have taken effect. */
    public boolean uncertain() {
        return attachment.isUncertain();
    }

    /** Only a publication that waits for its first ControllerPublishVolume is certainly not attached. */
    public boolean mayBeAttached() {
        return attempted() || state != State.PENDING_PUBLISH;
    }

    /** No ControllerPublishVolume had an effect, and the node got no assignment. */
    boolean isUnattached() {
        return state == State.PENDING_PUBLISH && !uncertain() && !announced();
    }

    /** Nothing but a plugin's rejection speaks of it: no task had the volume there, and the node reports none. */
    boolean isGuessed() {
        return state == State.PENDING_UNPUBLISH
                && !attempted()
                && !announced()
                && options.flags().isEmpty()
                && mounts.reported().isEmpty();
    }

    /** The generation of the last assignment to the node; 0 = none yet. */
    public long generation() {
        return mounts.generation();
    }

    /** Whether the node ever got an assignment for this publication. */
    public boolean announced() {
        return generation() > 0;
    }

    /** The node has not answered a lost life: its assignment, or, where the node was fenced, that nothing is left. */
    boolean mayHaveLostMounts() {
        return mounts.isUnheard() || mounts.isBehind() && unconfirmed && !mounts.nothingLeft();
    }

    private Publication change(Consumer<PublicationDraft> change) {
        PublicationDraft draft = new PublicationDraft(this);
        change.accept(draft);
        return draft.done();
    }
}
