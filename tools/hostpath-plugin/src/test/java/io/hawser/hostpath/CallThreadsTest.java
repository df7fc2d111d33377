package io.hawser.hostpath;

import static org.assertj.core.api.Assertions.assertThat;

import io.grpc.Metadata;
import io.grpc.MethodDescriptor;
import io.grpc.ServerCall;
import io.grpc.Status;
import io.hawser.csi.v1.ControllerGrpc;
import io.hawser.csi.v1.IdentityGrpc;
import io.hawser.csi.v1.NodeGrpc;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class CallThreadsTest {
    private final CallThreads threads = new CallThreads();
    private final CountDownLatch deleted = new CountDownLatch(1);

    @AfterEach
    void stop() {
        deleted.countDown();
        threads.stop();
    }

    @Test
    @DisplayName("While a hundred volumes are being deleted, other calls are served")
    void deletionsHoldUpNoOtherCall() throws InterruptedException {
        // Given
        for (int i = 0; i < 100; i++) {
            run(ControllerGrpc.getDeleteVolumeMethod(), this::delete);
        }
        List<MethodDescriptor<?, ?>> others = List.of(
                IdentityGrpc.getProbeMethod(),
                NodeGrpc.getNodeUnpublishVolumeMethod(),
                ControllerGrpc.getCreateVolumeMethod());
        CountDownLatch served = new CountDownLatch(others.size());

        // When
        others.forEach(method -> run(method, served::countDown));

        // Then
        assertThat(served.await(1, TimeUnit.MINUTES)).isTrue();
    }

    private void delete() {
        try {
            deleted.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private <Q, A> void run(MethodDescriptor<Q, A> method, Runnable work) {
        threads.getExecutor(new Call<>(method), new Metadata()).execute(work);
    }

    /** Of a call, only the method counts. */
    private static final class Call<Q, A> extends ServerCall<Q, A> {
        private final MethodDescriptor<Q, A> method;

        Call(MethodDescriptor<Q, A> method) {
            this.method = method;
        }

        @Override
        public MethodDescriptor<Q, A> getMethodDescriptor() {
            return method;
        }

        @Override
        public void request(int messages) {}

        @Override
        public void sendHeaders(Metadata headers) {}

        @Override
        public void sendMessage(A message) {}

        @Override
        public void close(Status status, Metadata trailers) {}

        @Override
        public boolean isCancelled() {
            return false;
        }
    }
}
