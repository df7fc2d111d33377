package io.hawser.cli.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.File;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The scripts in the shells that read them. */
class CompletionIT {
    @TempDir
    private Path folder;

    @ParameterizedTest
    @DisplayName("A shell without any settings reads its script, asks for the words that fit, and takes the answer")
    @CsvSource(delimiter = '|', textBlock = """
                    bash | --norc | eval
                    zsh  | -f     | emulate ksh -c
                    """)
    void completes(String shell, String bare, String ask) throws Exception {
        // Given
        assumeTrue(
                Stream.of(System.getenv("PATH").split(File.pathSeparator))
                        .anyMatch(path -> Files.isExecutable(Path.of(path, shell))),
                "no " + shell + " is installed");
        Path script = Files.writeString(folder.resolve("script"), script(shell));
        Path hawser = Files.writeString(folder.resolve("hawser"), """
                #!/bin/sh
                printf '%s\\n' "first of $*" second
                """);
        assertThat(hawser.toFile().setExecutable(true)).isTrue();
        // As each shell calls the function of `complete`.
        String play = "source " + script + "; " + ask + " '"
                + "COMP_WORDS=(" + hawser + " volume sta later); COMP_CWORD=2; _hawser"
                + "; printf \"%s\\n\" \"${COMPREPLY[@]}\"'";

        // When
        Process process = shell(shell, bare, play);

        // Then
        assertThat(new String(process.getInputStream().readAllBytes(), java.nio.charset.StandardCharsets.UTF_8))
                .isEqualTo("first of completion words -- volume sta\nsecond\n");
        assertThat(process.waitFor(1, TimeUnit.MINUTES)).isTrue();
    }

    private Process shell(String shell, String bare, String play) throws IOException {
        ProcessBuilder builder = new ProcessBuilder(shell, bare, "-c", play)
                .directory(folder.toFile())
                .redirectErrorStream(true);
        builder.environment().put("HOME", folder.toString());
        return builder.start();
    }

    private static String script(String shell) {
        StringWriter out = new StringWriter();
        assertThat(HawserCli.commandLine(Map.of("HAWSER_HOME", "/nonexistent"), "completion", shell)
                        .setOut(new PrintWriter(out))
                        .execute("completion", shell))
                .isZero();
        return out.toString();
    }
}
