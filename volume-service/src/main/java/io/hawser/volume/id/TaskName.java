package io.hawser.volume.id;

import java.util.Objects;

/** The orchestrator's name of a task. */
public record TaskName(String value) implements Identifier<TaskName> {
    public TaskName {
        Objects.requireNonNull(value, "value");
    }

    @Override
    public String toString() {
        return value;
    }
}
