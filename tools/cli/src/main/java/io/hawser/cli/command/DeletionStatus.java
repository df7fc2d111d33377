package io.hawser.cli.command;

import com.fasterxml.jackson.databind.JsonNode;
import io.hawser.cli.rest.DeallocatorClient.Kind;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** Shows why services or networks are still there; with {@code --watch}, until they are gone. */
abstract class DeletionStatus extends HawserCommand {
    private final Kind kind;

    @Parameters(paramLabel = "NAME", arity = "1..*")
    private List<String> names = List.of();

    @Mixin
    private Watch watch;

    DeletionStatus(Kind kind) {
        this.kind = kind;
    }

    abstract Optional<JsonNode> find(Session session, String name);

    abstract String text(String name, JsonNode found);

    @Override
    final ExitStatus run(Session session) {
        if (watch.wanted()) {
            List<String> left = new ArrayList<>(names);
            Set<String> seen = new HashSet<>();
            watch.run(session, again -> {
                left.removeIf(name -> gone(again, name, seen));
                return !left.isEmpty();
            });
        } else {
            names.forEach(
                    name -> print(session, name, find(session, name).orElseThrow(() -> unknown(kind.word(), name))));
        }
        return ExitStatus.DONE;
    }

    /** Prints it, if it is there. A name that never was is an error; the end of one that was is what is watched for. */
    private boolean gone(Session session, String name, Set<String> seen) {
        Optional<JsonNode> found = find(session, name);
        if (found.isEmpty()) {
            if (!seen.contains(name)) {
                throw unknown(kind.word(), name);
            }
            session.progress().println(kind.word() + " " + name + " is gone");
            return true;
        }
        seen.add(name);
        print(session, name, found.get());
        return false;
    }

    private void print(Session session, String name, JsonNode found) {
        session.out()
                .println(json() ? found.toPrettyString() : text(name, found).stripTrailing());
    }
}
