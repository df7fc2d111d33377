package io.hawser.plugin.registry;

/** The answer to the producer of a command. */
public sealed interface Answer {
    String id();

    String type();

    /** The plugin's name, as far as it could be read. */
    String plugin();

    /** @param note empty if there is nothing to add */
    record Accepted(String id, String type, String plugin, String note) implements Answer {}

    record Rejected(String id, String type, String plugin, String field, String reason) implements Answer {}
}
