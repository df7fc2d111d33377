package io.hawser.volume.spec;

/** What is wrong with a command: the field's path and a sentence. */
public record Fault(String field, String reason) {}
