package io.hawser.local.command;

import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code --output}: for people, or for machines. */
public final class OutputOption {
    @Spec(Spec.Target.MIXEE)
    private CommandSpec spec;

    private boolean json;

    @Option(
            names = {"-o", "--output"},
            defaultValue = "text",
            paramLabel = "text|json",
            description = "json: the last line is one JSON object.")
    void set(String output) {
        if (!output.equals("text") && !output.equals("json")) {
            throw new ParameterException(spec.commandLine(), "--output: '" + output + "' is none of text, json");
        }
        json = output.equals("json");
    }

    public boolean json() {
        return json;
    }
}
