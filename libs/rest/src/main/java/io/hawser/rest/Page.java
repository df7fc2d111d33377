package io.hawser.rest;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.List;
import java.util.Optional;

/**
 * One page of a list.
 *
 * @param items in the order of their keys; may be empty although more follow
 * @param next the token for the next page; empty: this is the last
 */
public record Page<T>(
        List<T> items,

        @JsonProperty("continue") @JsonInclude(JsonInclude.Include.NON_ABSENT)
        Optional<String> next) {
    static final String ITEMS = "items";

    public Page {
        items = List.copyOf(items);
    }
}
