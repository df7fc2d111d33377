package io.hawser.cli.command;

import com.fasterxml.jackson.databind.JsonNode;
import com.google.protobuf.Message;
import io.hawser.bus.service.HawserService;
import io.hawser.bus.topic.HawserTopic;
import io.hawser.cli.look.Look;
import io.hawser.cli.rest.DeallocatorClient;
import io.hawser.cli.rest.DeallocatorClient.Kind;
import io.hawser.v1.CommandResult;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/**
 * Writes the record of a service or network, and waits until deallocator-service shows it or rejects it. If
 * deallocator-service already shows the same content, the command ends without waiting. A name that is marked for
 * deletion is refused: the mark cannot be taken back. So is, without {@code --replace}, a name whose record says
 * something else: with it, a volume that is kept could be deleted.
 */
abstract class CreateCommand<M extends Message> extends HawserCommand {
    private final Kind kind;
    private final HawserTopic topic;
    private final M type;

    @Parameters(paramLabel = "NAME", arity = "0..*")
    private List<String> names = List.of();

    @Mixin
    private RecordFile file;

    @Mixin
    private Effect effect;

    @Option(names = "--replace", description = "Replaces the record of this name, if there is one.")
    private boolean replace;

    @Option(names = "--timeout", defaultValue = "30", paramLabel = "SECONDS", description = "How long; 30 by default.")
    private Duration timeout;

    @Mixin
    private Known known;

    CreateCommand(Kind kind, HawserTopic topic, M type) {
        this.kind = kind;
        this.topic = topic;
        this.type = type;
    }

    abstract M record(String name);

    abstract String name(M record);

    /** Checks what the record names. */
    void check(Known known, Session session, M record) {}

    abstract boolean marked(M record);

    /** The record in one form: in another order, it says the same. */
    abstract M content(M record);

    /** Whether deallocator-service shows the content of this record. */
    abstract boolean shows(JsonNode shown, M record);

    @Override
    final ExitStatus run(Session session) {
        if (!effect.isAwaited()) {
            noTimeout(WAITS_NO_MORE);
        }
        List<M> records = file.records(names, this::record, type);
        boolean several = records.size() > 1;
        records.forEach(record -> about(several, about(record), () -> check(known, session, record)));
        return each(session, records, this::about, record -> create(session, record));
    }

    private String about(M record) {
        return kind.word() + " " + name(record);
    }

    private ExitStatus create(Session session, M record) {
        String name = name(record);
        // Read from the topic, because deallocator-service may not have read the mark yet.
        Optional<M> last = replace
                ? session.reader().last(topic, name, type)
                : lastToChange(session, topic, name, type, "; --replace writes this one instead");
        if (last.filter(this::marked).isPresent()) {
            throw markedAlready(name);
        }
        if (!replace
                && last.filter(known -> !content(known).equals(content(record))).isPresent()) {
            throw new CommandFailedException(
                    ExitStatus.REFUSED,
                    "there is a " + about(record) + " already, with other content; `./hawser " + kind.word()
                            + " status " + name + "` shows it, and --replace writes this one instead");
        }
        Optional<CommandResult> rejected = write(session, record);
        if (rejected.isPresent()) {
            return rejected(session, rejected.get());
        }
        show(session, record, kind.word() + " " + name + " written");
        return ExitStatus.DONE;
    }

    /** @return the rejection; empty: deallocator-service shows the record, or nothing is awaited */
    private Optional<CommandResult> write(Session session, M record) {
        try (StateWriter writer = effect.writer(session, HawserService.DEALLOCATOR_SERVICE)) {
            String name = name(record);
            return writer.await(
                    session.waiting(timeout),
                    writer.write(topic, name, record),
                    about(record) + " to be known",
                    () -> look(session.deletions(), record),
                    "the record is written, and is known as soon as it is read: `./hawser " + kind.word() + " status "
                            + name + "` shows what is known");
        }
    }

    private Look<Boolean> look(DeallocatorClient pages, M record) {
        Optional<JsonNode> shown = pages.one(kind, name(record));
        if (shown.filter(page -> known(page, record)).isPresent()) {
            return new Look.Ready<>(true);
        }
        if (shown.filter(page -> asked(page, record)).isPresent()) {
            throw markedAlready(name(record));
        }
        return new Look.NotYet<>(shown.map(CreateCommand::message).orElse(""));
    }

    private CommandFailedException markedAlready(String name) {
        return new CommandFailedException(
                ExitStatus.REFUSED,
                kind.word() + " " + name + " is marked for deletion, which cannot be taken back; `./hawser "
                        + kind.word()
                        + " remove " + name
                        + " --wait` waits until it is deallocated and deletes its record, and it can be"
                        + " created again after that");
    }

    private boolean known(JsonNode shown, M record) {
        return named(shown, record) && deletion(shown).equals("not-asked") && shows(shown, record);
    }

    private boolean asked(JsonNode shown, M record) {
        return named(shown, record) && deletion(shown).equals("asked");
    }

    /** Whether the page is that of the record: an invalid name may lead to another page. */
    private boolean named(JsonNode shown, M record) {
        return shown.path("name").asText().equals(name(record));
    }

    private static String message(JsonNode shown) {
        return deletion(shown).equals("deallocated") ? "it is deallocated, and its record was not deleted yet" : "";
    }

    private static String deletion(JsonNode shown) {
        return shown.path("deletion").path("state").asText();
    }
}
