package io.hawser.cli.command;

import io.hawser.cli.text.Table;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Stream;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** Lists things of one kind: all, or those that are named; once, or again whenever something changes. */
abstract class ListCommand<T> extends HawserCommand {
    private final String kind;
    private final Function<T, String> name;
    private final Function<T, String> json;
    private final Supplier<Table> table;
    private final BiConsumer<Table, T> row;

    @Parameters(paramLabel = "NAME", arity = "0..*", description = "Only these; all if none is named.")
    private List<String> names = new ArrayList<>();

    /** Names that are missing, and have been reported. */
    private final Set<String> reported = new HashSet<>();

    @Mixin
    private Watch watch;

    /**
     * @param kind the word for one thing
     * @param table its headings
     * @param row adds a thing's lines
     */
    ListCommand(
            String kind,
            Function<T, String> name,
            Function<T, String> json,
            Supplier<Table> table,
            BiConsumer<Table, T> row) {
        this.kind = kind;
        this.name = name;
        this.json = json;
        this.table = table;
        this.row = row;
    }

    abstract Stream<T> all(Session session);

    /** What is printed if there is none. */
    abstract String none();

    @Override
    final ExitStatus run(Session session) {
        if (!watch.wanted()) {
            return print(session);
        }
        watch.run(session, again -> {
            print(again);
            return true;
        });
        return ExitStatus.DONE;
    }

    private ExitStatus print(Session session) {
        Set<String> missing = new HashSet<>(names);
        Set<String> wanted = Set.copyOf(names);
        Stream<T> things = all(session).filter(thing -> wanted.isEmpty() || wanted.contains(name.apply(thing)));
        show(
                session,
                things.peek(thing -> missing.remove(name.apply(thing))),
                json,
                table.get(),
                row,
                wanted.isEmpty() ? none() : "");
        session.out().flush();
        reported.retainAll(missing);
        names.stream().filter(missing::contains).filter(reported::add).forEach(name -> session.progress()
                .println("hawser: " + unknown(kind, name).getMessage()));
        return missing.isEmpty() ? ExitStatus.DONE : ExitStatus.REFUSED;
    }
}
