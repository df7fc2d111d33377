package io.hawser.bench.volumes;

import com.google.protobuf.Message;
import io.hawser.csi.CsiConnection;
import io.hawser.csi.CsiRpc;
import io.hawser.csi.RpcOutcome;
import java.time.Duration;

/** Calls whose answers a bench needs. */
final class Calls {
    private Calls() {}

    /** @throws BenchFailedException if the outcome is not done */
    static <Q extends Message, R extends Message> R done(
            CsiConnection connection, CsiRpc<Q, R> rpc, Q request, Duration deadline) {
        RpcOutcome<R> ending = connection.call(rpc, request, deadline).await().atMost(deadline.multipliedBy(2));
        return switch (ending) {
            case RpcOutcome.Done<R>(R response) -> response;
            case RpcOutcome<R> other -> throw new BenchFailedException(rpc.name() + " ended with " + other);
        };
    }
}
