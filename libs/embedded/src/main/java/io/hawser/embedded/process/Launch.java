package io.hawser.embedded.process;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/**
 * How to start a process.
 *
 * @param name for people
 * @param command program and arguments
 * @param environment added to this JVM's
 * @param log file to which the output is appended
 * @param lifetime what happens to the process when this JVM ends
 */
public record Launch(String name, List<String> command, Map<String, String> environment, Path log, Lifetime lifetime) {

    /** What happens to a process when the JVM that started it ends, however it ends. */
    public enum Lifetime {
        /** Ends with this JVM, even if this JVM is killed. */
        WITH_US,
        /** Runs until somebody stops it. */
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
    }
}
