package io.hawser.local.process;

import io.hawser.embedded.process.Launch;
import io.hawser.embedded.process.Signal;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * One of the processes of Hawser on one machine.
 *
 * @param name also its pid file's and log's: small letters, digits and hyphens
 * @param command program and arguments; contains the data folder somewhere, so that an orphan can be recognised
 * @param environment added to this JVM's; may contain secrets, so it is never printed
 * @param readiness when processes that need it may start
 * @param log file to which the output is appended
 * @param stop the signal that asks it to end
 */
public record ProcessSpec(
        String name,
        List<String> command,
        Map<String, String> environment,
        Readiness readiness,
        Path log,
        Signal stop) {
    private static final Pattern NAME = Pattern.compile("[a-z][a-z0-9-]*");

    public ProcessSpec {
        if (!NAME.matcher(name).matches()) {
            throw new IllegalArgumentException("name must be small letters, digits and hyphens: " + name);
        }
        command = List.copyOf(command);
        if (command.isEmpty()) {
            throw new IllegalArgumentException("command must not be empty");
        }
        environment = Map.copyOf(environment);
        Objects.requireNonNull(readiness, "readiness");
        Objects.requireNonNull(log, "log");
        Objects.requireNonNull(stop, "stop");
    }

    /** The same process, with these environment variables added or changed. */
    public ProcessSpec with(Map<String, String> settings) {
        Map<String, String> all = new HashMap<>(environment);
        all.putAll(settings);
        return new ProcessSpec(name, command, all, readiness, log, stop);
    }

    /** The same process, started by a program that replaces itself with it; its arguments are the command. */
    public ProcessSpec startedBy(List<String> program) {
        return new ProcessSpec(
                name, Stream.concat(program.stream(), command.stream()).toList(), environment, readiness, log, stop);
    }

    Launch launch(Launch.Lifetime lifetime) {
        return new Launch(name, command, environment, log, lifetime);
    }

    /** Without command and environment, which may contain secrets. */
    @Override
    public String toString() {
        return "ProcessSpec[" + name + "]";
    }
}
