package io.hawser.bench.command;

import io.hawser.bench.machine.BenchMachine;
import io.hawser.bench.machine.MachinePlan;
import io.hawser.local.command.Launched;
import io.hawser.local.command.OutputOption;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
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

    final <R> R measure(MachinePlan plan, Function<BenchMachine, R> bench) {
        BenchMachine machine = BenchMachine.start(FOLDER, Launched.project(), plan, progress());
        R report;
        try {
            report = bench.apply(machine);
        } catch (RuntimeException e) {
            machine.close();
            spec.commandLine().getErr().println("logs and data stay in " + FOLDER + " until the next bench");
            throw e;
        }
        machine.closeAndDelete();
        return report;
    }

    final void show(String json, String table) {
        PrintWriter out = spec.commandLine().getOut();
        out.println(output.json() ? json : table);
        out.flush();
    }

    final Consumer<String> progress() {
        PrintWriter err = spec.commandLine().getErr();
        return line -> {
            err.println(line);
            err.flush();
        };
    }

    /** Reports an argument that is refused after parsing as an error of the command line. */
    final <T> T checked(Supplier<T> made) {
        try {
            return made.get();
        } catch (IllegalArgumentException fault) {
            throw new ParameterException(spec.commandLine(), fault.getMessage(), fault);
        }
    }
}
