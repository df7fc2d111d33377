package io.hawser.conformance.history;

/**
 * A record that a service buried, by where it stood.
 *
 * @param source {@code TOPIC-PARTITION@OFFSET} of the record
 * @param reason the service's words
 */
public record DeadLetter(String source, String key, String reason) {}
