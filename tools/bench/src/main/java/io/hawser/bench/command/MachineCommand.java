package io.hawser.bench.command;

import io.hawser.bench.machine.BenchMachine;
import io.hawser.bench.machine.MachinePlan;
import io.hawser.bench.report.Figures;
import io.hawser.bench.report.JsonTable;
import io.hawser.local.command.Launched;
import io.hawser.local.command.OutputOption;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import java.util.function.Consumer;
import java.util.function.Function;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** A bench on a data folder of its own that is deleted afterwards. */
abstract class MachineCommand implements Callable<Integer> {
    private static final Path FOLDER = Launched.homeOf("bench");

    @Spec
    private CommandSpec spec;

    @Mixin
    private OutputOption output;

    /** What runs, and what is measured there. */
    record Bench(MachinePlan plan, Function<BenchMachine, Figures> run) {}

    /** @throws IllegalArgumentException if an option has a value that the bench refuses */
    abstract Bench bench();

    @Override
    public final Integer call() {
        String json = measured(checked()).json();
        PrintWriter out = spec.commandLine().getOut();
        out.println(output.json() ? json : JsonTable.of(json));
        out.flush();
        return 0;
    }

    private Figures measured(Bench bench) {
        BenchMachine machine = BenchMachine.start(FOLDER, Launched.project(), bench.plan(), progress());
        Figures figures;
        try {
            figures = bench.run().apply(machine);
        } catch (RuntimeException e) {
            machine.close();
            spec.commandLine().getErr().println("logs and data stay in " + FOLDER + " until the next bench");
            throw e;
        }
        machine.closeAndDelete();
        return figures;
    }

    /** Reports an argument that is refused after parsing as an error of the command line. */
    private Bench checked() {
        try {
            return bench();
        } catch (IllegalArgumentException fault) {
            throw new ParameterException(spec.commandLine(), fault.getMessage(), fault);
        }
    }

    final Consumer<String> progress() {
        PrintWriter err = spec.commandLine().getErr();
        return line -> {
            err.println(line);
            err.flush();
        };
    }
}
