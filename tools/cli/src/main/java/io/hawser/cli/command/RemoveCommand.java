package io.hawser.cli.command;

import com.google.protobuf.Message;
import io.hawser.bus.service.HawserService;
import io.hawser.bus.topic.HawserTopic;
import io.hawser.cli.look.Look;
import io.hawser.cli.rest.DeallocatorClient;
import io.hawser.cli.rest.DeallocatorClient.Kind;
import io.hawser.cli.rest.Deletion;
import io.hawser.cli.rest.ServiceUnreachableException;
import io.hawser.v1.CommandResult;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
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
            return each(session, names, name -> kind.word() + " " + name, name -> remove(session, writer, name));
        }
    }

    private ExitStatus remove(Session session, StateWriter writer, String name) {
        M record = lastToChange(session, topic, name, type, "").orElseThrow(() -> unknown(kind.word(), name));
        M marked = marked(record);
        // Without the mark on its record, what is deallocated is an earlier one of this name.
        boolean changes = effect.isAwaited() && !marked.equals(record);
        long earlier = changes ? revision(session.deletions(), name) : 0;
        String id = writer.write(topic, name, marked);
        String about = kind.word() + " " + name;
        Optional<CommandResult> rejected =
                await(session, writer, id, about, () -> look(session.deletions().deletion(kind, name), earlier));
        if (rejected.isPresent()) {
            return Rejections.show(this, session, rejected.get());
        }
        if (wait) {
            writer.tombstone(topic, name);
        }
        String done = changes
                ? about + " marked for deletion" + with(record)
                : StateWriter.unseen("the record is written that marks " + about + " for deletion" + with(record), id);
        show(
                session,
                marked,
                wait
                        ? about + " deallocated"
                        : done + "; `./hawser " + kind.word() + " remove " + name
                                + " --wait` deletes its record at the end");
        return ExitStatus.DONE;
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

    private long revision(DeallocatorClient deletions, String name) {
        try {
            return deletions.deletion(kind, name).map(Deletion::revision).orElse(0L);
        } catch (ServiceUnreachableException e) {
            if (!wait) {
                // Kafka takes the mark without the service.
                return 0;
            }
            throw new CommandFailedException(
                    ExitStatus.UNREACHABLE,
                    "nothing is written, because an earlier deletion of this name could be taken for this one: "
                            + e.getMessage());
        }
    }

    /** @param earlier revision of the deletion of an earlier record of this name; 0 = none */
    private Look<Boolean> look(Optional<Deletion> page, long earlier) {
        if (page.filter(known -> known.deallocated() && known.revision() == earlier)
                .isPresent()) {
            return new Look.NotYet<>(
                    "an earlier " + page.get().name() + " is deallocated, and this one is not read yet");
        }
        return Look.of(
                page.filter(known -> wait ? known.deallocated() : known.asked()).isPresent(),
                () -> wait
                        ? page.map(Deletion::message).orElse("")
                        : StateWriter.NOT_READ.formatted(HawserService.DEALLOCATOR_SERVICE.serviceName()));
    }
}
