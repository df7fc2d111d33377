package io.hawser.plugin.registry;

import java.util.List;
import java.util.Optional;

/** The content of one accepted record. */
public sealed interface Fact {
    /** A command; it gets an answer. */
    sealed interface Command extends Fact {
        Header header();

        String plugin();

        String instance();
    }

    /**
     * @param id the answer's key
     * @param digest of type and content: the same id with another digest is another command
     * @param warnings what of the command was ignored
     */
    record Header(String id, String type, String digest, List<String> warnings) {
        public Header {
            warnings = List.copyOf(warnings);
        }
    }

    record Register(Header header, String plugin, String instance, Declared declared) implements Command {}

    record Deregister(Header header, String plugin, String instance) implements Command {}

    record Found(String plugin, Fingerprint fingerprint) implements Fact {}

    record NotFound(String plugin, String node) implements Fact {}

    /** The node's agent has fallen silent, or is heard again. */
    record HeardOrNot(String node) implements Fact {}

    /** @param state empty: nothing to remember; the node counts as never announced */
    record NodeIs(String node, Optional<NodeState> state) implements Fact {}
}
