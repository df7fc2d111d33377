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

    /**
     * Returns when the change, which volume-service knows, has been carried out.
     *
     * @return whether that was looked at
     */
    boolean await(Session session, String name) {
        return false;
    }

    abstract String sentence(Node node);

    @Override
    final ExitStatus run(Session session) {
        check(session, effect);
        try (StateWriter writer = effect.writer(session, HawserService.VOLUME_SERVICE)) {
            Map<String, NodeWrite> written = new LinkedHashMap<>();
            ExitStatus all = writeEach(session, names, "records", NodeChange::about, name -> {
                Node before = node(session, name);
                written.put(name, NodeWrite.of(writer, effect, before, changed(before)));
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
            return rejected(session, rejected.get());
        }
        boolean carriedOut = await(session, write.node().getName());
        show(session, write.node(), carriedOut || write.seen() ? sentence(write.node()) : write.unseen());
        return ExitStatus.DONE;
    }
}
