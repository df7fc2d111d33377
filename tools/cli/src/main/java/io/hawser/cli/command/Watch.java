package io.hawser.cli.command;

import io.hawser.cli.rest.ServiceUnreachableException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import picocli.CommandLine.Option;

/** Prints something once, or again whenever it has changed. */
final class Watch {
    /** What changes with time alone: an age, and the columns that move with its length. */
    private static final Pattern AGE = Pattern.compile("\\s+(\\d+[smhd](?=\\s))?");

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
        String missed = "";
        boolean left = true;
        // A pipe whose reader has ended takes nothing any more.
        while (left && !Thread.interrupted() && !session.out().checkError()) {
            StringWriter written = new StringWriter();
            try {
                left = print.test(session.printingTo(new PrintWriter(written, true)));
                missed = "";
            } catch (ServiceUnreachableException e) {
                // Its service may be starting again; before the first look it is a failure like any other.
                if (shown.isEmpty()) {
                    throw e;
                }
                String why = String.valueOf(e.getMessage());
                if (!why.equals(missed)) {
                    session.progress().println("hawser: " + why);
                    session.progress().flush();
                    missed = why;
                }
            }
            String text = written.toString();
            String timeless = AGE.matcher(text).replaceAll(" ");
            if (!text.isEmpty() && !timeless.equals(shown)) {
                session.out().print((shown.isEmpty() ? "" : "\n") + text);
                session.out().flush();
                shown = timeless;
            }
            if (left) {
                LockSupport.parkNanos(pause.toNanos());
            }
        }
    }
}
