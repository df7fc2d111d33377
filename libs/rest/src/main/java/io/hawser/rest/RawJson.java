package io.hawser.rest;

import com.fasterxml.jackson.annotation.JsonRawValue;
import com.fasterxml.jackson.annotation.JsonValue;

/** A string that is JSON already, such as a message in protobuf's mapping. */
public record RawJson(@JsonValue @JsonRawValue String json) {}
