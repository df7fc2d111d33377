package io.hawser.volume.spec;

/** What is wrong with a command or a record: the field's path and a sentence. */
public record Fault(String field, String message) {}
