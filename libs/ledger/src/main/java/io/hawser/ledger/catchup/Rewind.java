package io.hawser.ledger.catchup;

import io.hawser.ledger.position.PositionRows.LogPartition;
import io.smallrye.mutiny.Uni;
import java.util.Set;

/** Begins partitions again from their stored positions, after the database went back. The intake does it. */
public interface Rewind {
    /** Those of them that are this process's. */
    Uni<Void> toStoredPositions(Set<LogPartition> logs);
}
