package io.hawser.bench.command;

import io.hawser.bench.machine.BenchMachine;
import io.hawser.bench.machine.PluginProcess;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.function.Consumer;
import java.util.function.Function;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** A bench on a data folder of its own that is gone afterwards. */
abstract class MachineCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    @Option(
            names = {"-o", "--output"},
            defaultValue = "text",
            paramLabel = "text|json",
            description = "json: the last line is one JSON object.")
    private String output;

    /** @param heapMiB volume-service's, where it is not the usual one */
    final <R> R measure(Optional<Integer> heapMiB, List<PluginProcess> plugins, Function<BenchMachine, R> bench) {
        if (!output.equals("text") && !output.equals("json")) {
            throw new ParameterException(spec.commandLine(), "--output: '" + output + "' is none of text, json");
        }
        BenchMachine machine = BenchMachine.start(folder(), project(), heapMiB, plugins, progress());
        R report;
        try {
            report = bench.apply(machine);
        } catch (RuntimeException e) {
            machine.close();
            spec.commandLine().getErr().println("logs and data stay in " + folder() + " until the next bench");
            throw e;
        }
        machine.closeAndDelete();
        return report;
    }

    final void show(String json, String table) {
        PrintWriter out = spec.commandLine().getOut();
        out.println(output.equals("json") ? json : table);
        out.flush();
    }

    final Consumer<String> progress() {
        PrintWriter err = spec.commandLine().getErr();
        return line -> {
            err.println(line);
            err.flush();
        };
    }

    /** An argument's fault found after parsing. */
    final ParameterException wrong(IllegalArgumentException fault) {
        return new ParameterException(spec.commandLine(), fault.getMessage(), fault);
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
