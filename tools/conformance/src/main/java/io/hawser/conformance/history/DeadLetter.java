package io.hawser.conformance.history;

/**
 * A dead letter that a service wrote.
 *
 * @param source {@code TOPIC-PARTITION@OFFSET} of the original record
 * @param reason the service's message
 */
public record DeadLetter(String source, String key, String reason) {}
