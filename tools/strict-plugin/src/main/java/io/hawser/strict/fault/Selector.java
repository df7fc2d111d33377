package io.hawser.strict.fault;

import io.hawser.strict.call.Rpc;
import java.util.Optional;
import java.util.Set;

/**
 * Selects the calls that a fault hits.
 *
 * @param rpc one RPC; empty: every RPC
 * @param volume a volume, by id, by name, or by {@code #N} as the N-th volume (from 1) that the plugin was ever asked
 *     about; empty: every call
 * @param node the CSI id of the node whose socket the call arrives on; empty: every socket
 * @param firstAttempt the first selected attempt, from 1
 * @param lastAttempt the last selected attempt; {@link Integer#MAX_VALUE} for all
 */
public record Selector(
        Optional<Rpc> rpc, Optional<String> volume, Optional<String> node, int firstAttempt, int lastAttempt) {

    public Selector {
        if (firstAttempt < 1 || lastAttempt < firstAttempt) {
            throw new IllegalArgumentException("attempts: " + firstAttempt + "-" + lastAttempt + " is no range from 1");
        }
        volume.filter(text -> text.startsWith("#") && !text.matches("#[1-9][0-9]{0,8}"))
                .ifPresent(text -> {
                    throw new IllegalArgumentException("volume: \"" + text + "\" is not # and a number from 1");
                });
    }

    /** Selects every attempt of this RPC, whatever its subject. */
    public static Selector every(Rpc rpc) {
        return new Selector(Optional.of(rpc), Optional.empty(), Optional.empty(), 1, Integer.MAX_VALUE);
    }

    /** Selects one attempt of this RPC, for each subject. */
    public static Selector attempt(Rpc rpc, int attempt) {
        return new Selector(Optional.of(rpc), Optional.empty(), Optional.empty(), attempt, attempt);
    }

    boolean selects(Rpc called, String onNode, int attempt, Set<String> names) {
        return rpc.map(called::equals).orElse(true)
                && node.map(onNode::equals).orElse(true)
                && attempt >= firstAttempt
                && attempt <= lastAttempt
                && volume.map(names::contains).orElse(true);
    }
}
