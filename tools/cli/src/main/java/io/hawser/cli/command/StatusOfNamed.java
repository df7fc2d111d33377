package io.hawser.cli.command;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.function.Function;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** Shows everything about things that are named; with {@code --watch}, again at each change, until all are gone. */
abstract class StatusOfNamed<T> extends HawserCommand {
    private final String kind;
    private final BiFunction<String, T, String> text;
    private final Function<T, String> json;

    @Parameters(paramLabel = "NAME", arity = "1..*")
    private List<String> names = List.of();

    @Mixin
    private Watch watch;

    /**
     * @param kind the word for one thing
     * @param text of the name and what was found
     */
    StatusOfNamed(String kind, BiFunction<String, T, String> text, Function<T, String> json) {
        this.kind = kind;
        this.text = text;
        this.json = json;
    }

    /** Empty if there is no such thing. */
    abstract Optional<T> find(Session session, String name);

    @Override
    final ExitStatus run(Session session) {
        if (watch.wanted()) {
            List<String> left = new ArrayList<>(names);
            Set<String> seen = new HashSet<>();
            watch.run(session, again -> {
                left.removeIf(name -> gone(again, name, seen));
                return !left.isEmpty();
            });
            return ExitStatus.DONE;
        }
        return each(session, names, name -> kind + " " + name, name -> {
            print(session, name, find(session, name).orElseThrow(() -> unknown(kind, name)));
            return ExitStatus.DONE;
        });
    }

    /** Prints the thing if it exists. A thing that was seen before may be gone; any other unknown name is an error. */
    private boolean gone(Session session, String name, Set<String> seen) {
        Optional<T> found = find(session, name);
        if (found.isEmpty()) {
            if (!seen.contains(name)) {
                throw unknown(kind, name);
            }
            session.progress().println(kind + " " + name + " is gone");
            return true;
        }
        seen.add(name);
        print(session, name, found.get());
        return false;
    }

    private void print(Session session, String name, T found) {
        session.out()
                .println(json() ? json.apply(found) : text.apply(name, found).stripTrailing());
    }
}
