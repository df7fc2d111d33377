package io.hawser.cli.command;

import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import picocli.CommandLine;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.UnmatchedArgumentException;

/** Reports a wrong command line in one line: what is wrong, and which command shows the right usage. */
public final class CommandLineErrors {
    /** picocli's message about a command that is only the first word of others. */
    private static final String MISSING = "Missing required subcommand";

    private CommandLineErrors() {}

    /** @return the exit code */
    public static int show(ParameterException fault) {
        CommandLine command = fault.getCommandLine();
        String sentence = sentence(fault, command);
        command.getErr()
                .println("hawser: " + sentence + (sentence.endsWith("?") ? " `" : "; `")
                        + command.getCommandSpec().qualifiedName() + " --help` shows what is right");
        return command.getCommandSpec().exitCodeOnInvalidInput();
    }

    /** Runs the command. With {@code --help}, picocli ignores a word that is no command; this method refuses it. */
    public static int run(ParseResult parsed) {
        CommandLine named = parsed.asCommandLineList().getLast();
        List<String> left = named.getUnmatchedArguments();
        if (!named.getSubcommands().isEmpty()
                && !left.isEmpty()
                && !left.getFirst().startsWith("-")) {
            throw new UnmatchedArgumentException(named, left);
        }
        return new CommandLine.RunLast().execute(parsed);
    }

    /**
     * For an execution strategy: parses only.
     *
     * @return the exit code
     */
    public static int check(ParseResult parsed) {
        CommandLine named = parsed.asCommandLineList().getLast();
        if (!named.getSubcommands().isEmpty()) {
            throw new ParameterException(named, MISSING);
        }
        return 0;
    }

    private static String sentence(ParameterException fault, CommandLine command) {
        List<String> names = names(command);
        if (MISSING.equals(fault.getMessage())) {
            return "a command is missing: " + command.getCommandName() + " has " + String.join(", ", names);
        }
        if (fault instanceof UnmatchedArgumentException unmatched
                && !names.isEmpty()
                && !unmatched.getUnmatched().getFirst().startsWith("-")) {
            String typed = unmatched.getUnmatched().getFirst();
            return "there is no '" + qualified(command) + typed + "': "
                    + nearest(typed, names)
                            .map(name -> "did you mean '" + qualified(command) + name + "'?")
                            .orElse(command.getCommandName() + " has " + String.join(", ", names));
        }
        return fault instanceof UnmatchedArgumentException unmatched
                ? unmatched(unmatched.getUnmatched().getFirst())
                // picocli's messages about an option without its value, and about a number, are made shorter.
                : String.valueOf(fault.getMessage())
                        .lines()
                        .findFirst()
                        .orElse("")
                        .replace("option option", "option")
                        .replaceFirst("is not an? (int|long)$", "is no whole number");
    }

    private static String unmatched(String typed) {
        return typed.startsWith("-")
                ? "this command has no option '" + typed + "'"
                : "'" + typed + "' is one word too many";
    }

    private static String qualified(CommandLine command) {
        String name = command.getCommandSpec().qualifiedName();
        return name.contains(" ") ? name.substring(name.indexOf(' ') + 1) + " " : "";
    }

    private static List<String> names(CommandLine command) {
        return command.getSubcommands().values().stream()
                .distinct()
                .filter(below -> !below.getCommandSpec().usageMessage().hidden())
                .map(CommandLine::getCommandName)
                .collect(Collectors.toList());
    }

    /** The name that differs by a typing error only: another suggestion might lead to a command with other effects. */
    static Optional<String> nearest(String typed, List<String> names) {
        return names.stream()
                .filter(name -> distance(typed, name) <= Math.min(2, (name.length() - 1) / 2))
                .min(Comparator.comparingInt(name -> distance(typed, name)));
    }

    /** Levenshtein's: how many letters are changed, added or taken away. */
    static int distance(String one, String other) {
        int[] row = new int[other.length() + 1];
        Arrays.setAll(row, i -> i);
        for (int i = 1; i <= one.length(); i++) {
            int diagonal = row[0];
            row[0] = i;
            for (int j = 1; j <= other.length(); j++) {
                int above = row[j];
                int changed = diagonal + (one.charAt(i - 1) == other.charAt(j - 1) ? 0 : 1);
                row[j] = Math.min(changed, Math.min(above, row[j - 1]) + 1);
                diagonal = above;
            }
        }
        return row[other.length()];
    }
}
