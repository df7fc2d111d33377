package io.hawser.node.mount;

import io.hawser.node.layout.SafeSegment;
import java.util.Optional;

/**
 * One publish of a volume.
 *
 * @param task the target's task; empty if only the mount was found
 * @param block whether it was published as a device
 * @param seen what the mount table showed there when the publish was done last; empty: nothing, or not done yet
 */
public record TargetRecord(
        String id, String task, boolean readOnly, boolean block, TargetState state, Optional<String> seen) {
    public TargetRecord {
        SafeSegment.of("target", id);
    }

    TargetRecord in(TargetState next) {
        return new TargetRecord(id, task, readOnly, block, next, seen);
    }

    /** Whether NodePublishVolume was done, and nothing has made that uncertain since. */
    boolean stands() {
        return state == TargetState.PUBLISHED || state == TargetState.GROUPING;
    }

    TargetRecord published(Optional<String> nowSeen) {
        return new TargetRecord(id, task, readOnly, block, TargetState.PUBLISHED, nowSeen);
    }
}
