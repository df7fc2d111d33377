package io.hawser.volume.lifecycle;

import io.hawser.v1.MountReport;
import io.hawser.v1.VolumeSpec;
import io.hawser.volume.id.NodeName;
import io.hawser.volume.id.TargetId;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
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
 * @param attempted a ControllerPublishVolume was sent
 * @param uncertain a publish or unpublish may or may not have taken effect
 * @param unconfirmed the node was fenced and has not yet reported that nothing is left
 * @param since when this state began, or when the node got this generation; empty until the decision that changed it
 *     ends
 * @param forget whether the node may drop its record without the plugin
 * @param flags the mount flags of the tasks that have the volume there; empty if unknown. CSI keeps one capability per
 *     volume and node, so the first task fixes them until the publication ends
 * @param groupByAgent the plugin there takes no group (VOLUME_MOUNT_GROUP), so the agent gives the files to the
 *     volume's; fixed together with the flags
 */
public record Publication(
        NodeName node,
        State state,
        String csiNodeId,
        Map<String, String> publishContext,
        MountsOnNode mounts,
        Set<TargetId> assigned,
        boolean attempted,
        boolean uncertain,
        boolean unconfirmed,
        Retry retry,
        Optional<Instant> since,
        Forget forget,
        Optional<List<String>> flags,
        boolean groupByAgent) {

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

    /**
     * An operator unmounted by hand what the node's plugin cannot unmount any more.
     *
     * @param command id of the command to answer when the node has dropped its record; empty = none
     * @param announced the present generation carries this to the node
     */
    public record Forget(String command, boolean announced) {
        public static final Forget NO = new Forget("", false);

        public boolean asked() {
            return !command.isEmpty();
        }
    }

    public Publication {
        Objects.requireNonNull(node, "node");
        Objects.requireNonNull(state, "state");
        Objects.requireNonNull(csiNodeId, "csiNodeId");
        publishContext = Map.copyOf(publishContext);
        Objects.requireNonNull(mounts, "mounts");
        assigned = Set.copyOf(assigned);
        Objects.requireNonNull(retry, "retry");
        Objects.requireNonNull(since, "since");
        Objects.requireNonNull(forget, "forget");
        flags = flags.map(List::copyOf);
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
        return new PublicationDraft(node, State.PENDING_UNPUBLISH, csiNodeId)
                .done()
                .withUncertain(true);
    }

    /**
     * The attach is withdrawn while the node may have earlier mounts. As with {@link #orphaned}, no claim may take the
     * publication over.
     */
    Publication nodeFirst() {
        return change(draft -> {
            draft.state = State.PENDING_NODE_UNPUBLISH;
            draft.attempted = false;
            draft.retry = Retry.NONE;
            draft.since = Optional.empty();
        });
    }

    Publication in(State state) {
        return change(draft -> {
            draft.state = state;
            draft.retry = Retry.NONE;
            draft.since = Optional.empty();
        });
    }

    Publication with(Retry retry) {
        return change(draft -> draft.retry = retry);
    }

    Publication withUncertain(boolean uncertain) {
        return change(draft -> draft.uncertain = uncertain);
    }

    Publication intended() {
        return change(draft -> {
            draft.attempted = true;
            draft.uncertain = true;
        });
    }

    Publication publishedAs(Map<String, String> context) {
        return change(draft -> {
            draft.publishContext = context;
            draft.uncertain = false;
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

    Publication withoutConfirmation() {
        return change(draft -> draft.unconfirmed = true);
    }

    /** Tasks with these flags use the volume there. */
    Publication fixing(List<String> flags, boolean groupByAgent) {
        return change(draft -> {
            draft.flags = Optional.of(flags);
            draft.groupByAgent = groupByAgent;
        });
    }

    /**
     * The volume's specification for the plugin there: with the flags of the tasks that use it, and with the group only
     * if the plugin takes one.
     */
    public VolumeSpec over(VolumeSpec spec) {
        if (!spec.hasMount()) {
            return spec;
        }
        VolumeSpec.Builder merged = spec.toBuilder();
        merged.getMountBuilder().addAllMountFlags(flags.orElse(List.of()));
        if (groupByAgent) {
            merged.getMountBuilder().clearVolumeMountGroup();
        }
        return merged.build();
    }

    /** A life of the database that is lost gave the node an assignment under this generation. */
    Publication afterLost(long generation) {
        return change(draft -> draft.mounts = mounts.afterLost(generation));
    }

    Publication knownAs(String csiNodeId) {
        return change(draft -> draft.csiNodeId = csiNodeId);
    }

    /** An operator says that nothing is mounted there any more; the node verifies that. */
    public Publication forgetting(String command) {
        return with(new Forget(command, false));
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

    /** Keeps the newest report; an older one changes nothing. */
    public Publication reporting(MountReport report) {
        return change(draft -> draft.mounts = mounts.reporting(report));
    }

    /**
     * Whether the volume is attached is unknown; the next ControllerPublishVolume settles that. The generation stays,
     * because the node may have mounts; their targets and flags are unknown too.
     */
    Publication attachedAgain() {
        return in(State.PENDING_PUBLISH)
                .intended()
                .assigned(generation(), Set.of())
                .change(draft -> draft.flags = Optional.empty());
    }

    /** Only a publication that waits for its first ControllerPublishVolume is certainly not attached. */
    public boolean mayBeAttached() {
        return attempted || state != State.PENDING_PUBLISH;
    }

    /** No ControllerPublishVolume had an effect, and the node got no assignment. */
    boolean isUnattached() {
        return state == State.PENDING_PUBLISH && !uncertain && !announced();
    }

    /** Nothing but a plugin's rejection speaks of it: no task had the volume there, and the node reports none. */
    boolean isGuessed() {
        return state == State.PENDING_UNPUBLISH
                && !attempted
                && !announced()
                && flags.isEmpty()
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
