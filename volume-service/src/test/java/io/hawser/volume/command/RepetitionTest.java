package io.hawser.volume.command;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.Message;
import io.hawser.bus.envelope.Decoded;
import io.hawser.bus.envelope.Origin;
import io.hawser.v1.CreateVolume;
import io.hawser.v1.RemoveVolume;
import io.hawser.v1.UpdateVolume;
import java.util.Optional;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class RepetitionTest {
    private static final String TYPE = UpdateVolume.getDescriptor().getFullName();
    private static final UpdateVolume ONE = UpdateVolume.newBuilder()
            .setName("v")
            .putLabels("a", "1")
            .putLabels("b", "2")
            .build();
    private static final UpdateVolume OTHER_ORDER = UpdateVolume.newBuilder()
            .setName("v")
            .putLabels("b", "2")
            .putLabels("a", "1")
            .build();

    @Test
    @DisplayName("The same command with its map in another order is the same command")
    void anotherOrderIsTheSame() throws InvalidProtocolBufferException {
        // Given
        UpdateVolume again = UpdateVolume.parseFrom(OTHER_ORDER.toByteArray());
        assertThat(again.toByteArray()).isNotEqualTo(ONE.toByteArray());

        // When
        boolean same = Repetition.isSame(message(ONE), Repetition.STORED, TYPE, known(again));

        // Then
        assertThat(same).isTrue();
    }

    @Test
    @DisplayName("Another content, or another type with the same content, is another command")
    void anotherContentIsAnother() {
        UpdateVolume other = ONE.toBuilder().putLabels("b", "3").build();
        RemoveVolume remove = RemoveVolume.newBuilder().setName("v").build();
        CreateVolume create = CreateVolume.newBuilder().setName("v").build();

        assertThat(Repetition.isSame(message(ONE), Repetition.STORED, TYPE, known(other)))
                .isFalse();
        assertThat(Repetition.isSame(message(create), Repetition.STORED, "hawser.v1.CreateVolume", known(remove)))
                .isFalse();
    }

    @Test
    @DisplayName("A command that could not be understood is repeated by none")
    void whatWasNotUnderstood() {
        assertThat(Repetition.isSame(Optional.empty(), new byte[] {0}, TYPE, known(ONE)))
                .isFalse();
    }

    @Test
    @DisplayName("A command of which a lost database left the answer alone is repeated by each of its type")
    void aLostCommandIsKnownByItsType() {
        RemoveVolume remove = RemoveVolume.newBuilder().setName("v").build();

        assertThat(Repetition.isSame(Optional.empty(), Repetition.NOT_KNOWN, TYPE, known(ONE)))
                .isTrue();
        assertThat(Repetition.isSame(Optional.empty(), Repetition.NOT_KNOWN, TYPE, known(remove)))
                .isFalse();
    }

    private static Optional<byte[]> message(Message message) {
        return Optional.of(message.toByteArray());
    }

    private static Decoded.Known known(Message message) {
        return new Decoded.Known(
                new Origin("hawser.volume-commands", "", 0, 0),
                "v",
                "id",
                message.getDescriptorForType().getFullName(),
                message);
    }
}
