package io.hawser.volume.id;

import java.util.Objects;

/** A node's name of one mount; no other mount ever has it. */
public record TargetId(String value) implements Identifier<TargetId> {
    public TargetId {
        Objects.requireNonNull(value, "value");
    }

    @Override
    public String toString() {
        return value;
    }
}
