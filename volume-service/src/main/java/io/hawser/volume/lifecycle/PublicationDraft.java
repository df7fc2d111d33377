package io.hawser.volume.lifecycle;

import io.hawser.v1.MountReport;
import io.hawser.volume.id.NodeName;
import io.hawser.volume.id.TargetId;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** A publication that is being changed. */
final class PublicationDraft {
    final NodeName node;
    Publication.State state;
    String csiNodeId;
    Map<String, String> publishContext = Map.of();
    long generation;
    Set<TargetId> assigned = Set.of();
    boolean attempted;
    boolean uncertain;
    boolean unconfirmed;
    Retry retry = Retry.NONE;
    Optional<MountReport> reported = Optional.empty();
    Optional<Instant> since = Optional.empty();
    Publication.Forget forget = Publication.Forget.NO;
    Optional<List<String>> flags = Optional.empty();
    boolean groupByAgent;
    long lostGeneration;

    PublicationDraft(NodeName node, Publication.State state, String csiNodeId) {
        this.node = node;
        this.state = state;
        this.csiNodeId = csiNodeId;
    }

    PublicationDraft(Publication from) {
        this(from.node(), from.state(), from.csiNodeId());
        publishContext = from.publishContext();
        generation = from.generation();
        assigned = from.assigned();
        attempted = from.attempted();
        uncertain = from.uncertain();
        unconfirmed = from.unconfirmed();
        retry = from.retry();
        reported = from.reported();
        since = from.since();
        forget = from.forget();
        flags = from.flags();
        groupByAgent = from.groupByAgent();
        lostGeneration = from.lostGeneration();
    }

    Publication done() {
        return new Publication(
                node,
                state,
                csiNodeId,
                publishContext,
                generation,
                assigned,
                attempted,
                uncertain,
                unconfirmed,
                retry,
                reported,
                since,
                forget,
                flags,
                groupByAgent,
                lostGeneration);
    }
}
