package io.hawser.local.command;

import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code --output}: for people, or for machines. */
public final class OutputOption {
    @Spec(Spec.Target.MIXEE)
    private CommandSpec spec;

    @Option(
            names = {"-o", "--output"},
            defaultValue = "text",
            paramLabel = "text|json",
            description = "json: the last line is one JSON object.")
    private String output;

    /** @throws ParameterException if the value is neither of the two */
    public boolean json() {
        if (!output.equals("text") && !output.equals("json")) {
            throw new ParameterException(spec.commandLine(), "--output: '" + output + "' is none of text, json");
        }
        return output.equals("json");
    }
}
