package io.hawser.cli.command;

import com.google.protobuf.Message;
import io.hawser.bus.service.HawserService;
import io.hawser.bus.topic.HawserTopic;
import io.hawser.cli.look.Look;
import io.hawser.cli.rest.DeallocatorClient;
import io.hawser.cli.rest.DeallocatorClient.Kind;
import io.hawser.cli.rest.Deletion;
import io.hawser.cli.topic.TopicWriter.Written;
import io.hawser.v1.CommandResult;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/**
 * Marks a service or network for deletion. With {@code --wait}, deletes its record after deallocator-service has
 * deallocated it.
 */
abstract class RemoveCommand<M extends Message> extends HawserCommand {
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

    @Mixin
    private Effect effect;

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
        effect.check(this, wait);
        try (StateWriter writer = effect.writer(session, HawserService.DEALLOCATOR_SERVICE)) {
            if (effect.isAwaited() && !session.deletions().tellsPositions()) {
                throw new CommandFailedException(
                        ExitStatus.UNREACHABLE,
                        "nothing is written, because deallocator-service is of an older version and does not say how"
                                + " far it has read; --no-wait writes the mark without waiting");
            }
            String topicId = effect.isAwaited() ? session.reader().id(topic).orElse("") : "";
            return each(
                    session, names, name -> kind.word() + " " + name, name -> remove(session, writer, topicId, name));
        }
    }

    private ExitStatus remove(Session session, StateWriter writer, String topicId, String name) {
        M record = lastToChange(session, topic, name, type, "").orElseThrow(() -> unknown(kind.word(), name));
        M marked = marked(record);
        Written written = writer.put(topic, name, marked);
        String about = kind.word() + " " + name;
        AtomicBoolean gone = new AtomicBoolean();
        Optional<CommandResult> rejected =
                await(session, writer, written.id(), about, () -> look(session, topicId, name, marked, written, gone));
        if (rejected.isPresent()) {
            return rejected(session, rejected.get());
        }
        if (wait && gone.get()) {
            throw new CommandFailedException(
                    ExitStatus.REFUSED,
                    about + " was deleted or written again before it was seen deallocated; `./hawser events` says"
                            + " which (Deallocated, DeletedUnasked)");
        }
        if (wait) {
            refuseIfChanged(session, name, marked);
            writer.tombstone(topic, name);
        }
        show(
                session,
                marked,
                gone.get()
                        ? about + " was marked, and its record was deleted or written again meanwhile"
                        : sentence(about, name, with(record), written.id()));
        return ExitStatus.DONE;
    }

    /** The tombstone must not delete the record of a new one of this name. */
    private void refuseIfChanged(Session session, String name, M marked) {
        if (session.reader()
                .last(topic, name, type)
                .filter(last -> !last.equals(marked))
                .isPresent()) {
            throw new CommandFailedException(
                    ExitStatus.REFUSED,
                    "the record of " + kind.word() + " " + name
                            + " was written again meanwhile, so its record is not deleted; `./hawser " + kind.word()
                            + " status "
                            + name + "` shows what there is");
        }
    }

    private String sentence(String about, String name, String with, String id) {
        if (wait) {
            return about + " deallocated";
        }
        String done = effect.isAwaited()
                ? about + " marked for deletion" + with
                : StateWriter.unseen("the record is written that marks " + about + " for deletion" + with, id);
        return done + "; `./hawser " + kind.word() + " remove " + name + " --wait` deletes its record at the end";
    }

    private Optional<CommandResult> await(
            Session session, StateWriter writer, String id, String about, Supplier<Look<Boolean>> page) {
        return wait
                ? writer.await(
                        session.waiting(timeout),
                        id,
                        about + " to be deallocated",
                        page,
                        "it stays marked, which cannot be taken back; `./hawser " + kind.word()
                                + " list` shows what it waits for")
                : writer.await(
                        effect.waiting(session), id, about + " to be known as marked", page, StateWriter.readLater(id));
    }

    /**
     * Before the mark was read, the page may show an earlier one of this name.
     *
     * @param gone gets whether its record is not the marked one any more, and nothing is there to be deleted
     */
    private Look<Boolean> look(
            Session session, String topicId, String name, M marked, Written written, AtomicBoolean gone) {
        DeallocatorClient deletions = session.deletions();
        if (deletions.readTo(written.topic(), topicId, written.partition()) <= written.offset()) {
            return new Look.NotYet<>(StateWriter.NOT_READ.formatted(HawserService.DEALLOCATOR_SERVICE.serviceName()));
        }
        Optional<Deletion> asked = deletions.deletion(kind, name).filter(Deletion::asked);
        if (asked.isEmpty()) {
            // Its record was deleted meanwhile, or the mark is rejected, and its answer comes.
            gone.set(!session.reader().last(topic, name, type).equals(Optional.of(marked)));
            return Look.of(gone.get(), () -> "its mark was read, and is not shown");
        }
        return Look.of(!wait || asked.get().deallocated(), asked.get()::message);
    }
}
