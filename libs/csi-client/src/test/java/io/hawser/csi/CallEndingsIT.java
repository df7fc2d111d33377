package io.hawser.csi;

import static io.hawser.csi.OneVolume.CREATE;
import static io.hawser.csi.OneVolume.CREATED;
import static org.assertj.core.api.Assertions.assertThat;

import io.grpc.Status;
import io.hawser.csi.v1.CreateVolumeResponse;
import io.hawser.csi.v1.Volume;
import io.hawser.strict.fault.Fault;
import io.netty.handler.codec.http2.DefaultHttp2ResetFrame;
import io.netty.handler.codec.http2.Http2Error;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** How a call ends, by what comes back over a real socket. */
class CallEndingsIT extends PluginFixture {
    @Test
    @Tag("nomad-W4")
    @DisplayName("A deadline that passes is uncertain and ours, though the plugin may still be at it")
    void aDeadlineThatPassesIsUncertainAndOurs() {
        // Given: connected and read, so that the time is enough for the call to be sent
        done(connection.identity().await().indefinitely());
        plugin.hang(CsiRpc.CREATE_VOLUME);
        // When
        RpcOutcome<CreateVolumeResponse> ending = call(CsiRpc.CREATE_VOLUME, CREATE, Duration.ofSeconds(2));
        // Then
        uncertain(ending, CsiCode.DEADLINE_EXCEEDED, RpcOutcome.Origin.CLIENT);
        assertThat(plugin.times(CsiRpc.CREATE_VOLUME)).isEqualTo(1);
    }

    @Test
    @DisplayName("A plugin that says DEADLINE_EXCEEDED itself is uncertain and its own")
    void theSameCodeFromThePluginIsThePlugins() {
        // Given
        plugin.fail(CsiRpc.CREATE_VOLUME, Status.DEADLINE_EXCEEDED);
        // When
        RpcOutcome<CreateVolumeResponse> ending = call(CsiRpc.CREATE_VOLUME, CREATE);
        // Then
        uncertain(ending, CsiCode.DEADLINE_EXCEEDED, RpcOutcome.Origin.PLUGIN);
    }

    @Test
    @DisplayName("A connection that breaks during the call is uncertain and ours")
    void aConnectionThatBreaksIsUncertainAndOurs() {
        // Given
        plugin.dropOn(CsiRpc.CREATE_VOLUME);
        // When
        RpcOutcome<CreateVolumeResponse> ending = call(CsiRpc.CREATE_VOLUME, CREATE);
        // Then
        assertThat(ending).isInstanceOfSatisfying(RpcOutcome.Uncertain.class, uncertain -> {
            assertThat(uncertain.origin()).isEqualTo(RpcOutcome.Origin.CLIENT);
            assertThat(uncertain.code()).isIn(CsiCode.UNAVAILABLE, CsiCode.CANCELLED);
        });
    }

    @Test
    @DisplayName("A NUL in the plugin's words, which no table's text could hold, is replaced; "
            + "in an id it makes the answer unusable")
    void noNulComesIn() {
        // Given
        plugin.fail(CsiRpc.CREATE_VOLUME, Status.RESOURCE_EXHAUSTED.withDescription("pool\0full"));
        // When
        RpcOutcome<CreateVolumeResponse> refused = call(CsiRpc.CREATE_VOLUME, CREATE);
        plugin.answer(
                CsiRpc.CREATE_VOLUME,
                CREATED.toBuilder()
                        .setVolume(Volume.newBuilder().setVolumeId("id\0"))
                        .build());
        RpcOutcome<CreateVolumeResponse> answered = call(CsiRpc.CREATE_VOLUME, CREATE);
        // Then
        rejected(refused, CsiCode.RESOURCE_EXHAUSTED);
        assertThat(refused.toString()).contains("pool\uFFFDfull");
        assertThat(answered)
                .isInstanceOfSatisfying(RpcOutcome.Uncertain.class, uncertain -> assertThat(uncertain.message())
                        .contains("volume.volume_id"));
    }

    @Test
    @DisplayName("A final code after the plugin sent headers, or half an answer, is still the plugin's")
    void aFinalCodeAfterAnAnswerBeganIsStillThePlugins() {
        // Given
        plugin.when(
                CsiRpc.CREATE_VOLUME, new Fault.Says(List.of(CREATED.toByteString()), Status.Code.ALREADY_EXISTS, ""));
        // When
        RpcOutcome<CreateVolumeResponse> ending = call(CsiRpc.CREATE_VOLUME, CREATE);
        // Then
        rejected(ending, CsiCode.ALREADY_EXISTS);
    }

    @Test
    @DisplayName("Two answers to one call are garbage, not success")
    void twoAnswersAreUncertain() {
        // Given
        plugin.when(
                CsiRpc.CREATE_VOLUME,
                new Fault.Says(List.of(CREATED.toByteString(), CREATED.toByteString()), Status.Code.OK, ""));
        // When
        RpcOutcome<CreateVolumeResponse> ending = call(CsiRpc.CREATE_VOLUME, CREATE);
        // Then
        assertThat(ending).isInstanceOf(RpcOutcome.Uncertain.class);
    }

    @Test
    @DisplayName("A rejection in far more words than gRPC takes in by default is the plugin's, with their beginning")
    void aRejectionInManyWords() {
        // Given
        String output = "mkfs: \u00e9chec\n".repeat(2_000);
        plugin.fail(CsiRpc.CREATE_VOLUME, Status.INVALID_ARGUMENT.withDescription("no such pool\n" + output));
        // When
        RpcOutcome<CreateVolumeResponse> ending = call(CsiRpc.CREATE_VOLUME, CREATE);
        // Then
        rejected(ending, CsiCode.INVALID_ARGUMENT);
        assertThat(ending.toString()).contains("no such pool mkfs: \u00e9chec").hasSizeLessThan(5_000);
    }

    @ParameterizedTest
    @DisplayName(
            "What a proxy answers instead of the plugin is nobody's word, though gRPC makes a final-looking code of it")
    @ValueSource(strings = {"401", "403", "404", "503"})
    void anAnswerThatIsNoGrpcIsUncertainAndOurs(String status) {
        // Given
        Path socket = folder.resolve("proxy.sock");
        try (HttpProxy proxy = new HttpProxy(socket, status)) {
            CsiConnection lost = client.connect(new CsiEndpoint.Unix(socket.toString()), options());
            // When
            RpcOutcome<Boolean> ending = lost.probe(LONG).await().indefinitely();
            // Then
            assertThat(proxy).isNotNull();
            assertThat(ending)
                    .isInstanceOfSatisfying(RpcOutcome.Uncertain.class, uncertain -> assertThat(uncertain.origin())
                            .isEqualTo(RpcOutcome.Origin.CLIENT));
        }
    }

    @Test
    @DisplayName(
            "A connection that refuses more calls is uncertain and ours, and no word says that an answer was large")
    void enoughCalls() {
        // Given
        Path socket = folder.resolve("proxy.sock");
        try (HttpProxy proxy = new HttpProxy(socket, () -> new DefaultHttp2ResetFrame(Http2Error.ENHANCE_YOUR_CALM))) {
            CsiConnection busy = client.connect(new CsiEndpoint.Unix(socket.toString()), options());
            // When
            RpcOutcome<Boolean> ending = busy.probe(LONG).await().indefinitely();
            // Then
            assertThat(proxy).isNotNull();
            uncertain(ending, CsiCode.RESOURCE_EXHAUSTED, RpcOutcome.Origin.CLIENT);
            assertThat(ending.toString())
                    .contains("not the plugin's answer: ", "ENHANCE_YOUR_CALM")
                    .doesNotContain("larger");
        }
    }
}
