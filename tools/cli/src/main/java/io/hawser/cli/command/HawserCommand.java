package io.hawser.cli.command;

import com.fasterxml.jackson.databind.JsonNode;
import com.google.protobuf.Message;
import io.hawser.cli.endpoint.Endpoints;
import io.hawser.cli.rest.ProtoJson;
import io.hawser.cli.text.Output;
import io.hawser.cli.text.Table;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** What all commands share: endpoints, the form of the output, and the way a failure ends. */
abstract class HawserCommand implements Callable<Integer> {
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
                spec.commandLine().getOut(),
                spec.commandLine().getErr());
        ExitStatus status = run(session);
        session.out().flush();
        return status.code();
    }

    final boolean json() {
        return output == Output.JSON;
    }

    /** One thing that the command ends with. */
    final void show(Session session, Message message, String sentence) {
        session.out().println(json() ? ProtoJson.print(message) : sentence);
    }

    /** Several things of one kind. */
    final void show(Session session, List<? extends Message> messages, Table table, String none) {
        if (json()) {
            session.out().println(messages.stream().map(ProtoJson::print).collect(Collectors.joining(",\n", "[", "]")));
        } else {
            show(session, table, none);
        }
    }

    final void show(Session session, JsonNode json, Table table, String none) {
        if (json()) {
            session.out().println(json.toPrettyString());
        } else {
            show(session, table, none);
        }
    }

    private static void show(Session session, Table table, String none) {
        if (table.isEmpty()) {
            session.out().println(none);
        } else {
            session.out().print(table.text());
        }
    }

    /** An argument's fault found after parsing. */
    final ParameterException wrong(IllegalArgumentException fault) {
        return new ParameterException(spec.commandLine(), fault.getMessage(), fault);
    }

    static Duration seconds(int seconds) {
        return Duration.ofSeconds(seconds);
    }
}
