package io.hawser.cli.command;

import io.hawser.bus.service.HawserService;
import io.hawser.v1.Node;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** Changes the records of all named nodes, and then waits for each node. */
abstract class NodeChange extends HawserCommand {
    @Parameters(paramLabel = "NAME", arity = "1..*")
    private List<String> names = List.of();

    @Mixin
    private Effect effect;

    Node node(Session session, String name) {
        return NodeCommands.last(session, name);
    }

    abstract Node changed(Node node);

    /** Refuses what could not be awaited, before anything is written. */
    void check(Session session, Effect awaited) {}

    /** Returns when the change, which volume-service knows, has been carried out. */
    void await(Session session, String name) {}

    abstract String sentence(Node node);

    @Override
    final ExitStatus run(Session session) {
        check(session, effect);
        try (StateWriter writer = effect.writer(session, HawserService.VOLUME_SERVICE)) {
            Map<String, NodeWrite> written = new LinkedHashMap<>();
            ExitStatus all = each(session, names, NodeChange::about, name -> {
                written.put(name, NodeWrite.of(writer, changed(node(session, name))));
                return ExitStatus.DONE;
            });
            ExitStatus awaited = each(
                    session,
                    written.entrySet(),
                    each -> about(each.getKey()),
                    each -> await(session, writer, each.getValue()));
            return all == ExitStatus.DONE ? awaited : all;
        }
    }

    private static String about(String name) {
        return "node " + name;
    }

    private ExitStatus await(Session session, StateWriter writer, NodeWrite write) {
        var rejected = write.await(session, writer, effect);
        if (rejected.isPresent()) {
            return Rejections.show(this, session, rejected.get());
        }
        await(session, write.node().getName());
        show(session, write.node(), sentence(write.node()));
        return ExitStatus.DONE;
    }
}
