package io.hawser.csi;

import static io.hawser.csi.OneVolume.CREATE;
import static io.hawser.csi.OneVolume.CREATED;
import static org.assertj.core.api.Assertions.assertThat;

import io.hawser.csi.v1.CreateVolumeResponse;
import io.hawser.csi.v1.ListVolumesRequest;
import io.hawser.csi.v1.ListVolumesResponse;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** How large an answer may be. */
class AnswerSizesIT extends PluginFixture {
    @Test
    @DisplayName("An answer about one volume has 1 MiB, a page of a listing 16 MiB; beyond that the call is"
            + " uncertain, and does not say that the plugin is full")
    void answersAreBounded() {
        // Given
        plugin.answer(
                CsiRpc.CREATE_VOLUME,
                CREATED.toBuilder()
                        .setVolume(CREATED.getVolume().toBuilder().putVolumeContext("k", "x".repeat(1 << 20)))
                        .build());
        ListVolumesResponse half = largeListing();
        plugin.answer(CsiRpc.LIST_VOLUMES, half.toBuilder().mergeFrom(half).build());
        // When
        RpcOutcome<CreateVolumeResponse> created = call(CsiRpc.CREATE_VOLUME, CREATE);
        RpcOutcome<ListVolumesResponse> listed = call(CsiRpc.LIST_VOLUMES, ListVolumesRequest.getDefaultInstance());
        // Then
        uncertain(created, CsiCode.RESOURCE_EXHAUSTED, RpcOutcome.Origin.CLIENT);
        uncertain(listed, CsiCode.RESOURCE_EXHAUSTED, RpcOutcome.Origin.CLIENT);
        assertThat(created.toString()).contains("larger than is taken in here", Integer.toString(1 << 20));
        assertThat(listed.toString()).contains("larger than is taken in here", Integer.toString(16 << 20));
    }

    @Test
    @DisplayName("An answer far above gRPC's own limit of 4 MiB is taken in")
    void aLargeListingIsTakenIn() {
        // Given
        plugin.answer(CsiRpc.LIST_VOLUMES, largeListing());
        // When
        RpcOutcome<ListVolumesResponse> ending = call(CsiRpc.LIST_VOLUMES, ListVolumesRequest.getDefaultInstance());
        // Then
        assertThat(done(ending).getEntriesCount()).isEqualTo(10_000);
    }

    @Test
    @DisplayName("A plugin on a TCP port is called like one on a socket, with the same authority and the same limit")
    void aPluginOnATcpPort() {
        // Given
        try (PluginScript onTcp = PluginScript.startedAtAndOnTcp(folder.resolve("unused.sock"))) {
            onTcp.answer(CsiRpc.LIST_VOLUMES, largeListing());
            connection = client.connect(onTcp.tcp(), options());

            // When
            RpcOutcome<ListVolumesResponse> ending = call(CsiRpc.LIST_VOLUMES, ListVolumesRequest.getDefaultInstance());

            // Then
            assertThat(done(ending)).isEqualTo(largeListing());
            assertThat(onTcp.asked()).isNotEmpty().allSatisfy(each -> assertThat(each.authority())
                    .isEqualTo("localhost"));
        }
    }

    private static ListVolumesResponse largeListing() {
        ListVolumesResponse.Builder listing = ListVolumesResponse.newBuilder();
        for (int i = 0; i < 10_000; i++) {
            listing.addEntriesBuilder()
                    .getVolumeBuilder()
                    .setVolumeId("v-" + i)
                    .putVolumeContext("k", "x".repeat(1000));
        }
        return listing.build();
    }
}
