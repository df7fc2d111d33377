package io.hawser.plugin.registry;

import java.util.List;

/** The answer to the producer of a command. */
public sealed interface Answer {
    String id();

    String type();

    /** The plugin's name, as far as it could be read. */
    String plugin();

    /**
     * Carried out in the transaction that accepts it.
     *
     * @param note empty if there is nothing to add
     * @param warnings sentences for the producer: what of the command was ignored
     */
    record Done(String id, String type, String plugin, String note, List<String> warnings) implements Answer {
        public Done {
            warnings = List.copyOf(warnings);
        }
    }

    record Rejected(String id, String type, String plugin, String field, String message, List<String> warnings)
            implements Answer {
        public Rejected {
            warnings = List.copyOf(warnings);
        }
    }
}
