package io.hawser.conformance.report;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/**
 * The rules that concern calls, or fields, that Hawser does not make yet. Separate tests cover them, with a caller that
 * breaks each.
 */
public final class NotMadeYet {
    private static final String SNAPSHOTS = "Hawser makes no snapshots yet";
    private static final String GROUPS = "Hawser makes no group snapshots yet";
    private static final String EXPANDS = "Hawser expands no volume yet";

    private static final Map<String, String> ALL = all();

    private NotMadeYet() {}

    /** The ids of the rules. */
    public static Set<String> rules() {
        return ALL.keySet();
    }

    /** Why a rule cannot be exercised; only for those in {@link #rules()}. */
    public static String message(String rule) {
        return Objects.requireNonNull(ALL.get(rule));
    }

    private static Map<String, String> all() {
        Map<String, String> all = new LinkedHashMap<>();
        all.put("snapshot-created-before-use", SNAPSHOTS);
        all.put("snapshot-not-used-after-delete", SNAPSHOTS);
        all.put("same-snapshot-name-same-request", SNAPSHOTS);
        all.put("one-call-per-snapshot", SNAPSHOTS);
        all.put("content-source-needs-capability", "Hawser creates no volume from another or from a snapshot yet");
        all.put("group-created-before-use", GROUPS);
        all.put("group-not-used-after-delete", GROUPS);
        all.put("same-group-name-same-request", GROUPS);
        all.put("group-member-not-deleted-alone", GROUPS);
        all.put("group-named-with-all-members", GROUPS);
        all.put("offline-expand-unpublished", EXPANDS);
        all.put("controller-expand-before-node-expand", EXPANDS);
        all.put("node-expand-follows", EXPANDS);
        all.put("mutable-parameters-need-capability", "Hawser modifies no volume yet");
        return Map.copyOf(all);
    }
}
