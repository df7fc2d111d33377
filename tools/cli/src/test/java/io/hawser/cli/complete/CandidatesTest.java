package io.hawser.cli.complete;

import static org.assertj.core.api.Assertions.assertThat;

import io.hawser.cli.command.HawserCli;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CandidatesTest {
    @ParameterizedTest
    @DisplayName("The words that may follow, and no name that is typed already; ^ is where the cursor is")
    @CsvSource(delimiter = '|', quoteCharacter = '"', textBlock = """
                    vol^                                   | volume
                    help vol^                              | volume
                    str^                                   | strict-plugin
                    mut^                                   | mutate
                    conf^                                  | conformance
                    base^                                  | baseline
                    up --^                                 | --detach
                    down --^                               | --purge
                    completion ^                           | bash zsh
                    completion bash ^                      | ""
                    volume up^                             | update
                    volume status ^                        | a b
                    volume status a ^                      | b
                    volume create ^                        | ""
                    volume register ^                      | ""
                    volume register c --sharing ^          | all none one-writer read-only
                    volume create c --sharing ^            | all none one-writer read-only
                    volume create c --scope ^              | multi-node single-node
                    volume create c --plugin ^             | p
                    volume update a --availability ^       | active drain pause
                    volume update a --av^                  | --availability
                    volume list --output ^                 | json table
                    service create s --volume ^            | a b
                    command ^                              | ""
                    """)
    void whatMayFollow(String typed, String words) {
        // Given
        List<String> line = List.of(typed.replace("^", "").split(" ", -1));

        // When
        List<String> candidates = Candidates.of(
                HawserCli.commandLine(Map.of()),
                line,
                Map.of("volume", () -> Stream.of("b", "a"), "plugin", () -> Stream.of("p")));

        // Then
        assertThat(String.join(" ", candidates)).isEqualTo(words);
    }
}
