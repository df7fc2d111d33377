package io.hawser.local.command;

import io.hawser.local.demo.DemoReport;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParentCommand;
import picocli.CommandLine.Spec;

/** {@code demo}: a volume's whole life, on a data folder of its own that is gone afterwards. */
@Command(name = "demo", description = "Plays a volume's whole life, and shows that nothing is left.")
final class DemoCommand implements Callable<Integer> {
    @ParentCommand
    private LocalCommand parent;

    @Spec
    private CommandSpec spec;

    @Option(
            names = {"-o", "--output"},
            defaultValue = "text",
            paramLabel = "text|json",
            description = "json: the last line is one JSON object.")
    private String output;

    @Option(
            names = "--chaos",
            paramLabel = "kill",
            description = "Services and agents are killed (-9) and started again while it plays.")
    private Optional<String> chaos;

    @Option(names = "--seed", description = "Draws who dies when; drawn itself and told if not given.")
    private Optional<Long> seed;

    @Override
    public Integer call() {
        boolean json = oneOf("--output", output, "text", "json").equals("json");
        PrintWriter out = spec.commandLine().getOut();
        var run = new DemoRun(folder(), parent.project(), line -> say(out, line));
        try {
            DemoReport report = run.play(kills());
            say(out, verdict(report));
            if (json) {
                say(out, report.json());
            }
            return report.ok() ? 0 : 1;
        } catch (RuntimeException e) {
            // The sentence goes to standard error like any command's; who reads the last line for machines finds it
            // there, too.
            if (json) {
                say(out, run.failed(e).json());
            }
            throw e;
        }
    }

    private OptionalLong kills() {
        chaos.ifPresent(kind -> oneOf("--chaos", kind, "kill"));
        return chaos.isPresent()
                ? OptionalLong.of(seed.orElseGet(() -> System.nanoTime() & Integer.MAX_VALUE))
                : OptionalLong.empty();
    }

    /** Beside the data folder of {@code up}: the demo starts from nothing and shows that nothing is left. */
    private Path folder() {
        Path home = parent.home().toAbsolutePath().normalize();
        return home.resolveSibling(home.getFileName() + "-demo");
    }

    private String verdict(DemoReport report) {
        String time = String.format(Locale.ROOT, "%.1f s", report.totalMs() / 1000.0);
        return report.ok()
                ? "The whole life of a volume in " + time + ", and nothing is left: "
                        + report.leftOver().sentence()
                : "FAILED after " + time + ": " + report.failure() + "\nLeft: "
                        + report.leftOver().sentence() + "\nLogs and data stay in " + folder() + " until the next demo";
    }

    private String oneOf(String option, String value, String... allowed) {
        for (String one : allowed) {
            if (one.equals(value)) {
                return value;
            }
        }
        throw new picocli.CommandLine.ParameterException(
                spec.commandLine(), option + ": '" + value + "' is none of " + String.join(", ", allowed));
    }

    private static void say(PrintWriter out, String line) {
        out.println(line);
        out.flush();
    }
}
