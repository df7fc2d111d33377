package io.hawser.strict.knowledge;

import java.util.Set;

/**
 * What the caller knows about a snapshot or a group snapshot.
 *
 * @param group the group that a snapshot belongs to; empty if none
 * @param members the snapshots of a group
 */
public record SnapshotDetails(String group, Set<String> members) {
    public SnapshotDetails {
        members = Set.copyOf(members);
    }
}
