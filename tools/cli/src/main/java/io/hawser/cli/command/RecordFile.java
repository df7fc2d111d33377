package io.hawser.cli.command;

import com.google.protobuf.Message;
import io.hawser.cli.file.MessageFile;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** What is created: records that the command line describes, or whole records from a file. */
final class RecordFile {
    static final String FOOTER = "%nA file for -f, as YAML:%n";

    /** The options that are no part of the record: with a file, all others are refused. */
    private static final Set<String> HOW =
            Set.of("--output", "--wait", "--no-wait", "--timeout", "--unchecked", "--replace");

    @Spec(Spec.Target.MIXEE)
    private CommandSpec command;

    @Option(
            names = {"-f", "--file"},
            defaultValue = "",
            paramLabel = "FILE",
            description = "Whole records in JSON or YAML, with or without a CloudEvents envelope; - is standard input.")
    private String file;

    /** @param described makes a record of a name and the options */
    <M extends Message> List<M> records(List<String> names, Function<String, M> described, M type) {
        try {
            if (file.isEmpty() && names.isEmpty()) {
                throw new IllegalArgumentException("give a NAME, or a file with -f");
            }
            if (file.isEmpty()) {
                return names.stream().map(described).toList();
            }
            List<String> leftOut = new ArrayList<>(names);
            command.commandLine().getParseResult().matchedOptions().stream()
                    .map(option -> option.longestName())
                    .filter(option -> !option.equals("--file") && !HOW.contains(option))
                    .forEach(leftOut::add);
            if (!leftOut.isEmpty()) {
                throw new IllegalArgumentException((names.isEmpty() ? "" : "a NAME and a file: ")
                        + "the file says the whole record, so leave out " + String.join(", ", leftOut));
            }
            return MessageFile.read(file, type);
        } catch (IllegalArgumentException e) {
            throw new ParameterException(command.commandLine(), e.getMessage(), e);
        }
    }
}
