package io.hawser.node.plugin;

import java.util.Map;
import java.util.Optional;

/**
 * The secrets for the calls of one volume, as they were read.
 *
 * @param values by the key that the plugin knows
 * @param missing why one of them could not be read; empty: all were
 */
public record CallSecrets(Map<String, String> values, Optional<String> missing) {
    /** For a volume that needs none. */
    public static final CallSecrets NONE = new CallSecrets(Map.of(), Optional.empty());

    public CallSecrets {
        values = Map.copyOf(values);
    }

    /** Shows none of them. */
    @Override
    public String toString() {
        return "CallSecrets" + values.keySet();
    }
}
