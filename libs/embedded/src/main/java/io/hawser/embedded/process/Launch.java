package io.hawser.embedded.process;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * How a process of its own is started.
 *
 * @param name what people call it
 * @param command program and arguments
 * @param environment added to ours
 * @param log where its output is appended
 * @param lifetime what becomes of it when this JVM ends
 */
public record Launch(String name, List<String> command, Map<String, String> environment, Path log, Lifetime lifetime) {

    /** What becomes of a process when the JVM that started it ends, however it ends. */
    public enum Lifetime {
        /** Ends with this JVM, also if that is killed. */
        WITH_US,
        /** Stays until somebody stops it. */
        DETACHED
    }

    public Launch {
        if (name.isBlank()) {
            throw new IllegalArgumentException("name must not be blank");
        }
        command = List.copyOf(command);
        if (command.isEmpty()) {
            throw new IllegalArgumentException("command must not be empty");
        }
        environment = Map.copyOf(environment);
        Objects.requireNonNull(log, "log");
        Objects.requireNonNull(lifetime, "lifetime");
    }
}
