package io.hawser.bench.command;

import io.hawser.bench.machine.BenchMachine;
import io.hawser.bench.report.VolumesReport;
import io.hawser.bench.volumes.VolumesBench;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.function.Consumer;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code bench volumes}: on a data folder of its own that is gone afterwards. */
@Command(
        name = "volumes",
        mixinStandardHelpOptions = true,
        description = "Volumes per second, beside one worker that makes the same CSI calls one after another.")
final class VolumesCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    @Option(names = "--count", defaultValue = "500", description = "How many volumes (default: ${DEFAULT-VALUE}).")
    private int count;

    @Option(
            names = "--plugin-latency",
            paramLabel = "MS",
            defaultValue = "10",
            description = "Milliseconds that the plugin takes for each call (default: ${DEFAULT-VALUE}).")
    private long pluginLatency;

    @Option(
            names = "--phase-timeout",
            paramLabel = "SECONDS",
            defaultValue = "300",
            description = "How long a phase may take before the bench fails (default: ${DEFAULT-VALUE}).")
    private long phaseTimeout;

    @Option(
            names = {"-o", "--output"},
            defaultValue = "text",
            paramLabel = "text|json",
            description = "json: the last line is one JSON object.")
    private String output;

    @Override
    public Integer call() {
        if (!output.equals("text") && !output.equals("json")) {
            throw new ParameterException(spec.commandLine(), "--output: '" + output + "' is none of text, json");
        }
        VolumesReport report = measure(new VolumesBench(options(), progress()));
        PrintWriter out = spec.commandLine().getOut();
        out.println(output.equals("json") ? report.json() : report.table());
        out.flush();
        return 0;
    }

    private VolumesBench.Options options() {
        try {
            return new VolumesBench.Options(count, Duration.ofMillis(pluginLatency), Duration.ofSeconds(phaseTimeout));
        } catch (IllegalArgumentException e) {
            throw new ParameterException(spec.commandLine(), e.getMessage(), e);
        }
    }

    private VolumesReport measure(VolumesBench bench) {
        BenchMachine machine = BenchMachine.start(folder(), project(), bench.plugins(), progress());
        VolumesReport report;
        try {
            report = bench.run(machine);
        } catch (RuntimeException e) {
            machine.close();
            spec.commandLine().getErr().println("logs and data stay in " + folder() + " until the next bench");
            throw e;
        }
        machine.closeAndDelete();
        return report;
    }

    private Consumer<String> progress() {
        PrintWriter err = spec.commandLine().getErr();
        return line -> {
            err.println(line);
            err.flush();
        };
    }

    /** Beside the data folder of {@code up}: {@code .hawser-bench} by default. */
    private static Path folder() {
        Path home = Optional.ofNullable(System.getenv("HAWSER_HOME"))
                .filter(text -> !text.isBlank())
                .map(Path::of)
                .orElseGet(() -> project().resolve(".hawser"))
                .toAbsolutePath()
                .normalize();
        return home.resolveSibling(home.getFileName() + "-bench");
    }

    /** Where this project was built. */
    private static Path project() {
        return Path.of(System.getProperty("hawser.project", "")).toAbsolutePath();
    }
}
