package io.hawser.plugin.registry;

/** What the producer of a command is told. */
public sealed interface Answer {
    String id();

    String type();

    /** The plugin, as far as it could be read. */
    String plugin();

    /** @param note empty where there is nothing to add */
    record Accepted(String id, String type, String plugin, String note) implements Answer {}

    record Rejected(String id, String type, String plugin, String field, String reason) implements Answer {}
}
