package io.hawser.conformance.command;

import io.hawser.conformance.report.Failure;
import io.hawser.conformance.report.NotMadeYet;
import io.hawser.conformance.report.Report;
import io.hawser.conformance.report.Tally;
import io.hawser.conformance.run.Suite;
import io.hawser.conformance.scenario.RandomPlan;
import io.hawser.local.command.Launched;
import io.hawser.local.command.OutputOption;
import io.hawser.strict.rule.RuleCatalogue;
import java.io.PrintWriter;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.Callable;
import java.util.function.Supplier;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code conformance}: runs on a data folder of its own, which is deleted afterwards unless it shows a failure. */
@Command(
        name = "./hawser conformance",
        mixinStandardHelpOptions = true,
        description = "Judges Hawser as a caller of CSI: "
                + "named scenarios and fault scripts, then seeded runs with faults everywhere.")
public final class ConformanceCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    @Option(names = "--runs", paramLabel = "N", description = "Seeded runs, from seed 1 (default: 10; with --quick 1).")
    private Optional<Integer> runs;

    @Option(
            names = "--seed",
            paramLabel = "S",
            description = "Plays this one run again, and nothing else; with --runs N the runs from this seed on.")
    private Optional<Long> seed;

    @Option(
            names = "--quick",
            description = "As few scenarios and fault scripts as exercise every rule, one seeded run.")
    private boolean quick;

    @Option(
            names = "--only",
            paramLabel = "REGEX",
            description = "Plays the named scenarios that match, and nothing else.")
    private Optional<String> only;

    @Mixin
    private OutputOption output;

    public static CommandLine commandLine() {
        return Launched.commandLine(new ConformanceCommand());
    }

    @Override
    public Integer call() {
        boolean json = output.json();
        Selection selection = selection();
        PrintWriter out = spec.commandLine().getOut();
        long began = System.nanoTime();
        Tally tally = new Tally(RuleCatalogue.all(), NotMadeYet.RULES);
        play(
                selection,
                tally,
                () -> new Suite(Launched.homeOf("conformance"), Launched.project(), tally, line -> say(out, line)));
        return conclude(tally.report(), selection, json, (System.nanoTime() - began) / 1e9, out);
    }

    /**
     * Prints the results.
     *
     * @return the exit status
     */
    static int conclude(Report report, Selection selection, boolean json, double seconds, PrintWriter out) {
        boolean whole = selection.whole();
        boolean good = report.good(whole);
        say(out, "");
        say(out, report.table());
        say(out, verdict(report, good, whole, seconds));
        if (json) {
            say(out, report.json(whole));
        }
        return good ? 0 : 1;
    }

    /** If something ends the play early, the results until then are still printed. */
    static void play(Selection selection, Tally tally, Supplier<Suite> opening) {
        try (Suite suite = opening.get()) {
            selection.together().forEach(suite::together);
            selection.seeds().forEach(each -> suite.alone(RandomPlan.draw(each)));
        } catch (RuntimeException e) {
            tally.broken(
                    new Failure(Failure.LIVENESS, "all runs", OptionalLong.empty(), "not everything was played: " + e));
        }
    }

    private Selection selection() {
        try {
            return Selection.of(seed, runs, only, quick);
        } catch (IllegalArgumentException e) {
            throw new ParameterException(spec.commandLine(), e.getMessage());
        }
    }

    private static String verdict(Report report, boolean good, boolean whole, double seconds) {
        String time =
                String.format(Locale.ROOT, "%d runs in %.0f s", report.runs().size(), seconds);
        if (good) {
            return time + ": no rule and no invariant was broken.";
        }
        long broke = report.failures().stream().map(Failure::run).distinct().count();
        return "FAILED, " + time + ": " + broke + " of them broke a rule or an invariant"
                + (whole ? "; not shown: " + report.notShown() : "");
    }

    private static void say(PrintWriter out, String line) {
        out.println(line);
        out.flush();
    }
}
