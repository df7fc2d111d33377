package io.hawser.cli.command;

import com.google.protobuf.Message;
import io.hawser.bus.topic.HawserTopic;
import io.hawser.cli.look.Look;
import io.hawser.cli.topic.TopicTail;
import io.hawser.cli.topic.TopicUnreachableException;
import io.hawser.cli.topic.TopicWriter;
import io.hawser.v1.CommandResult;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;

/**
 * Writes state records, and waits until each of them is in effect or rejected. No answer says that a record was
 * accepted: only the service's page shows that.
 */
final class StateWriter implements AutoCloseable {
    /** What is missing, with the service's name. */
    static final String NOT_READ = "%s has not read its record yet";

    private final Optional<TopicTail> answers;
    private final TopicWriter writer;
    private final Set<String> written = new HashSet<>();
    private final Map<String, CommandResult> rejections = new HashMap<>();

    /** @param awaited whether anything will be awaited; otherwise the topic of answers is not read */
    StateWriter(Session session, boolean awaited) {
        this(awaited ? Optional.of(answers(session)) : Optional.empty(), session.writer());
    }

    StateWriter(Optional<TopicTail> answers, TopicWriter writer) {
        this.answers = answers;
        this.writer = writer;
    }

    /** An emergency, such as a fence, must not depend on the topic of answers. */
    private static TopicTail answers(Session session) {
        try {
            return session.reader().tail(HawserTopic.COMMAND_RESULTS);
        } catch (TopicUnreachableException e) {
            throw new CommandFailedException(
                    ExitStatus.UNREACHABLE,
                    "nothing is written, because no rejection could be read: " + e.getMessage()
                            + "; --no-wait writes without reading that topic");
        }
    }

    /** What the user can do when the page did not show a record's effect in time. */
    static String readLater(String id) {
        return "its record is written, and takes effect as soon as it is read" + (id.isEmpty() ? "" : "; " + shown(id));
    }

    /** A sentence for a record whose effect was not seen: the page showed it before, or nothing was awaited. */
    static String unseen(String what, String id) {
        return what + "; " + shown(id);
    }

    private static String shown(String id) {
        return "`./hawser command " + id + "` says whether it was rejected";
    }

    /** @return the event's id, which a rejection names */
    String write(HawserTopic topic, String key, Message record) {
        return put(topic, key, record).id();
    }

    /** The same, with the record's place. */
    TopicWriter.Written put(HawserTopic topic, String key, Message record) {
        TopicWriter.Written place = writer.put(topic, key, record);
        written.add(place.id());
        return place;
    }

    /** A tombstone has no id, and no answer. */
    void tombstone(HawserTopic topic, String key) {
        writer.tombstone(topic, key);
    }

    /**
     * Waits for a record.
     *
     * @param what for example {@code node n to be drained}
     * @param page whether the service's page shows the awaited effect
     * @param otherwise what the user can do when it takes too long
     * @return the rejection; empty: it is in effect, or nothing is awaited
     */
    Optional<CommandResult> await(
            Waiting waiting, String id, String what, Supplier<? extends Look<?>> page, String otherwise) {
        return answers.isEmpty()
                ? Optional.empty()
                : waiting.until(what, () -> look(answers.get(), id, page), otherwise);
    }

    private Look<Optional<CommandResult>> look(TopicTail tail, String id, Supplier<? extends Look<?>> page) {
        // No later look finds an answer again, and the page's service may not answer.
        String unread = readRejections(tail);
        if (rejections.containsKey(id)) {
            return new Look.Ready<>(Optional.of(rejections.get(id)));
        }
        return switch (page.get()) {
            case Look.Ready<?> _ -> new Look.Ready<>(Optional.empty());
            case Look.NotYet<?>(String message) -> new Look.NotYet<>(unread.isEmpty() ? message : unread);
        };
    }

    /** @return why they could not be read, which does not undo what is written; empty: they were read */
    private String readRejections(TopicTail tail) {
        try {
            tail.each(CommandResult.getDefaultInstance(), answer -> {
                if (answer.hasRejected() && written.contains(answer.getCommandId())) {
                    rejections.put(answer.getCommandId(), answer);
                }
            });
            return "";
        } catch (TopicUnreachableException e) {
            return String.valueOf(e.getMessage());
        }
    }

    @Override
    public void close() {
        answers.ifPresent(TopicTail::close);
        writer.close();
    }
}
