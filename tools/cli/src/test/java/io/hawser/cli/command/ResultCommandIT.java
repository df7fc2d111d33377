package io.hawser.cli.command;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.Timestamp;
import io.hawser.bus.topic.HawserTopic;
import io.hawser.cli.topic.TopicWriter;
import io.hawser.testkit.shared.SharedBroker;
import io.hawser.v1.CreateVolume;
import io.hawser.v1.DeferredCommand;
import java.time.Clock;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** {@code command}, and what is not decided yet. */
class ResultCommandIT extends CommandLineFixture {
    @Test
    @DisplayName("A command that no service has read yet is written, and not refused")
    void aCommandThatWasNotReadYet() {
        // Given
        String id;
        try (var writer = new TopicWriter(SharedBroker.bootstrapServers(), TOPICS, "test", Clock.systemUTC())) {
            id = writer.write(
                    HawserTopic.VOLUME_COMMANDS,
                    "v8",
                    CreateVolume.newBuilder().setName("v8").build());
        }

        // When
        int exit = hawser("command", id);

        // Then
        assertThat(exit).isEqualTo(3);
        assertThat(err.toString()).contains("is a hawser.v1.CreateVolume, which was not read yet");
    }

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
