package io.hawser.bench.command;

import java.time.Duration;
import picocli.CommandLine.Option;

/** How long a phase of a bench may take. */
final class PhaseTimeout {
    @Option(
            names = "--phase-timeout",
            paramLabel = "SECONDS",
            defaultValue = "300",
            description = "How long a phase may take before the bench fails (default: ${DEFAULT-VALUE}).")
    private long seconds;

    Duration value() {
        return Duration.ofSeconds(seconds);
    }
}
