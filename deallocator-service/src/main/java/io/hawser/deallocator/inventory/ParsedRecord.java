package io.hawser.deallocator.inventory;

import java.util.List;

/** The result of reading a record. */
public sealed interface ParsedRecord {
    record Accepted(Fact fact) implements ParsedRecord {}

    /**
     * The record can be decoded, but its content cannot be true.
     *
     * @param id of the CloudEvent: key of the answer
     * @param entity as far as it could be read
     * @param warnings what of the record was ignored
     */
    record Refused(String id, String type, String entity, String field, String reason, List<String> warnings)
            implements ParsedRecord {
        public Refused {
            warnings = List.copyOf(warnings);
        }
    }

    /** The record does not concern this service. */
    record Skipped() implements ParsedRecord {}
}
