package io.hawser.csi;

import static io.hawser.csi.OneVolume.CREATE;
import static io.hawser.csi.OneVolume.CREATED;
import static io.hawser.csi.OneVolume.DELETE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.grpc.Status;
import io.hawser.csi.v1.ControllerPublishVolumeRequest;
import io.hawser.csi.v1.ControllerPublishVolumeResponse;
import io.hawser.csi.v1.DeleteVolumeResponse;
import io.hawser.csi.v1.NodeUnpublishVolumeRequest;
import io.hawser.strict.fault.Fault;
import io.micrometer.core.instrument.Timer;
import io.smallrye.mutiny.infrastructure.Infrastructure;
import java.time.Duration;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** When a call is sent, how often, and what is left of it. */
class SentCallsIT extends PluginFixture {
    @Test
    @DisplayName("Each subscription sends once, and none sends before it")
    void aUniIsLazyAndSendsOncePerSubscription() {
        // Given
        plugin.answer(CsiRpc.DELETE_VOLUME, DeleteVolumeResponse.getDefaultInstance());
        // When
        var call = connection.call(CsiRpc.DELETE_VOLUME, DELETE, LONG);
        long before = plugin.times(CsiRpc.DELETE_VOLUME);
        call.await().indefinitely();
        call.await().indefinitely();
        // Then
        assertThat(before).isZero();
        assertThat(plugin.times(CsiRpc.DELETE_VOLUME)).isEqualTo(2);
    }

    @Test
    @DisplayName("A deadline that is not above zero sends nothing")
    void noTimeLeftSendsNothing() {
        // When
        RpcOutcome<?> ending = call(
                CsiRpc.NODE_UNPUBLISH_VOLUME,
                NodeUnpublishVolumeRequest.newBuilder()
                        .setVolumeId("id-1")
                        .setTargetPath("/t")
                        .build(),
                Duration.ZERO);
        // Then
        uncertain(ending, CsiCode.DEADLINE_EXCEEDED, RpcOutcome.Origin.CLIENT);
        assertThat(plugin.asked()).isEmpty();
    }

    @Test
    @DisplayName("Cancelling the subscription does not cancel the call: the plugin goes on and its ending is measured")
    void cancellingDoesNotReachThePlugin() {
        // Given
        plugin.when(CsiRpc.DELETE_VOLUME, new Fault.Delay(Duration.ofMillis(500)));
        var subscription =
                connection.call(CsiRpc.DELETE_VOLUME, DELETE, LONG).subscribe().with(ending -> {});
        awaitAsked(CsiRpc.DELETE_VOLUME);
        // When
        subscription.cancel();
        // Then
        await().atMost(LONG).untilAsserted(() -> assertThat(timer("/csi.v1.Controller/DeleteVolume", "OK"))
                .isEqualTo(1));
        assertThat(plugin.givenUp()).isZero();
    }

    @Test
    @DisplayName("Closing the connection ends calls in flight as uncertain")
    void closingEndsCallsAsUncertain() {
        // Given
        plugin.hang(CsiRpc.CREATE_VOLUME);
        var ending = connection.call(CsiRpc.CREATE_VOLUME, CREATE, LONG).subscribeAsCompletionStage();
        awaitAsked(CsiRpc.CREATE_VOLUME);
        // When
        connection.close();
        // Then
        assertThat(ending.join())
                .isInstanceOfSatisfying(RpcOutcome.Uncertain.class, uncertain -> assertThat(uncertain.origin())
                        .isEqualTo(RpcOutcome.Origin.CLIENT));
    }

    @Test
    @DisplayName("A connection that is left makes no new call, and what is in flight ends with the plugin's answer")
    void whatIsInFlightOutlivesItsLeave() {
        // Given
        plugin.when(CsiRpc.CREATE_VOLUME, new Fault.Delay(Duration.ofMillis(500)));
        var ending = connection.call(CsiRpc.CREATE_VOLUME, CREATE, LONG).subscribeAsCompletionStage();
        awaitAsked(CsiRpc.CREATE_VOLUME);
        // When
        connection.leave(LONG);
        // Then
        uncertain(call(CsiRpc.DELETE_VOLUME, DELETE), CsiCode.UNAVAILABLE, RpcOutcome.Origin.CLIENT);
        assertThat(ending.join()).isInstanceOf(RpcOutcome.Done.class);
        assertThat(plugin.times(CsiRpc.DELETE_VOLUME)).isZero();
    }

    @Test
    @DisplayName("A connection that is left is closed after its time, also under a call, and by its client's end")
    void aLeftConnectionIsClosed() {
        // Given
        plugin.hang(CsiRpc.CREATE_VOLUME);
        plugin.hang(CsiRpc.DELETE_VOLUME);
        var soon = connection.call(CsiRpc.CREATE_VOLUME, CREATE, LONG).subscribeAsCompletionStage();
        awaitAsked(CsiRpc.CREATE_VOLUME);
        CsiConnection other = open(options());
        var atTheEnd = other.call(CsiRpc.DELETE_VOLUME, DELETE, LONG).subscribeAsCompletionStage();
        awaitAsked(CsiRpc.DELETE_VOLUME);
        // When
        connection.leave(Duration.ofMillis(50));
        other.leave(LONG);
        // Then
        // Less than its own deadline.
        await().atMost(LONG.dividedBy(2)).until(soon::isDone);
        assertThat(soon.join()).isInstanceOf(RpcOutcome.Uncertain.class);
        assertThat(atTheEnd).isNotDone();
        client.close();
        assertThat(atTheEnd.join()).isInstanceOf(RpcOutcome.Uncertain.class);
    }

    @Test
    @DisplayName("A call that has been answered leaves no timer that keeps its request until its deadline")
    void anAnsweredCallLeavesNoTimer() {
        // Given
        plugin.answer(CsiRpc.CREATE_VOLUME, CREATED);
        call(CsiRpc.CREATE_VOLUME, CREATE);
        var timers = ((ScheduledThreadPoolExecutor) Infrastructure.getDefaultWorkerPool()).getQueue();
        int before = timers.size();
        // When
        call(CsiRpc.CREATE_VOLUME, CREATE, Duration.ofMinutes(10));
        // Then
        assertThat(timers).hasSizeLessThanOrEqualTo(before);
    }

    @Test
    @DisplayName("Calls are measured under the usual name, labels and buckets")
    void callsAreMeasured() {
        // Given
        plugin.fail(CsiRpc.CONTROLLER_PUBLISH_VOLUME, Status.NOT_FOUND);
        // When
        RpcOutcome<ControllerPublishVolumeResponse> ending = call(
                CsiRpc.CONTROLLER_PUBLISH_VOLUME,
                ControllerPublishVolumeRequest.newBuilder()
                        .setVolumeId("id-1")
                        .setNodeId("n-1")
                        .setVolumeCapability(MOUNT)
                        .build());
        // Then
        rejected(ending, CsiCode.NOT_FOUND);
        assertThat(timer("/csi.v1.Controller/ControllerPublishVolume", "NotFound"))
                .isEqualTo(1);
        Timer timer = meters.get("csi_sidecar_operations_seconds")
                .tag("driver_name", PluginScript.NAME)
                .tag("grpc_status_code", "NotFound")
                .timer();
        assertThat(Stream.of(timer.takeSnapshot().histogramCounts())
                        .map(bucket -> bucket.bucket(TimeUnit.MILLISECONDS)))
                .containsExactly(
                        100.0, 250.0, 500.0, 1_000.0, 2_500.0, 5_000.0, 10_000.0, 15_000.0, 25_000.0, 50_000.0,
                        120_000.0, 300_000.0, 600_000.0);
    }

    private long timer(String method, String code) {
        return meters
                .find("csi_sidecar_operations_seconds")
                .tag("method_name", method)
                .tag("grpc_status_code", code)
                .timers()
                .stream()
                .mapToLong(Timer::count)
                .sum();
    }

    private void awaitAsked(CsiRpc<?, ?> rpc) {
        await().atMost(LONG).until(() -> plugin.times(rpc) == 1);
    }
}
