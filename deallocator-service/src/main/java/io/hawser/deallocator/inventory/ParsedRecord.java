package io.hawser.deallocator.inventory;

/** What became of a record. */
public sealed interface ParsedRecord {
    record Accepted(Fact fact) implements ParsedRecord {}

    /**
     * Decodable, but nothing that could be true.
     *
     * @param id of the CloudEvent: key of the answer
     * @param entity as far as it could be read
     */
    record Refused(String id, String type, String entity, String field, String reason) implements ParsedRecord {}

    /** Says nothing that concerns us. */
    record Skipped() implements ParsedRecord {}
}
