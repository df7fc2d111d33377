package io.hawser.cli.command;

import com.fasterxml.jackson.databind.JsonNode;
import com.google.protobuf.Message;
import io.hawser.bus.topic.HawserTopic;
import io.hawser.cli.endpoint.Endpoints;
import io.hawser.cli.rest.ProtoJson;
import io.hawser.cli.text.Output;
import io.hawser.cli.text.Table;
import io.hawser.cli.topic.TopicUnreachableException;
import io.hawser.cli.topic.UnreadableRecordException;
import io.hawser.v1.CommandResult;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Stream;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Shared parts of all commands: endpoints, the form of the output, and the exit status of a failure. */
abstract class HawserCommand implements Callable<Integer> {
    static final String WAITS_NOT = "--timeout says how long --wait waits: add --wait, or leave out --timeout";
    static final String WAITS_NO_MORE = "--no-wait and --timeout exclude each other";

    /** Number of lines that are laid out together. */
    private static final int BLOCK = 500;

    @Spec
    private CommandSpec spec;

    @Option(
            names = {"-o", "--output"},
            defaultValue = "table",
            paramLabel = "table|json",
            description = "For people (default), or for machines.")
    private Output output;

    abstract ExitStatus run(Session session);

    @Override
    public final Integer call() {
        HawserCli cli = (HawserCli) spec.root().userObject();
        Session session = new Session(
                Endpoints.find(cli.environment()),
                // A hint in JSON is a part of its text, which is left as it is.
                json()
                        ? spec.commandLine().getOut()
                        : cli.hints(spec.commandLine().getOut()),
                cli.hints(spec.commandLine().getErr()));
        ExitStatus status = run(session);
        // Flushes it, too.
        if (session.out().checkError() && status == ExitStatus.DONE) {
            throw new CommandFailedException(ExitStatus.UNSHOWN, "done, but what it printed could not be written");
        }
        return status.code();
    }

    final boolean json() {
        return output == Output.JSON;
    }

    /** Prints the one result of a command. */
    final void show(Session session, Message message, String sentence) {
        session.out().println(json() ? ProtoJson.print(message) : sentence);
    }

    final ExitStatus rejected(Session session, CommandResult answer) {
        return rejected(session, answer, "");
    }

    /**
     * Prints a rejection: the reason for people on standard error, the whole answer for machines on standard output.
     *
     * @param next what people read besides the reason
     */
    final ExitStatus rejected(Session session, CommandResult answer, String next) {
        if (!json()) {
            String reason =
                    asTyped(Answers.sentence(answer), answer.getRejected().getField());
            throw new CommandFailedException(ExitStatus.REFUSED, reason + next);
        }
        show(session, answer, "");
        return ExitStatus.REFUSED;
    }

    /** Prints messages of one kind. */
    final <M extends Message> void show(
            Session session, Stream<M> messages, Table table, BiConsumer<Table, M> row, String none) {
        show(session, messages, ProtoJson::print, table, row, none);
    }

    /**
     * Prints things of one kind while they arrive, so that not all are in memory.
     *
     * @param table its headings
     * @param row adds a thing's lines
     */
    final <T> void show(
            Session session,
            Stream<T> things,
            Function<T, String> json,
            Table table,
            BiConsumer<Table, T> row,
            String none) {
        Iterator<T> each = things.iterator();
        if (json()) {
            session.out().print("[");
            for (String gap = ""; each.hasNext(); gap = ",\n") {
                session.out().print(gap + json.apply(each.next()));
            }
            session.out().println("]");
            return;
        }
        boolean begun = false;
        while (each.hasNext()) {
            row.accept(table, each.next());
            if (table.lines() >= BLOCK) {
                session.out().print(table.text());
                begun = true;
            }
        }
        if (begun || table.lines() > 1) {
            session.out().print(table.text());
        } else if (!none.isEmpty()) {
            session.out().println(none);
        }
    }

    final void show(Session session, JsonNode json, Table table, String none) {
        if (json()) {
            session.out().println(json.toPrettyString());
        } else {
            session.out().print(table.lines() > 1 ? table.text() : none + "\n");
        }
    }

    /**
     * Runs the action for each thing, also after a failure.
     *
     * @param about the subject of a failure, such as {@code volume data}; named if there are several things
     * @return the first failure, else {@code DONE}
     */
    static <T> ExitStatus each(
            Session session, Collection<T> things, Function<T, String> about, Function<T, ExitStatus> act) {
        if (things.size() == 1) {
            return act.apply(things.iterator().next());
        }
        ExitStatus first = ExitStatus.DONE;
        for (T thing : things) {
            ExitStatus status;
            try {
                status = act.apply(thing);
            } catch (CommandFailedException e) {
                session.progress()
                        .println("hawser: " + e.about(about.apply(thing)).getMessage());
                status = e.status();
            }
            first = first == ExitStatus.DONE ? status : first;
        }
        return first;
    }

    /**
     * Writes one after the other, as {@link #each}. If the broker fails, says which are written already: those are
     * carried out.
     *
     * @param what {@code commands} or {@code records}
     */
    static <T> ExitStatus writeEach(
            Session session, Collection<T> things, String what, Function<T, String> about, Consumer<T> write) {
        List<String> written = new ArrayList<>();
        return each(session, things, about, thing -> {
            String name = about.apply(thing);
            try {
                write.accept(thing);
            } catch (TopicUnreachableException e) {
                if (!written.isEmpty()) {
                    session.progress()
                            .println("hawser: the " + what + " of " + String.join(", ", written)
                                    + " are written, and stay valid; that of " + name + " failed, and none follows");
                }
                throw e;
            }
            written.add(name);
            return ExitStatus.DONE;
        });
    }

    /** Runs the action; a failure names its subject if there are several things. */
    static void about(boolean several, String about, Runnable act) {
        try {
            act.run();
        } catch (CommandFailedException e) {
            throw several ? e.about(about) : e;
        }
    }

    /**
     * The last record of this name, for a command that writes it again with one change, or replaces it.
     *
     * @param otherwise what else the user can do if it cannot be read
     */
    static <M extends Message> Optional<M> lastToChange(
            Session session, HawserTopic topic, String name, M type, String otherwise) {
        try {
            return session.reader().lastToChange(topic, name, type);
        } catch (UnreadableRecordException e) {
            throw new CommandFailedException(ExitStatus.REFUSED, e.getMessage() + otherwise);
        }
    }

    /** The failure of a command whose argument names nothing that exists. */
    static CommandFailedException unknown(String kind, String name) {
        return new CommandFailedException(
                ExitStatus.REFUSED,
                "no " + kind + " is called " + name + "; `./hawser " + kind + " list` shows which there are");
    }

    /** An argument's fault that was found after parsing. */
    final ParameterException wrong(IllegalArgumentException fault) {
        return new ParameterException(spec.commandLine(), fault.getMessage(), fault);
    }

    /** Refuses {@code --timeout} for a command that does not wait, before anything is written. */
    final void noTimeout(String sentence) {
        if (spec.commandLine().getParseResult().hasMatchedOption("--timeout")) {
            throw wrong(new IllegalArgumentException(sentence));
        }
    }

    /** The sentence with the option instead of the field that it became, if the option was typed. */
    private String asTyped(String sentence, String field) {
        String option = "--" + option(field).replace('_', '-');
        return spec.commandLine().getParseResult().hasMatchedOption(option)
                ? sentence.replace("(field " + field + ")", "(" + option + ")")
                : sentence;
    }

    /** The name of the option that becomes the field: most have the same. */
    String option(String field) {
        return field;
    }
}
