package io.hawser.conformance.report;

import java.util.Set;

/**
 * The rules that concern calls, or fields, that Hawser does not make yet. Separate tests cover them, with a caller that
 * breaks each.
 */
public final class NotMadeYet {
    /** The ids of the rules. */
    public static final Set<String> RULES = Set.of(
            // Hawser makes no snapshots, alone or in groups, and creates no volume from another or from a snapshot.
            "snapshot-created-before-use",
            "snapshot-not-used-after-delete",
            "same-snapshot-name-same-request",
            "one-call-per-snapshot",
            "content-source-needs-capability",
            "group-created-before-use",
            "group-not-used-after-delete",
            "same-group-name-same-request",
            "group-member-not-deleted-alone",
            "group-named-with-all-members",
            // It expands no volume.
            "offline-expand-unpublished",
            "controller-expand-before-node-expand",
            "node-expand-follows",
            // It modifies no volume.
            "mutable-parameters-need-capability");

    private NotMadeYet() {}
}
