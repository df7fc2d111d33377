package io.hawser.deallocator.inventory.kafka;

import io.hawser.deallocator.inventory.Fact;

/** What became of a record. */
public sealed interface Reading {
    record Accepted(Fact fact) implements Reading {}

    /**
     * Decodable, but nothing that could be true.
     *
     * @param id of the CloudEvent: key of the answer
     * @param entity as far as it could be read
     */
    record Refused(String id, String type, String entity, String field, String reason) implements Reading {}

    /** Says nothing that concerns us. */
    record Skipped() implements Reading {}
}
