package io.hawser.deallocator.inventory;

/** The result of reading a record. */
public sealed interface ParsedRecord {
    record Accepted(Fact fact) implements ParsedRecord {}

    /**
     * The record can be decoded, but its content cannot be true.
     *
     * @param id of the CloudEvent: key of the answer
     * @param entity as far as it could be read
     */
    record Refused(String id, String type, String entity, String field, String reason) implements ParsedRecord {}

    /** The record does not concern this service. */
    record Skipped() implements ParsedRecord {}
}
