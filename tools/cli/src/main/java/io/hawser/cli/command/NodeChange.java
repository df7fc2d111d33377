package io.hawser.cli.command;

import io.hawser.v1.Node;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.Parameters;

/** Changes the records of all named nodes, and then waits for each node if the command waits. */
abstract class NodeChange extends HawserCommand {
    @Parameters(paramLabel = "NAME", arity = "1..*")
    private List<String> names = List.of();

    Node node(Session session, String name) {
        return NodeCommands.last(session, name);
    }

    abstract Node changed(Node node);

    /** Refuses what could not be awaited, before anything is written. */
    void check(Session session) {}

    /** Returns when the change has taken effect. */
    void await(Session session, String name) {}

    abstract String sentence(Node node);

    @Override
    final ExitStatus run(Session session) {
        check(session);
        Map<String, Node> written = new LinkedHashMap<>();
        ExitStatus all = each(session, names, name -> "node " + name, name -> {
            written.put(name, NodeCommands.write(session, changed(node(session, name))));
            return ExitStatus.DONE;
        });
        ExitStatus awaited = each(session, written.entrySet(), each -> "node " + each.getKey(), each -> {
            await(session, each.getKey());
            show(session, each.getValue(), sentence(each.getValue()));
            return ExitStatus.DONE;
        });
        return all == ExitStatus.DONE ? awaited : all;
    }
}
