package io.hawser.cli.command;

import com.fasterxml.jackson.databind.JsonNode;
import io.hawser.bus.topic.HawserTopic;
import io.hawser.cli.complete.Candidates;
import io.hawser.cli.rest.DeallocatorClient.Kind;
import io.hawser.v1.Plugin;
import io.hawser.v1.TaskVolumes;
import io.hawser.v1.Volume;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code completion}: a script for the shell, which asks this command again for the words that fit. */
@Command(
        name = "completion",
        description = "Prints a script that completes commands, options and names: `source <(./hawser completion bash)`"
                + " in bash, `source <(./hawser completion zsh)` in zsh.")
final class CompletionCommand extends HawserCommand {
    private static final String WORDS = "words";
    private static final String SCRIPT = """
            _hawser() {
              local IFS=$'\\n'
              COMPREPLY=($("${COMP_WORDS[0]}" completion words -- "${COMP_WORDS[@]:1:$COMP_CWORD}" 2>/dev/null))
            }
            complete -o default -F _hawser hawser ./hawser
            """;

    /** A zsh without settings has loaded neither its own completion nor that for bash's scripts. */
    private static final String ZSH = """
            (( $+functions[compdef] )) || { autoload -Uz compinit && compinit -i; }
            (( $+functions[complete] )) || { autoload -Uz bashcompinit && bashcompinit; }
            """;

    @Spec
    private CommandSpec self;

    @Parameters(index = "0", paramLabel = "bash|zsh", description = "The shell.")
    private String shell;

    @Parameters(index = "1..*", hidden = true, description = "The words typed so far; the last is to be completed.")
    private List<String> typed = List.of();

    @Override
    ExitStatus run(Session session) {
        switch (shell) {
            case "bash" -> session.out().print(SCRIPT);
            case "zsh" -> session.out().print(ZSH + SCRIPT);
            case WORDS ->
                Candidates.of(self.root().commandLine(), typed, names(session)).forEach(session.out()::println);
            default -> throw wrong(new IllegalArgumentException("'" + shell + "' is none of bash, zsh"));
        }
        return ExitStatus.DONE;
    }

    /** The names of existing things, by the command about them. */
    private static Map<String, Supplier<Stream<String>>> names(Session session) {
        return Map.of(
                "volume", () -> session.volumes().volumes().map(Volume::getName),
                "task", () -> session.volumes().tasks().map(TaskVolumes::getTask),
                "node", () -> session.volumes().nodes().map(node -> node.node().getName()),
                "plugin", () -> session.plugins().plugins().map(Plugin::getName),
                "service", () -> session.deletions().list(Kind.SERVICE).map(CompletionCommand::name),
                "network", () -> session.deletions().list(Kind.NETWORK).map(CompletionCommand::name),
                "dead-letters",
                        () -> session.deadLetters().all().stream()
                                .map(letter -> letter.letter().at().toString()),
                "accept-topic",
                        () -> Stream.of(HawserTopic.values())
                                .map(session.endpoints().topics()::of));
    }

    private static String name(JsonNode page) {
        return page.path("name").asText();
    }
}
