package io.hawser.volume.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.protobuf.Message;
import io.hawser.bus.envelope.Decoded;
import io.hawser.bus.envelope.MessageTypes;
import io.hawser.bus.envelope.Origin;
import io.hawser.bus.topic.HawserTopic;
import io.hawser.ledger.tx.UnreadableRowException;
import io.hawser.testkit.sample.Samples;
import io.hawser.v1.Task;
import io.hawser.v1.UpdateVolume;
import io.hawser.volume.id.VolumeName;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class VolumeCommandTest {
    private static final Origin ORIGIN = new Origin("hawser.volume-commands", "t", 0, 7);

    @Test
    @DisplayName("Every message that the contracts put on the topic of commands is one, and is read back as it was")
    void everyCommandIsOne() throws Exception {
        var samples = Samples.all().stream()
                .filter(sample -> sample.topic().equals(HawserTopic.VOLUME_COMMANDS.suffix()))
                .toList();

        assertThat(samples)
                .hasSizeGreaterThanOrEqualTo(VolumeCommand.PROTOTYPES.size())
                .allSatisfy(sample -> {
                    Message message = VolumeCommand.PROTOTYPES
                            .get(sample.type())
                            .getParserForType()
                            .parseFrom(sample.bytes());
                    VolumeCommand command = VolumeCommand.in(known(message));
                    assertThat(VolumeCommand.stored(ORIGIN, "v", "c", sample.type(), sample.bytes(), List.of()))
                            .isEqualTo(command);
                    assertThat(command.volume()).isEqualTo(new VolumeName(sample.key()));
                });
    }

    @Test
    @DisplayName("A state record is no command, and what this version did not store is not guessed")
    void whatIsNoCommand() {
        assertThat(VolumeCommand.of(known(Task.getDefaultInstance()))).isEmpty();
        assertThatThrownBy(() -> VolumeCommand.in(known(Task.getDefaultInstance())))
                .hasMessage("not a command: hawser.v1.Task");
        assertThatThrownBy(() -> VolumeCommand.stored(ORIGIN, "v", "c", "hawser.v1.Later", new byte[0], List.of()))
                .isInstanceOf(UnreadableRowException.class);
        assertThatThrownBy(() -> VolumeCommand.stored(
                        ORIGIN,
                        "v",
                        "c",
                        MessageTypes.nameOf(UpdateVolume.getDefaultInstance()),
                        new byte[] {-1},
                        List.of()))
                .isInstanceOf(UnreadableRowException.class);
    }

    private static Decoded.Known known(Message message) {
        return new Decoded.Known(ORIGIN, "v", "c", MessageTypes.nameOf(message), message);
    }
}
