package io.hawser.csi;

import com.google.protobuf.Message;
import io.hawser.csi.v1.ProbeRequest;
import io.smallrye.mutiny.Uni;
import java.time.Duration;

/**
 * One plugin instance behind one endpoint. Connects on first use and again by itself; thread-safe.
 *
 * <p>Every {@code Uni} is lazy, sends once for each subscription, and completes with an {@link RpcOutcome}, never with
 * a failure, on a thread that may block. Cancelling a subscription does not cancel the call: it runs to its deadline,
 * and whoever cancelled must take it as uncertain.
 */
public interface CsiConnection extends AutoCloseable {

    CsiEndpoint endpoint();

    /**
     * Makes the call, reading the plugin's capabilities before if the RPC depends on them.
     *
     * @param deadline for all of it, from subscription; not above zero: nothing is sent and the ending is uncertain
     */
    <Q extends Message, R extends Message> Uni<RpcOutcome<R>> call(CsiRpc<Q, R> rpc, Q request, Duration deadline);

    /** Who this is and what it can do; kept until the connection is lost or the plugin answers UNIMPLEMENTED. */
    Uni<RpcOutcome<PluginIdentity>> identity();

    /** Whether the plugin says that it is ready; saying nothing means ready (CSI, "Probe"). */
    default Uni<RpcOutcome<Boolean>> probe(Duration deadline) {
        return call(CsiRpc.PROBE, ProbeRequest.getDefaultInstance(), deadline)
                .map(ending -> ending.map(
                        answer -> !answer.hasReady() || answer.getReady().getValue()));
    }

    /** Calls in flight end uncertain. */
    @Override
    void close();
}
