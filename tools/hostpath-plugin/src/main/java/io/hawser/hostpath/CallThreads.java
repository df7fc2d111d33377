package io.hawser.hostpath;

import io.grpc.Metadata;
import io.grpc.ServerCall;
import io.grpc.ServerCallExecutorSupplier;
import io.hawser.csi.v1.ControllerGrpc;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/**
 * The threads that serve calls. Deletions have their own: each takes as long as its volume has files, and no mount,
 * unmount or Probe waits for one.
 */
final class CallThreads implements ServerCallExecutorSupplier {
    private static final int CALLS_AT_ONCE = 16;
    private static final int DELETIONS_AT_ONCE = 4;

    private final ExecutorService calls = Executors.newFixedThreadPool(CALLS_AT_ONCE);
    private final ExecutorService deletions = Executors.newFixedThreadPool(DELETIONS_AT_ONCE);

    @Override
    public <Q, A> Executor getExecutor(ServerCall<Q, A> call, Metadata metadata) {
        String method = call.getMethodDescriptor().getFullMethodName();
        return method.equals(ControllerGrpc.getDeleteVolumeMethod().getFullMethodName()) ? deletions : calls;
    }

    /** For what belongs to no call yet. */
    Executor others() {
        return calls;
    }

    void stop() {
        calls.shutdown();
        deletions.shutdown();
    }
}
