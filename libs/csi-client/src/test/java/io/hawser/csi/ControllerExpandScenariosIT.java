package io.hawser.csi;

import static org.assertj.core.api.Assertions.assertThat;

import io.grpc.Status;
import io.hawser.csi.v1.CapacityRange;
import io.hawser.csi.v1.ControllerExpandVolumeRequest;
import io.hawser.csi.v1.ControllerExpandVolumeResponse;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Calls that grow a volume. */
class ControllerExpandScenariosIT extends PluginFixture {
    private static final ControllerExpandVolumeRequest EXPAND = ControllerExpandVolumeRequest.newBuilder()
            .setVolumeId("id-1")
            .setCapacityRange(CapacityRange.newBuilder().setRequiredBytes(10).setLimitBytes(20))
            .setVolumeCapability(MOUNT)
            .putSecrets("key", "value")
            .build();

    @Test
    @Tag("nomad-105")
    @DisplayName("Expand arrives as asked, secrets included")
    void expandInFull() {
        // Given
        plugin.answer(
                CsiRpc.CONTROLLER_EXPAND_VOLUME,
                ControllerExpandVolumeResponse.newBuilder()
                        .setCapacityBytes(15)
                        .setNodeExpansionRequired(true)
                        .build());
        // When
        RpcOutcome<ControllerExpandVolumeResponse> ending = call(CsiRpc.CONTROLLER_EXPAND_VOLUME, EXPAND);
        // Then
        assertThat(done(ending).getNodeExpansionRequired()).isTrue();
        assertThat(plugin.lastRequest(CsiRpc.CONTROLLER_EXPAND_VOLUME)).isEqualTo(EXPAND);
    }

    @Test
    @Tag("nomad-106")
    @DisplayName("Expand with only a lower bound")
    void expandWithOnlyRequired() {
        // Given
        plugin.answer(CsiRpc.CONTROLLER_EXPAND_VOLUME, ControllerExpandVolumeResponse.getDefaultInstance());
        // When
        RpcOutcome<?> ending = call(
                CsiRpc.CONTROLLER_EXPAND_VOLUME,
                EXPAND.toBuilder()
                        .setCapacityRange(CapacityRange.newBuilder().setRequiredBytes(10))
                        .build());
        // Then
        done(ending);
    }

    @Test
    @Tag("nomad-107")
    @DisplayName("Expand without an id is refused here")
    void expandWithoutId() {
        // When
        RpcOutcome<?> ending = call(
                CsiRpc.CONTROLLER_EXPAND_VOLUME,
                EXPAND.toBuilder().clearVolumeId().build());
        // Then
        refusedHere(ending, "volume_id");
    }

    @Test
    @Tag("nomad-108")
    @DisplayName("Expand without a size is refused here")
    void expandWithoutSize() {
        // When
        RpcOutcome<?> ending = call(
                CsiRpc.CONTROLLER_EXPAND_VOLUME,
                EXPAND.toBuilder().clearCapacityRange().build());
        // Then
        refusedHere(ending, "capacity_range");
    }

    @Test
    @Tag("nomad-109")
    @DisplayName("Expand with a limit below the required size is refused here")
    void expandWithLimitBelowRequired() {
        // When
        RpcOutcome<?> ending = call(
                CsiRpc.CONTROLLER_EXPAND_VOLUME,
                EXPAND.toBuilder()
                        .setCapacityRange(
                                CapacityRange.newBuilder().setRequiredBytes(2).setLimitBytes(1))
                        .build());
        // Then
        refusedHere(ending, "capacity_range.limit_bytes");
    }

    @ParameterizedTest
    @Tag("nomad-110")
    @Tag("nomad-111")
    @Tag("nomad-112")
    @Tag("nomad-113")
    @DisplayName("Expand: INVALID_ARGUMENT, NOT_FOUND, FAILED_PRECONDITION and OUT_OF_RANGE are final")
    @EnumSource(names = {"INVALID_ARGUMENT", "NOT_FOUND", "FAILED_PRECONDITION", "OUT_OF_RANGE"})
    void expandFinal(CsiCode code) {
        // Given
        plugin.fail(
                CsiRpc.CONTROLLER_EXPAND_VOLUME,
                Status.Code.valueOf(code.name()).toStatus());
        // When
        RpcOutcome<?> ending = call(CsiRpc.CONTROLLER_EXPAND_VOLUME, EXPAND);
        // Then
        rejected(ending, code);
    }

    @ParameterizedTest
    @Tag("nomad-114")
    @Tag("nomad-115")
    @DisplayName("Expand: INTERNAL and any other code are uncertain")
    @EnumSource(names = {"INTERNAL", "DATA_LOSS"})
    void expandUncertain(CsiCode code) {
        // Given
        plugin.fail(
                CsiRpc.CONTROLLER_EXPAND_VOLUME,
                Status.Code.valueOf(code.name()).toStatus());
        // When
        RpcOutcome<?> ending = call(CsiRpc.CONTROLLER_EXPAND_VOLUME, EXPAND);
        // Then
        uncertain(ending, code, RpcOutcome.Origin.PLUGIN);
    }
}
