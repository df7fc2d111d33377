package io.hawser.cli.command;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.hawser.bus.dead.DeadLetters.Marked;
import io.hawser.bus.dead.DeadRecord;
import io.hawser.bus.dead.DeadRecord.Kind;
import io.hawser.bus.envelope.Origin;
import io.hawser.bus.topic.HawserTopic;
import io.hawser.bus.topic.TopicNames;
import io.hawser.cli.dead.Content;
import io.hawser.cli.dead.LetterText;
import io.hawser.cli.dead.Replay;
import io.hawser.cli.topic.DeadTopics;
import io.hawser.cli.topic.TopicUnreachableException;
import io.hawser.cli.topic.TopicWriter;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
        name = "dead-letters",
        description =
                "Records that could not be applied: shows them, writes one back, or says that one does not matter.",
        subcommands = {
            DeadLetterCommands.ListAll.class,
            DeadLetterCommands.Show.class,
            DeadLetterCommands.WriteBack.class,
            DeadLetterCommands.Discard.class
        })
final class DeadLetterCommands {

    @Command(
            name = "list",
            aliases = "ls",
            description = "Lists the dead letters of all topics, and what became of each.")
    static final class ListAll extends HawserCommand {
        @Option(names = "--unmarked", description = "Only those that were neither replayed nor discarded.")
        private boolean unmarked;

        @Override
        ExitStatus run(Session session) {
            List<Marked> letters = session.deadLetters().all().stream()
                    .filter(letter -> !unmarked || letter.mark().isEmpty())
                    .toList();
            show(session, LetterText.json(letters), LetterText.table(letters), "no dead letters");
            return ExitStatus.DONE;
        }
    }

    /** Shared parts of the commands about one letter. */
    abstract static class OfOne extends HawserCommand {
        @Parameters(paramLabel = "LETTER", description = "As `list` prints it, such as hawser.tasks.dead-0@12.")
        private Origin place;

        abstract ExitStatus run(Session session, Marked letter);

        @Override
        final ExitStatus run(Session session) {
            return session.deadLetters()
                    .one(place)
                    .map(letter -> run(session, letter))
                    .orElseGet(() -> missing(session, place));
        }

        /** There is no letter at this place. */
        ExitStatus missing(Session session, Origin origin) {
            throw new CommandFailedException(
                    ExitStatus.REFUSED,
                    "no dead letter lies at " + origin + "; `./hawser dead-letters list` shows which there are");
        }

        final void mark(TopicWriter writer, Marked letter, Kind kind, String message) {
            writer.send(DeadRecord.mark(letter.letter(), kind, message));
        }

        final void show(Session session, String letter, String became, String sentence) {
            if (json()) {
                ObjectNode json = JsonNodeFactory.instance.objectNode();
                session.out()
                        .println(
                                json.put("letter", letter).put("became", became).toPrettyString());
            } else {
                session.out().println(sentence);
            }
        }
    }

    @Command(
            name = "show",
            description = "Shows one with its record's headers and content, as far as that can be read.")
    static final class Show extends OfOne {
        @Override
        ExitStatus run(Session session, Marked letter) {
            Content content = Content.of(letter.letter());
            session.out()
                    .println(
                            json()
                                    ? LetterText.whole(letter, content).toPrettyString()
                                    : LetterText.page(letter, content));
            return ExitStatus.DONE;
        }
    }

    @Command(
            name = "replay",
            description = "Writes the record back as it was, unless its topic has something newer of its key.")
    static final class WriteBack extends OfOne {
        @Option(
                names = "--even-if-older",
                description = "Even if its topic has, or may have had, a newer record or tombstone of the key."
                        + " Look at these first.")
        private boolean evenIfOlder;

        @Override
        ExitStatus run(Session session, Marked marked) {
            DeadTopics topics = session.deadLetters();
            DeadRecord.Letter letter = marked.letter();
            Optional<String> refusal = Replay.refusal(
                    marked,
                    evenIfOlder ? Optional.empty() : topics.newer(letter),
                    topics.partitions(letter.topic()),
                    Instant.now(),
                    evenIfOlder);
            if (refusal.isPresent()) {
                throw new CommandFailedException(
                        ExitStatus.REFUSED, letter.at() + " is not replayed: " + refusal.get());
            }
            try (TopicWriter writer = session.writer()) {
                writer.send(Replay.record(letter));
                markReplayed(session, writer, marked);
            }
            show(
                    session,
                    letter.at().toString(),
                    "replayed",
                    letter.at() + " written back to " + letter.topic() + answer(session, letter));
            return ExitStatus.DONE;
        }

        private void markReplayed(Session session, TopicWriter writer, Marked marked) {
            try {
                mark(writer, marked, Kind.REPLAYED, "");
            } catch (TopicUnreachableException e) {
                DeadRecord.Letter letter = marked.letter();
                session.progress()
                        .println("hawser: " + letter.at() + " is written back to " + letter.topic()
                                + ", but not marked: do not replay it again");
                throw e;
            }
        }

        private static String answer(Session session, DeadRecord.Letter letter) {
            boolean command = session.endpoints()
                    .topics()
                    .parse(letter.topic())
                    .filter(topic -> topic == HawserTopic.VOLUME_COMMANDS || topic == HawserTopic.PLUGIN_COMMANDS)
                    .isPresent();
            return command && Content.of(letter) instanceof Content.Readable readable
                    ? "; `./hawser command " + readable.id()
                            + "` shows its answer. A command that was carried out before under"
                            + " this id is answered again, and does nothing more"
                    : "";
        }
    }

    @Command(
            name = "discard",
            description = "Says that a record does not matter: nothing waits for it, and it stays on its topic. Make"
                    + " sure first that its task does not run: the service's volumes may be deleted."
                    + " If the letter is gone, LETTER is the record's place, such as hawser.tasks-0@17/TOPICID.")
    static final class Discard extends OfOne {
        @Option(names = "--message", defaultValue = "", description = "A sentence that list and show print.")
        private String message;

        @Override
        ExitStatus run(Session session, Marked letter) {
            boolean already =
                    letter.mark().filter(mark -> mark.kind() == Kind.DISCARDED).isPresent();
            if (!already) {
                try (TopicWriter writer = session.writer()) {
                    mark(writer, letter, Kind.DISCARDED, message);
                }
            }
            String name = letter.letter().at().toString();
            show(session, name, "discarded", name + (already ? " was discarded before" : " discarded"));
            return ExitStatus.DONE;
        }

        /** Writes the mark all the same: a letter is kept for 30 days, and its record may hold services for longer. */
        @Override
        ExitStatus missing(Session session, Origin record) {
            TopicNames names = session.endpoints().topics();
            HawserTopic topic = names.parse(record.topic())
                    .filter(known -> !record.topicId().isEmpty())
                    .orElse(null);
            if (topic == null) {
                return super.missing(session, record);
            }
            if (!session.deadLetters().isWritten(record)) {
                throw new CommandFailedException(
                        ExitStatus.REFUSED,
                        "no record was written at " + record.place() + " yet, so there is none to discard");
            }
            try (TopicWriter writer = session.writer()) {
                writer.send(DeadRecord.discarded(record, names.deadOf(topic), message));
            }
            String earlier = session.deadLetters().isOfAnEarlierTopic(record)
                    ? "; its topic is an earlier one, whose id cannot be checked: `./hawser service status NAME` shows"
                            + " whether the service is still held"
                    : "";
            show(session, record.place(), "discarded", record.place() + " discarded" + earlier);
            return ExitStatus.DONE;
        }
    }
}
