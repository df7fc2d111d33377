package io.hawser.strict;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.protobuf.ByteString;
import io.grpc.Status.Code;
import io.hawser.csi.v1.CreateVolumeResponse;
import io.hawser.csi.v1.DeleteVolumeRequest;
import io.hawser.csi.v1.Volume;
import io.hawser.strict.call.Rpc;
import io.hawser.strict.fault.Fault;
import io.hawser.strict.fault.FaultScript;
import io.hawser.strict.fault.Selector;
import io.hawser.strict.history.Event;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a plugin says without doing it, and what is no answer. */
class FaultyAnswersContractTest extends FaultyPlugin {
    @Test
    void anErrorDoesNothing() {
        // Given
        misbehave("CreateVolume a 1 error OUT_OF_RANGE");

        // When
        Optional<Code> first = createWithin(120_000);

        // Then
        assertThat(first).contains(Code.OUT_OF_RANGE);
        assertThat(plugin.volumes()).isEmpty();
        assertThat(createWithin(120_000)).isEmpty();
    }

    @Test
    void garbageIsNoAnswer() {
        // Given
        misbehave("CreateVolume * 1 garbage undecodable\nCreateVolume * 2 garbage empty");

        // When
        Optional<Code> undecodable = createWithin(120_000);
        CreateVolumeResponse empty =
                caller.controller().createVolume(volume.createRequest().build());

        // Then
        assertThat(undecodable).isPresent();
        assertThat(empty.hasVolume()).isFalse();
        assertThat(createWithin(120_000)).isEmpty();
        assertThat(plugin.volumes()).hasSize(1);
    }

    @Test
    void whatItIsToldToSayIsSaidAndNotDone() {
        // Given
        CreateVolumeResponse said = CreateVolumeResponse.newBuilder()
                .setVolume(Volume.newBuilder().setVolumeId("said"))
                .build();
        say(Rpc.CREATE_VOLUME, Fault.Says.answer(said));

        // When
        CreateVolumeResponse heard =
                caller.controller().createVolume(volume.createRequest().build());
        caller.controller()
                .deleteVolume(
                        DeleteVolumeRequest.newBuilder().setVolumeId("said").build());

        // Then
        assertThat(heard).isEqualTo(said);
        assertThat(plugin.volumes()).isEmpty();
        assertThat(plugin.verdict().violations()).isEmpty();
    }

    @Test
    void anErrorComesInTheWordsThatItIsToldEvenAfterAnAnswerBegan() {
        // Given
        say(Rpc.CREATE_VOLUME, new Fault.Says(List.of(ByteString.EMPTY), Code.UNIMPLEMENTED, "not on Sundays"));

        // When
        var creating = assertThatThrownBy(volume::create);

        // Then
        creating.hasMessage("UNIMPLEMENTED: not on Sundays");
        plugin.misbehave(FaultScript.calm());
        volume.create();
        assertThat(plugin.verdict().broken()).containsExactly("unimplemented-rereads-capabilities");
    }

    @ParameterizedTest
    @DisplayName("No message, two, or one that cannot be read is no answer: nobody may believe that there is a volume")
    @ValueSource(strings = {"OK", "OK - -", "OK CgQKAmlk CgQKAmlk", "OK /w=="})
    void whatIsNoAnswerTellsNothing(String words) {
        // Given
        misbehave("CreateVolume * 1 says " + words);

        // When
        Optional<Code> first = createWithin(120_000);

        // Then
        assertThat(first).isPresent();
        assertThat(plugin.events())
                .filteredOn(Event.CallGivenUp.class::isInstance)
                .hasSize(1);
        assertThat(createWithin(120_000)).isEmpty();
        assertThat(plugin.verdict().violations()).isEmpty();
    }

    private void say(Rpc rpc, Fault.Says says) {
        plugin.misbehave(FaultScript.of(Selector.attempt(rpc, 1), says));
    }
}
