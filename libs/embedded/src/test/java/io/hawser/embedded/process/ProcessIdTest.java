package io.hawser.embedded.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ProcessIdTest {

    @Test
    void readsTheStartTimeBehindANameWithBlanksAndParentheses() {
        // Given
        String stat = stat("7 (a ) odd) name)", "S");
        // When
        var id = ProcessId.of(7, ProcessId.fields(stat));
        // Then
        assertThat(id).contains(new ProcessId(7, 22));
    }

    @ParameterizedTest
    @ValueSource(strings = {"Z", "X"})
    void whatHasEndedDoesNotRun(String state) {
        // Given
        String stat = stat("7 (sh)", state);
        // When
        var id = ProcessId.of(7, ProcessId.fields(stat));
        // Then
        assertThat(id).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "7", "7 (sh", "7 (sh) S 1"})
    void whatIsNoStatLineIsNoProcess(String stat) {
        // Given
        // When
        var id = ProcessId.of(7, ProcessId.fields(stat));
        // Then
        assertThat(id).isEmpty();
    }

    @Test
    void survivesAPidFile() {
        // Given
        var id = new ProcessId(7, 1234);
        // When
        var read = ProcessId.fromText(id + "\n");
        // Then
        assertThat(read).contains(id);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "7", "7 x", "x 7", "0 7", "7 -1", "7 8 9"})
    void anythingElseInAPidFileIsNoProcess(String text) {
        // Given
        // When
        var read = ProcessId.fromText(text);
        // Then
        assertThat(read).isEmpty();
    }

    @Test
    void aLaterProcessWithTheSameNumberIsAnotherOne() {
        // Given
        ProcessId us = ProcessId.running(ProcessHandle.current().pid()).orElseThrow();
        // When
        var earlier = new ProcessId(us.pid(), us.startTicks() - 1);
        // Then
        assertThat(us.alive()).isTrue();
        assertThat(earlier.alive()).isFalse();
    }

    @Test
    void namesTheBadField() {
        assertThatThrownBy(() -> new ProcessId(0, 1)).hasMessageContaining("pid");
        assertThatThrownBy(() -> new ProcessId(1, -1)).hasMessageContaining("startTicks");
    }

    /** Field 3 is the state, and each later field's value is its number. */
    private static String stat(String pidAndName, String state) {
        return pidAndName + " " + state + " "
                + IntStream.rangeClosed(4, 52).mapToObj(Integer::toString).collect(Collectors.joining(" "));
    }
}
