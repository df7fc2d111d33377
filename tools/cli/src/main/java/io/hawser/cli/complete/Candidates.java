package io.hawser.cli.complete;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Stream;
import picocli.CommandLine;
import picocli.CommandLine.Model.OptionSpec;

/** The words that fit where the cursor is: commands, options, or names of things that exist. */
public final class Candidates {
    private static final List<String> LAUNCHER =
            List.of("up", "down", "demo", "help", "version", "bench", "test", "build");

    private Candidates() {}

    /**
     * @param typed what stands after {@code ./hawser}; the last word is to be completed and may be empty
     * @param names of what there is, by the command that is about it
     */
    public static List<String> of(CommandLine root, List<String> typed, Map<String, Supplier<Stream<String>>> names) {
        String begun = typed.isEmpty() ? "" : typed.getLast();
        List<String> before = typed.isEmpty() ? List.of() : typed.subList(0, typed.size() - 1);
        CommandLine command = root;
        for (String word : before) {
            command = Optional.ofNullable(command.getSubcommands().get(word)).orElse(command);
        }
        String previous = before.isEmpty() ? "" : before.getLast();
        Stream<String> words = Optional.ofNullable(command.getCommandSpec().findOption(previous))
                .filter(option -> option.arity().max() > 0)
                .map(option -> values(option, names))
                .orElse(words(root, command, before, begun, names));
        return words.filter(word -> word.startsWith(begun)).distinct().sorted().toList();
    }

    private static Stream<String> values(OptionSpec option, Map<String, Supplier<Stream<String>>> names) {
        String about = option.longestName().replaceFirst("^--", "");
        return names.containsKey(about)
                ? names.get(about).get()
                : Stream.of(option.paramLabel().split("\\|"))
                        .filter(word -> option.paramLabel().contains("|"));
    }

    private static Stream<String> words(
            CommandLine root,
            CommandLine command,
            List<String> before,
            String begun,
            Map<String, Supplier<Stream<String>>> names) {
        if (begun.startsWith("-")) {
            return command.getCommandSpec().options().stream()
                    .filter(option -> !option.hidden())
                    .map(OptionSpec::longestName);
        }
        if (!command.getSubcommands().isEmpty()) {
            return Stream.concat(
                    command.getSubcommands().values().stream().map(CommandLine::getCommandName),
                    command == root ? LAUNCHER.stream() : Stream.empty());
        }
        // A name that is to be created does not exist yet.
        return before.isEmpty() || List.of("create", "start").contains(command.getCommandName())
                ? Stream.empty()
                : Optional.ofNullable(names.get(before.getFirst()))
                        .map(Supplier::get)
                        .orElse(Stream.empty());
    }
}
