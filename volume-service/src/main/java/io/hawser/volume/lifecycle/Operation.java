package io.hawser.volume.lifecycle;

/** What one controller call is about. */
public sealed interface Operation {
    record Create() implements Operation {}

    record Delete() implements Operation {}

    record Publish(String node) implements Operation {}

    record Unpublish(String node) implements Operation {}
}
