package io.hawser.cli.command;

import io.hawser.cli.rest.ProtoJson;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code events}: what happened, from the topic. */
@Command(name = "events", description = "Shows what happened in the last 7 days, oldest first.")
final class EventsCommand extends HistoryCommand {
    private static final Set<String> KINDS = Set.of("volume", "task", "node", "plugin", "service", "network");

    @Parameters(
            paramLabel = "KIND/NAME",
            arity = "0..*",
            description = "Only of these, such as volume/data or node/node-1; of all if none is named.")
    private List<String> entities = List.of();

    @Option(
            names = {"-f", "--follow"},
            description = "Goes on with what happens from now on, until Ctrl-C; in JSON, each event is a line.")
    private boolean follow;

    @Override
    ExitStatus run(Session session) {
        for (String entity : entities) {
            String kind = entity.replaceFirst("/.*", "");
            if (!entity.contains("/") || !KINDS.contains(kind)) {
                throw wrong(new IllegalArgumentException(
                        "'" + entity + "' is no KIND/NAME; kinds are node, network, plugin, service, task and volume"));
            }
        }
        Set<String> wanted = new HashSet<>(entities);
        History history = history(session, wanted);
        if (follow && json()) {
            history.events().forEach(event -> session.out().println(ProtoJson.line(event)));
        } else {
            show(session, history, "nothing happened in the last 7 days");
        }
        if (follow) {
            follow(session, history, wanted);
        }
        return ExitStatus.DONE;
    }
}
