package io.hawser.ledger.catchup.work;

import io.hawser.ledger.position.LogPartition;
import io.smallrye.mutiny.Uni;
import java.util.Set;

/** Makes the intake read partitions again from their stored positions, after the database went back. */
public interface Rewind {
    /** Rewinds those of the partitions that this process has. */
    Uni<Void> toStoredPositions(Set<LogPartition> logs);
}
