package io.hawser.volume.lifecycle;

import io.hawser.volume.id.NodeName;

/** What one controller call is about. */
public sealed interface Operation {
    record Create() implements Operation {}

    record Delete() implements Operation {}

    record Publish(NodeName node) implements Operation {}

    record Unpublish(NodeName node) implements Operation {}
}
