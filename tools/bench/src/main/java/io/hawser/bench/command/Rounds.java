package io.hawser.bench.command;

import picocli.CommandLine.Option;

/** How often everything is measured. */
final class Rounds {
    @Option(
            names = "--rounds",
            defaultValue = "3",
            description = "How often everything is measured; the median counts (default: ${DEFAULT-VALUE}).")
    private int rounds;

    int value() {
        return rounds;
    }
}
