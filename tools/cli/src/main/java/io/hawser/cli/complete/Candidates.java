package io.hawser.cli.complete;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import picocli.CommandLine;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.OptionSpec;

/** The words that fit where the cursor is: commands, options, or names of things that exist. */
public final class Candidates {
    private static final String HELP = "help";
    private static final Pattern WORDS = Pattern.compile("[a-z-]+(\\|[a-z-]+)+");

    /** Commands that the launcher runs with other programs, and the words that may follow each. */
    private static final Map<String, List<String>> LAUNCHER = Map.ofEntries(
            Map.entry("up", List.of("--detach")),
            Map.entry("down", List.of("--purge")),
            Map.entry("demo", List.of("--output", "--chaos", "--seed")),
            Map.entry(HELP, List.of()),
            Map.entry("version", List.of()),
            Map.entry(
                    "bench",
                    List.of(
                            "agent",
                            "commands",
                            "deallocate",
                            "isolation",
                            "replicas",
                            "settled",
                            "supervise",
                            "volumes")),
            Map.entry("conformance", List.of("--quick", "--runs", "--seed", "--output")),
            Map.entry("strict-plugin", List.of("--endpoint")),
            Map.entry("test", List.of("--quick", "--containers")),
            Map.entry("test-upgrade", List.of()),
            Map.entry("mutate", List.of()),
            Map.entry("baseline", List.of()),
            Map.entry("build", List.of()));

    private Candidates() {}

    /**
     * @param typed the words after {@code ./hawser}; the last word is to be completed and may be empty
     * @param names of existing things, by the command about them
     */
    public static List<String> of(CommandLine root, List<String> typed, Map<String, Supplier<Stream<String>>> names) {
        String begun = typed.isEmpty() ? "" : typed.getLast();
        List<String> before = before(typed);
        CommandLine command = command(root, before);
        String previous = before.isEmpty() ? "" : before.getLast();
        Stream<String> words = Optional.ofNullable(command.getCommandSpec().findOption(previous))
                .filter(option -> option.arity().max() > 0)
                .map(option -> values(option, names))
                .orElseGet(() -> words(root, command, before, begun, names));
        return words.filter(word -> word.startsWith(begun)).distinct().sorted().toList();
    }

    /** The words before the last one, without a leading {@code help}, which is followed by a command. */
    private static List<String> before(List<String> typed) {
        List<String> before = typed.isEmpty() ? List.of() : typed.subList(0, typed.size() - 1);
        return before.isEmpty() || !before.getFirst().equals(HELP) ? before : before.subList(1, before.size());
    }

    private static CommandLine command(CommandLine root, List<String> before) {
        CommandLine command = root;
        for (String word : before) {
            command = Optional.ofNullable(command.getSubcommands().get(word)).orElse(command);
        }
        return command;
    }

    private static Stream<String> values(OptionSpec option, Map<String, Supplier<Stream<String>>> names) {
        String about = option.longestName().replaceFirst("^--", "");
        return names.containsKey(about) ? names.get(about).get() : words(option);
    }

    /** The words that a label such as {@code table|json} lists. */
    private static Stream<String> words(ArgSpec argument) {
        return WORDS.matcher(argument.paramLabel()).matches()
                ? Stream.of(argument.paramLabel().split("\\|"))
                : Stream.empty();
    }

    private static Stream<String> words(
            CommandLine root,
            CommandLine command,
            List<String> before,
            String begun,
            Map<String, Supplier<Stream<String>>> names) {
        if (command == root && !before.isEmpty()) {
            return LAUNCHER.getOrDefault(before.getFirst(), List.of()).stream();
        }
        if (begun.startsWith("-")) {
            return command.getCommandSpec().options().stream()
                    .filter(option -> !option.hidden())
                    .map(OptionSpec::longestName);
        }
        if (!command.getSubcommands().isEmpty()) {
            return Stream.concat(
                    command.getSubcommands().values().stream().map(CommandLine::getCommandName),
                    command == root ? LAUNCHER.keySet().stream() : Stream.empty());
        }
        // The name of something new does not exist yet.
        Stream<String> there = List.of("create", "register", "start").contains(command.getCommandName())
                ? Stream.empty()
                : Optional.ofNullable(names.get(before.getFirst()))
                        .map(Supplier::get)
                        .orElse(Stream.empty());
        Stream<String> listed = before.getLast().equals(command.getCommandName())
                ? command.getCommandSpec().positionalParameters().stream().flatMap(Candidates::words)
                : Stream.empty();
        return Stream.concat(there, listed).filter(name -> !before.contains(name));
    }
}
