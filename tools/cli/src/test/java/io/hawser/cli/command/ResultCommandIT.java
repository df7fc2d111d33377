package io.hawser.cli.command;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.Timestamp;
import io.hawser.v1.DeferredCommand;
import org.junit.jupiter.api.Test;

/** {@code command}, and what is not decided yet. */
class ResultCommandIT extends CommandLineFixture {
    @Test
    void aCommandThatIsNotDecidedYetSaysWhatItWaitsFor() {
        // Given
        services.answer(
                "/v1/commands/",
                DeferredCommand.newBuilder()
                        .setCommandId("c-1")
                        .setCommandType("hawser.v1.CreateVolume")
                        .setEntity("v7")
                        .setMessage("plugin p is not known, as far as was read")
                        .setSince(Timestamp.newBuilder().setSeconds(1_795_421_339))
                        .build());

        // When
        int shown = hawser("command", "c-1");
        int created = hawser("volume", "create", "v7", "--plugin", "p", "--timeout", "1");

        // Then
        assertThat(shown).isEqualTo(3);
        assertThat(out.toString())
                .contains("hawser.v1.CreateVolume v7: not decided yet, since 2026-11-23T08:08:59Z: plugin p is not");
        assertThat(created).isEqualTo(3);
        assertThat(err.toString()).contains("plugin p is not known").contains("the command is still valid");
    }
}
