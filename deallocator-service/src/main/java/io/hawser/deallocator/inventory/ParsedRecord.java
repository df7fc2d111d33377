package io.hawser.deallocator.inventory;

import java.util.List;
import java.util.Optional;

/** The result of reading a record. */
public sealed interface ParsedRecord {
    record Accepted(Fact fact) implements ParsedRecord {}

    /**
     * The record can be decoded, but its content cannot be true.
     *
     * @param id of the CloudEvent: key of the answer
     * @param entity as far as it could be read
     * @param holds what it may mean all the same: the task may run, the service may use what its record lists
     * @param warnings what of the record was ignored
     */
    record Refused(
            String id,
            String type,
            String entity,
            String field,
            String message,
            Optional<Fact> holds,
            List<String> warnings)
            implements ParsedRecord {
        public Refused {
            warnings = List.copyOf(warnings);
        }
    }

    /** The record does not concern this service. */
    record Skipped() implements ParsedRecord {}
}
