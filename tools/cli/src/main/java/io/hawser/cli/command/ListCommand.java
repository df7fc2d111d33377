package io.hawser.cli.command;

import io.hawser.cli.text.Table;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Lists things of one kind: all, or those that are named; once, or again whenever something changes. */
abstract class ListCommand<T> extends HawserCommand {
    private static final Duration LOOK_AGAIN = Duration.ofSeconds(1);

    private final String kind;

    @Parameters(paramLabel = "NAME", arity = "0..*", description = "Only these; all if none is named.")
    private List<String> names = new ArrayList<>();

    @Option(
            names = {"-w", "--watch"},
            description = "Prints the list again whenever it changes, until Ctrl-C.")
    private boolean watch;

    /** @param kind what one of them is called */
    ListCommand(String kind) {
        this.kind = kind;
    }

    abstract Stream<T> all(Session session);

    abstract String name(T thing);

    abstract String json(T thing);

    abstract Table table();

    abstract void row(Table table, T thing);

    /** What is printed if there is none. */
    abstract String none();

    @Override
    final ExitStatus run(Session session) {
        return watch ? watch(session) : print(session);
    }

    private ExitStatus print(Session session) {
        Set<String> missing = new HashSet<>(names);
        Set<String> wanted = Set.copyOf(names);
        Stream<T> things = all(session).filter(thing -> wanted.isEmpty() || wanted.contains(name(thing)));
        show(
                session,
                things.peek(thing -> missing.remove(name(thing))),
                this::json,
                table(),
                this::row,
                wanted.isEmpty() ? none() : "");
        session.out().flush();
        names.stream().filter(missing::contains).forEach(name -> session.progress()
                .println("hawser: no " + kind + " is called " + name));
        return missing.isEmpty() ? ExitStatus.DONE : ExitStatus.REFUSED;
    }

    private ExitStatus watch(Session session) {
        String shown = "";
        while (!Thread.interrupted()) {
            StringWriter text = new StringWriter();
            print(session.printingTo(new PrintWriter(text, true)));
            if (!text.toString().equals(shown)) {
                session.out().print((shown.isEmpty() ? "" : "\n") + text);
                session.out().flush();
                shown = text.toString();
            }
            LockSupport.parkNanos(LOOK_AGAIN.toNanos());
        }
        return ExitStatus.DONE;
    }
}
