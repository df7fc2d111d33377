package io.hawser.cli.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

class CommandLineErrorsTest {
    @ParameterizedTest
    @DisplayName("A wrong command line is one sentence that names the wrong word, with exit 2")
    @CsvSource(delimiter = '|', quoteCharacter = '"', textBlock = """
                    volume update data --size 1MiB | this command has no option '--size'; `./hawser volume update
                    status --json | this command has no option '--json'; `./hawser status
                    status volumes | 'volumes' is one word too many; `./hawser status
                    volume update data --label hot | Value for option '--label' (KEY=VALUE) should be in KEY=VALUE \
                    format but was hot; `./hawser volume update
                    volume resize data | there is no 'volume resize': volume has create, register, list, status, \
                    history, update, remove, forget-mount; `./hawser volume
                    volume lst | there is no 'volume lst': did you mean 'volume list'? `./hawser volume
                    volume create --size 1KiB --label a=b -f f | the file says the whole record, so leave out --size, \
                    --label; `./hawser volume create
                    volume create v --plugin p -f f | a NAME and a file: the file says the whole record, so leave \
                    out v, --plugin; `./hawser volume create
                    service create --network n -f f --timeout 9 | the file says the whole record, so leave \
                    out --network; `./hawser service create
                    network create n -f f | a NAME and a file: the file says the whole record, so leave out n; \
                    `./hawser network create
                    network create | give a NAME, or a file with -f; `./hawser network create
                    volume create -f /nonexistent --no-wait --unchecked -o json | there is no file /nonexistent; \
                    `./hawser volume create
                    volume create v | --plugin is missing; `./hawser volume create
                    volume | a command is missing: volume has create, register, list, status, history, update, \
                    remove, forget-mount; `./hawser volume
                    volume register v --plugin p | --id is missing; `./hawser volume register
                    volume register v w --plugin p --id i | 'w' is one word too many; `./hawser volume register
                    volume register v --plugin p --id i --size 1GiB | this command has no option '--size'; \
                    `./hawser volume register
                    volume register v --id i --context k=v -f f | a NAME and a file: the file says the whole record, \
                    so leave out v, --id, --context; `./hawser volume register
                    volume create v --plugin p --block --mount-group 1000 | --block and --mount-group exclude each \
                    other; `./hawser volume create
                    volume create v --plugin p --sharing everyone | --sharing: 'everyone' is none of none, read-only, \
                    one-writer, all; `./hawser volume create
                    volume create v --plugin p --size 0 | Invalid value for option '--size': '0' is no size: it \
                    must be above 0; without the option the plugin chooses; `./hawser volume create
                    node drain n --timeout 9 | --timeout says how long --wait waits: add --wait, or leave out \
                    --timeout; `./hawser node drain
                    service remove s --timeout 9 | --timeout says how long --wait waits: add --wait, or leave out \
                    --timeout; `./hawser service remove
                    network remove n --timeout 9 | --timeout says how long --wait waits: add --wait, or leave out \
                    --timeout; `./hawser network remove
                    task start t --node n --no-wait --timeout 9 | --no-wait and --timeout exclude each other; \
                    `./hawser task start
                    service create s --no-wait --timeout 9 | --no-wait and --timeout exclude each other; \
                    `./hawser service create
                    network create n --no-wait --timeout 9 | --no-wait and --timeout exclude each other; \
                    `./hawser network create
                    node dran --help | there is no 'node dran': did you mean 'node drain'? `./hawser node
                    volume destroy data --help | there is no 'volume destroy': volume has create, register, list, \
                    status, history, update, remove, forget-mount; `./hawser volume
                    volume remove v --timeout -5 | Invalid value for option '--timeout': '-5' is no number of \
                    seconds from 1 to 999999999; `./hawser volume remove
                    """)
    void wrongLines(String typed, String said) {
        // Given
        String[] words = typed.split(" ");
        StringWriter err = new StringWriter();
        CommandLine commandLine = HawserCli.commandLine(Map.of("HAWSER_HOME", "/nonexistent"), words)
                .setErr(new PrintWriter(err));

        // When
        int exit = commandLine.execute(words);

        // Then
        assertThat(exit).isEqualTo(2);
        assertThat(err).hasToString("hawser: " + said + " --help` shows what is right\n");
    }

    @ParameterizedTest
    @DisplayName("Help about a command that there is, is its page, whatever else is typed")
    @ValueSource(strings = {"node --help", "node drain --help", "status volumes --help", "node drain n --nope --help"})
    void help(String typed) {
        // Given
        String[] words = typed.split(" ");
        StringWriter out = new StringWriter();

        // When
        int exit = HawserCli.commandLine(Map.of("HAWSER_HOME", "/nonexistent"), words)
                .setOut(new PrintWriter(out))
                .execute(words);

        // Then
        assertThat(exit).isZero();
        assertThat(out.toString()).startsWith("Usage: ./hawser " + words[0]);
    }

    @Command(name = "count")
    static final class Count {
        @Option(names = "--count")
        @SuppressWarnings("UnusedVariable") // The library sets it.
        private int count;
    }

    @Test
    @DisplayName("What is no number is said in words of people, not of programmers")
    void noNumber() {
        // Given
        StringWriter err = new StringWriter();
        CommandLine commandLine = new CommandLine(new Count())
                .setErr(new PrintWriter(err))
                .setParameterExceptionHandler((fault, words) -> CommandLineErrors.show(fault));

        // When
        commandLine.execute("--count", "many");

        // Then
        assertThat(err.toString()).contains("'--count': 'many' is no whole number; `count --help`");
    }
}
