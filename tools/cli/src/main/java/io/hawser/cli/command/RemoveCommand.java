package io.hawser.cli.command;

import com.google.protobuf.Message;
import io.hawser.bus.topic.HawserTopic;
import io.hawser.cli.look.Look;
import io.hawser.cli.rest.DeallocatorClient;
import io.hawser.cli.rest.DeallocatorClient.Kind;
import io.hawser.cli.rest.Deletion;
import io.hawser.cli.rest.ServiceUnreachableException;
import io.hawser.cli.topic.TopicTail;
import io.hawser.cli.topic.TopicWriter;
import io.hawser.v1.CommandResult;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
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
    private Duration timeout;

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
        M record = session.reader().lastToChange(topic, name, type).orElseThrow(() -> unknown(kind.word(), name));
        M marked = marked(record);
        Optional<CommandResult> rejected = awaited.isEmpty()
                ? write(session, name, marked)
                : writeAndWait(session, awaited.get(), name, record, marked);
        if (rejected.isPresent()) {
            return Rejections.show(this, session, rejected.get());
        }
        show(
                session,
                marked,
                kind.word() + " " + name + (wait ? " deallocated" : MARKED.formatted(with(record), kind.word(), name)));
        return ExitStatus.DONE;
    }

    private Optional<CommandResult> write(Session session, String name, M marked) {
        try (TopicWriter writer = session.writer()) {
            writer.write(topic, name, marked);
        }
        return Optional.empty();
    }

    private Optional<CommandResult> writeAndWait(
            Session session, DeallocatorClient deletions, String name, M record, M marked) {
        // Without the mark on its record, what is deallocated is an earlier one of this name.
        long earlier = marked.equals(record) ? 0 : revision(deletions, name);
        try (TopicTail answers = session.reader().tail(HawserTopic.COMMAND_RESULTS);
                TopicWriter writer = session.writer()) {
            String id = writer.write(topic, name, marked);
            Optional<CommandResult> rejected = session.waiting(timeout)
                    .until(
                            kind.word() + " " + name + " to be deallocated",
                            () -> look(
                                    answers.next(id, CommandResult.getDefaultInstance()),
                                    () -> deletions.deletion(kind, name),
                                    earlier),
                            "it stays marked, which cannot be taken back; `./hawser " + kind.word()
                                    + " list` shows what it waits for");
            if (rejected.isEmpty()) {
                writer.tombstone(topic, name);
            }
            return rejected;
        }
    }

    private long revision(DeallocatorClient deletions, String name) {
        try {
            return deletions.deletion(kind, name).map(Deletion::revision).orElse(0L);
        } catch (ServiceUnreachableException e) {
            throw new CommandFailedException(
                    ExitStatus.UNREACHABLE,
                    "nothing is written, because an earlier deletion of this name could be taken for this one: "
                            + e.getMessage());
        }
    }

    /** @param earlier revision of the deletion of an earlier record of this name; 0 = none */
    private static Look<Optional<CommandResult>> look(
            Optional<CommandResult> answer, Supplier<Optional<Deletion>> page, long earlier) {
        // No later look finds the answer again.
        if (answer.filter(CommandResult::hasRejected).isPresent()) {
            return new Look.Ready<>(answer);
        }
        Optional<Deletion> deletion = page.get();
        if (deletion.filter(known -> known.deallocated() && known.revision() != earlier)
                .isPresent()) {
            return new Look.Ready<>(Optional.empty());
        }
        return new Look.NotYet<>(deletion.map(known -> known.deallocated()
                        ? "an earlier " + known.name() + " is deallocated, and this one is not read yet"
                        : known.message())
                .orElse(""));
    }
}
