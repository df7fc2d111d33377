package io.hawser.volume.lifecycle;

import io.hawser.volume.id.NodeName;
import io.hawser.volume.id.TargetId;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** A publication that is being changed. */
final class PublicationDraft {
    final NodeName node;
    Publication.State state;
    String csiNodeId;
    Map<String, String> publishContext = Map.of();
    MountsOnNode mounts = MountsOnNode.NONE;
    Set<TargetId> assigned = Set.of();
    Attachment attachment = Attachment.NOT_REQUESTED;
    boolean unconfirmed;
    Retry retry = Retry.NONE;
    Optional<Instant> since = Optional.empty();
    Forget forget = Forget.NO;
    MountOptions options = MountOptions.UNKNOWN;

    PublicationDraft(NodeName node, Publication.State state, String csiNodeId) {
        this.node = node;
        this.state = state;
        this.csiNodeId = csiNodeId;
    }

    PublicationDraft(Publication from) {
        this(from.node(), from.state(), from.csiNodeId());
        publishContext = from.publishContext();
        mounts = from.mounts();
        assigned = from.assigned();
        attachment = from.attachment();
        unconfirmed = from.unconfirmed();
        retry = from.retry();
        since = from.since();
        forget = from.forget();
        options = from.options();
    }

    Publication done() {
        return new Publication(
                node,
                state,
                csiNodeId,
                publishContext,
                mounts,
                assigned,
                attachment,
                unconfirmed,
                retry,
                since,
                forget,
                options);
    }
}
