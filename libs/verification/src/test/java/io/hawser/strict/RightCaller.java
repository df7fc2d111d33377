package io.hawser.strict;

import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.grpc.stub.AbstractBlockingStub;
import io.hawser.csi.v1.ControllerPublishVolumeResponse;
import io.hawser.csi.v1.CreateVolumeResponse;
import io.hawser.csi.v1.VolumeCapability.AccessMode.Mode;
import io.hawser.strict.call.Capabilities;
import io.hawser.strict.call.Rpc;
import io.hawser.strict.knowledge.StatusMeaning;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import java.util.function.Supplier;

/**
 * A caller that keeps every rule, whatever the plugin does: it repeats what is open, after a pause, until it is
 * certain.
 */
final class RightCaller {

    private static final int MOST_ATTEMPTS = 200;

    private final Caller caller;
    private final Capabilities offered;
    private final Duration deadline;
    private final Duration pause;
    private final String[] nodes;

    RightCaller(Caller caller, Capabilities offered, Duration deadline, Duration pause, String... nodes) {
        this.caller = caller;
        this.offered = offered;
        this.deadline = deadline;
        this.pause = pause;
        this.nodes = nodes;
    }

    /** From creation to deletion, over two nodes and two targets on the first. */
    void wholeLife(String name) {
        VolumeUser volume = new VolumeUser(caller, offered, name, Mode.MULTI_NODE_MULTI_WRITER);
        read();
        certain(
                Rpc.CREATE_VOLUME,
                () -> within(caller.controller())
                        .createVolume(volume.createRequest().build()),
                (CreateVolumeResponse response) ->
                        !volume.created(response).id().isEmpty());
        onNodes(volume);
        certain(Rpc.DELETE_VOLUME, () -> within(caller.controller())
                .deleteVolume(volume.deleteRequest().build()));
    }

    void onNodes(VolumeUser volume) {
        for (String node : nodes) {
            up(volume, node);
        }
        for (String node : nodes) {
            down(volume, node);
        }
    }

    private void up(VolumeUser volume, String node) {
        if (offered.hasAttach()) {
            certain(
                    Rpc.CONTROLLER_PUBLISH_VOLUME,
                    () -> within(caller.controller())
                            .controllerPublishVolume(volume.attachRequest(node).build()),
                    (ControllerPublishVolumeResponse response) ->
                            volume.attached(node, response.getPublishContextMap()));
        }
        if (offered.hasStage()) {
            certain(Rpc.NODE_STAGE_VOLUME, () -> within(caller.node(node))
                    .nodeStageVolume(volume.stageRequest(node).build()));
        }
        for (String task : new String[] {"t1", "t2"}) {
            certain(Rpc.NODE_PUBLISH_VOLUME, () -> within(caller.node(node))
                    .nodePublishVolume(volume.publishRequest(node, task).build()));
        }
    }

    private void down(VolumeUser volume, String node) {
        for (String task : new String[] {"t1", "t2"}) {
            certain(Rpc.NODE_UNPUBLISH_VOLUME, () -> within(caller.node(node))
                    .nodeUnpublishVolume(volume.unpublishRequest(node, task).build()));
        }
        if (offered.hasStage()) {
            certain(Rpc.NODE_UNSTAGE_VOLUME, () -> within(caller.node(node))
                    .nodeUnstageVolume(volume.unstageRequest(node).build()));
        }
        if (offered.hasAttach()) {
            certain(Rpc.CONTROLLER_UNPUBLISH_VOLUME, () -> within(caller.controller())
                    .controllerUnpublishVolume(volume.detachRequest(node).build()));
        }
    }

    /** Reads capabilities and node ids; repeated until every one is read. */
    void read() {
        for (int attempt = 0; attempt < MOST_ATTEMPTS; attempt++) {
            if (Caller.code(() -> {
                        caller.read(offered, nodes);
                        return true;
                    })
                    .isEmpty()) {
                return;
            }
            pause();
        }
        throw new AssertionError("capabilities could not be read");
    }

    private void certain(Rpc rpc, Supplier<?> call) {
        certain(rpc, call, response -> true);
    }

    private <T> void certain(Rpc rpc, Supplier<T> call, Predicate<T> understood) {
        for (int attempt = 0; attempt < MOST_ATTEMPTS; attempt++) {
            try {
                if (understood.test(call.get())) {
                    return;
                }
            } catch (StatusRuntimeException e) {
                Status.Code code = e.getStatus().getCode();
                // A status that our own side made says nothing about the call.
                boolean own = code == Status.Code.INTERNAL || code == Status.Code.CANCELLED;
                if (!own && StatusMeaning.of(rpc, code) == StatusMeaning.REJECTED_FIX) {
                    throw new AssertionError(rpc + " was rejected", e);
                }
            }
            pause();
            // The plugin may have died meanwhile, and be another one now.
            read();
        }
        throw new AssertionError(rpc + " never came to an end");
    }

    private <S extends AbstractBlockingStub<S>> S within(S stub) {
        return stub.withDeadlineAfter(deadline.toMillis(), TimeUnit.MILLISECONDS);
    }

    /** Backing off is what is shown here, not a wait for a condition. */
    private void pause() {
        try {
            boolean unused = new CountDownLatch(1).await(pause.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
        caller.reconnect();
    }
}
