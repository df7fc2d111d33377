package io.hawser.cli.command;

import com.google.protobuf.Message;
import io.hawser.bus.topic.HawserTopic;
import io.hawser.cli.look.Look;
import io.hawser.cli.rest.DeallocatorClient;
import io.hawser.cli.rest.DeallocatorClient.Kind;
import io.hawser.cli.rest.Deletion;
import io.hawser.cli.topic.TopicWriter;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/**
 * Marks a service or network for deletion. With {@code --wait}, deletes its record after deallocator-service has
 * deallocated it.
 */
abstract class RemoveCommand<M extends Message> extends HawserCommand {
    private static final String MARKED =
            " marked for deletion%s; `./hawser %s remove %s --wait` deletes its record at the end";

    private final Kind kind;
    private final HawserTopic topic;
    private final M type;

    @Parameters(paramLabel = "NAME", arity = "1..*")
    private List<String> names = List.of();

    @Option(names = "--wait", description = "Waits until it is deallocated, and deletes its record then.")
    private boolean wait;

    @Option(
            names = "--timeout",
            defaultValue = "120",
            paramLabel = "SECONDS",
            description = "How long; 120 by default.")
    private int timeout;

    RemoveCommand(Kind kind, HawserTopic topic, M type) {
        this.kind = kind;
        this.topic = topic;
        this.type = type;
    }

    /** The whole record with the mark: a state record always contains everything. */
    abstract M marked(M record);

    /** What is deleted with the record's entity, as the end of a clause; empty: nothing. */
    String with(M record) {
        return "";
    }

    @Override
    final ExitStatus run(Session session) {
        if (!wait) {
            noTimeout(WAITS_NOT);
        }
        // An address that is none must fail before the mark is written, which cannot be taken back.
        Optional<DeallocatorClient> awaited = wait ? Optional.of(session.deletions()) : Optional.empty();
        return each(session, names, name -> kind.word() + " " + name, name -> remove(session, awaited, name));
    }

    private ExitStatus remove(Session session, Optional<DeallocatorClient> awaited, String name) {
        M record = session.reader().last(topic, name, type).orElseThrow(() -> unknown(kind.word(), name));
        M marked = marked(record);
        try (TopicWriter writer = session.writer()) {
            writer.write(topic, name, marked);
            awaited.ifPresent(deletions -> {
                await(session, deletions, name);
                writer.tombstone(topic, name);
            });
        }
        show(
                session,
                marked,
                kind.word() + " " + name + (wait ? " deallocated" : MARKED.formatted(with(record), kind.word(), name)));
        return ExitStatus.DONE;
    }

    private void await(Session session, DeallocatorClient deletions, String name) {
        session.waiting(seconds(timeout))
                .until(
                        kind.word() + " " + name + " to be deallocated",
                        () -> look(deletions.deletion(kind, name)),
                        "it stays marked, which cannot be taken back; `./hawser " + kind.word()
                                + " list` shows what it waits for");
    }

    private static Look<Deletion> look(Optional<Deletion> deletion) {
        return Look.of(deletion.filter(Deletion::deallocated), () -> deletion.map(Deletion::message)
                .orElse(""));
    }
}
