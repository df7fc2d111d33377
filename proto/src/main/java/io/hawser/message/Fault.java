package io.hawser.message;

import java.util.Optional;

/** What is wrong with a command or a record: the field's path and a sentence. */
public record Fault(String field, String message) {
    public static Optional<Fault> of(String field, String message) {
        return Optional.of(new Fault(field, message));
    }
}
