package io.hawser.cli.command;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Predicate;
import picocli.CommandLine.Option;

/** Prints something once, or again whenever it has changed. */
final class Watch {
    private final Duration pause;

    @Option(
            names = {"-w", "--watch"},
            description = "Prints it again whenever it changes, until Ctrl-C.")
    private boolean wanted;

    Watch() {
        this(Duration.ofSeconds(1));
    }

    /** @param pause between two looks */
    Watch(Duration pause) {
        this.pause = pause;
    }

    boolean wanted() {
        return wanted;
    }

    /** @param print prints what there is now, and says whether there is anything left to watch */
    void run(Session session, Predicate<Session> print) {
        String shown = "";
        boolean left = true;
        while (left && !Thread.interrupted()) {
            StringWriter text = new StringWriter();
            left = print.test(session.printingTo(new PrintWriter(text, true)));
            if (!text.toString().isEmpty() && !text.toString().equals(shown)) {
                session.out().print((shown.isEmpty() ? "" : "\n") + text);
                session.out().flush();
                shown = text.toString();
            }
            if (left) {
                LockSupport.parkNanos(pause.toNanos());
            }
        }
    }
}
