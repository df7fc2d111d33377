package io.hawser.volume.lifecycle.work;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PerhapsAttachedTest {
    @ParameterizedTest
    @CsvSource({
        "published on node i-7, true",
        "'published on node \"i-7\".', true",
        "i-7 has it, true",
        "published on node i-77, false",
        "published on node my-i-7, false",
        "published on node i-7.example, false",
        "published on node example.i-7, false",
        "published on i-7/disk, false",
        "published on zones/z/i-7, true",
        "published on node a.7, false",
        "attached to ***stripped***-7, true",
        "'attached to \"***stripped***-7\".', true",
        "attached to i-***stripped***., true",
        "attached to node=zones/***stripped***-7, true",
        "attached to ***stripped***-***stripped***, false",
        "attached to ***stripped***-, false",
        "'attached to \"***stripped***\".', false",
        "attached to ***stripped***-8, false",
        "***stripped***: not attached, false"
    })
    @DisplayName("A message names a node if it has the node's whole id")
    void wholeId(String message, boolean named) {
        assertThat(PerhapsAttached.names(message, message.contains("a.7") ? "i.7" : "i-7"))
                .isEqualTo(named);
    }
}
