package io.hawser.volume.lifecycle;

import io.hawser.v1.MountReport;
import io.hawser.volume.id.NodeName;
import io.hawser.volume.id.TargetId;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** A publication in any state, for tests: the plugin knows the node by {@code csi-NODE}, and answered the last call. */
public final class PublicationSample {
    private final PublicationDraft draft;

    private PublicationSample(NodeName node, Publication.State state) {
        draft = new PublicationDraft(node, state, "csi-" + node);
        draft.attachment = Attachment.CERTAIN;
    }

    public static PublicationSample on(NodeName node, Publication.State state) {
        return new PublicationSample(node, state);
    }

    /** The publication in another state, whether it can become that or not. */
    static Publication in(Publication.State state, Publication publication) {
        PublicationDraft draft = new PublicationDraft(publication);
        draft.state = state;
        return draft.done();
    }

    public PublicationSample knownAs(String csiNodeId) {
        draft.csiNodeId = csiNodeId;
        return this;
    }

    public PublicationSample context(Map<String, String> publishContext) {
        draft.publishContext = publishContext;
        return this;
    }

    public PublicationSample mounts(long generation, Optional<MountReport> reported) {
        return mounts(new MountsOnNode(generation, 0, reported));
    }

    public PublicationSample mounts(MountsOnNode mounts) {
        draft.mounts = mounts;
        return this;
    }

    public PublicationSample assigned(Set<TargetId> targets) {
        draft.assigned = targets;
        return this;
    }

    public PublicationSample attachment(Attachment attachment) {
        draft.attachment = attachment;
        return this;
    }

    public PublicationSample unconfirmed(boolean unconfirmed) {
        draft.unconfirmed = unconfirmed;
        return this;
    }

    public PublicationSample retry(Retry retry) {
        draft.retry = retry;
        return this;
    }

    public PublicationSample since(Instant since) {
        draft.since = Optional.of(since);
        return this;
    }

    public PublicationSample forget(Forget forget) {
        draft.forget = forget;
        return this;
    }

    public PublicationSample flags(Optional<List<String>> flags, boolean groupByAgent) {
        draft.options = new MountOptions(flags, groupByAgent, Optional.empty(), false);
        return this;
    }

    public PublicationSample options(MountOptions options) {
        draft.options = options;
        return this;
    }

    public Publication done() {
        return draft.done();
    }
}
