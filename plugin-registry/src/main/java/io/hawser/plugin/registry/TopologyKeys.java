package io.hawser.plugin.registry;

import java.util.Collection;
import java.util.List;

/**
 * How many topology keys are taken, and how long: they stand in the plugin's record, which stays small however many
 * nodes there are. CSI allows {@code [prefix/]name} with 63 characters each; an agent says no longer keys, another
 * producer of fingerprints may.
 */
public final class TopologyKeys {
    static final int LONGEST = 127;
    static final int MOST = 32;

    private TopologyKeys() {}

    /** The first keys in alphabetical order: what is taken of all nodes is part of what is taken of each. */
    public static List<String> taken(Collection<String> keys) {
        return keys.stream()
                .filter(key -> key.length() <= LONGEST)
                .sorted()
                .limit(MOST)
                .toList();
    }

    /**
     * @param said the agent's message
     * @return the same, and what is not taken of the node's keys
     */
    public static String message(String said, Collection<String> keys) {
        int left = keys.size() - taken(keys).size();
        if (left == 0) {
            return said;
        }
        String words = "topology keys that are left out: " + left + "; at most " + MOST + " are taken, of at most "
                + LONGEST + " characters";
        return said.isEmpty() ? words : said + "; " + words;
    }
}
