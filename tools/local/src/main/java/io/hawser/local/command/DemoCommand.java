package io.hawser.local.command;

import io.hawser.local.demo.DemoReport;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code demo}: a volume's whole life, on a data folder of its own that is deleted afterwards. */
@Command(
        mixinStandardHelpOptions = true,
        name = "demo",
        description = "Plays a volume's whole life, and shows that nothing is left.")
final class DemoCommand implements Callable<Integer> {
    private static final Path FOLDER = Launched.homeOf("demo");

    @Spec
    private CommandSpec spec;

    @Mixin
    private OutputOption output;

    @Option(
            names = "--chaos",
            paramLabel = "kill",
            description = "Services and agents are killed (-9) and started again while it plays.")
    private Optional<String> chaos;

    @Option(names = "--seed", description = "Chooses which process is killed when; random by default.")
    private Optional<Long> seed;

    @Override
    public Integer call() {
        boolean json = output.json();
        PrintWriter out = spec.commandLine().getOut();
        var run = new DemoRun(FOLDER, Launched.project(), line -> say(out, line));
        try {
            DemoReport report = run.play(kills());
            say(out, verdict(report));
            if (json) {
                say(out, report.json());
            }
            return report.ok() ? 0 : 1;
        } catch (RuntimeException e) {
            // The message goes to standard error as with any command, and is also in the JSON line for programs.
            if (json) {
                say(out, run.failed(e).json());
            }
            throw e;
        }
    }

    private OptionalLong kills() {
        if (!chaos.orElse("kill").equals("kill")) {
            throw new ParameterException(spec.commandLine(), "--chaos: '" + chaos.get() + "' is none of kill");
        }
        if (seed.isPresent() && chaos.isEmpty()) {
            throw new ParameterException(spec.commandLine(), "--seed needs --chaos kill");
        }
        return chaos.isPresent()
                ? OptionalLong.of(seed.orElseGet(() -> System.nanoTime() & Integer.MAX_VALUE))
                : OptionalLong.empty();
    }

    private String verdict(DemoReport report) {
        String time = String.format(Locale.ROOT, "%.1f s", report.totalMs() / 1000.0);
        return report.ok()
                ? "The whole life of a volume in " + time + ", and nothing is left: "
                        + report.leftOver().sentence()
                : "FAILED after " + time + ": " + report.failure() + "\nLeft: "
                        + report.leftOver().sentence() + "\nLogs and data stay in " + FOLDER + " until the next demo";
    }

    private static void say(PrintWriter out, String line) {
        out.println(line);
        out.flush();
    }
}
