package io.hawser.volume.id;

import java.util.Objects;

/** The name of a node in {@code hawser.nodes}; empty for a task that has no node yet. */
public record NodeName(String value) implements Identifier<NodeName> {
    public NodeName {
        Objects.requireNonNull(value, "value");
    }

    @Override
    public String toString() {
        return value;
    }
}
