package io.hawser.rest;

import com.fasterxml.jackson.annotation.JsonRawValue;
import com.fasterxml.jackson.annotation.JsonValue;

/**
 * A string that is JSON already, such as a message in protobuf's mapping.
 *
 * @param <M> the message, or {@link Either} of two; OpenAPI's schema is read off it
 */
public record RawJson<M>(@JsonValue @JsonRawValue String json) {
    /** One or the other message. */
    public interface Either<A, B> {}
}
