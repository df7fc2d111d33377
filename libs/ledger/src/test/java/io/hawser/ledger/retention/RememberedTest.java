package io.hawser.ledger.retention;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class RememberedTest {
    @Test
    @DisplayName(
            "A command's id is kept as long as its topic keeps the command: else it would be carried out again when"
                    + " the topic is read again from its start")
    void longerThanTheTopic() {
        assertThat(new Remembered("command", "at", Duration.ofDays(8)).kept()).isEqualTo(Duration.ofDays(8));
        assertThatThrownBy(
                        () -> new Remembered("command", "at", Duration.ofDays(8).minusMillis(1)))
                .hasMessage("hawser.ledger.commands-kept: must be at least 8 days, as long as a topic keeps commands");
    }
}
