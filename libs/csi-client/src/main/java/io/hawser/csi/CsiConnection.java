package io.hawser.csi;

import com.google.protobuf.Message;
import io.hawser.csi.v1.ProbeRequest;
import io.smallrye.mutiny.Uni;
import java.time.Duration;

/**
 * One plugin instance behind one endpoint. Connects on first use and reconnects by itself; thread-safe.
 *
 * <p>Every {@code Uni} is lazy, sends once for each subscription, and completes with an {@link RpcOutcome}, never with
 * a failure, on a thread that may block. Cancelling a subscription does not cancel the call: the call runs to its
 * deadline, and the subscriber must treat it as uncertain.
 */
public interface CsiConnection extends AutoCloseable {

    CsiEndpoint endpoint();

    /**
     * Makes the call. If the RPC depends on the plugin's capabilities, they are read first.
     *
     * @param deadline for everything, from subscription on; if not above zero, nothing is sent and the outcome is
     *     uncertain
     */
    <Q extends Message, R extends Message> Uni<RpcOutcome<R>> call(CsiRpc<Q, R> rpc, Q request, Duration deadline);

    /**
     * Makes the call only if the plugin has this name. The name was said over the transport that carries the call, so
     * nothing is sent to a plugin that took the endpoint over in the meantime: the outcome is then
     * {@link RpcOutcome.Rejected#otherPlugin}.
     */
    <Q extends Message, R extends Message> Uni<RpcOutcome<R>> call(
            String plugin, CsiRpc<Q, R> rpc, Q request, Duration deadline);

    /**
     * The plugin's identity and capabilities, kept until the connection is lost or the plugin answers UNIMPLEMENTED.
     */
    Uni<RpcOutcome<PluginIdentity>> identity();

    /**
     * Asks the plugin everything again: who it is, what it can do, the node, and whether it is ready. The calls that
     * follow depend on these answers. Never fails; ends within twice the deadline.
     *
     * @param deadline for identity and capabilities together, and again for the rest
     */
    Uni<PluginLook> look(Duration deadline);

    /** Whether the plugin is ready; an answer without a value means ready (CSI, "Probe"). */
    default Uni<RpcOutcome<Boolean>> probe(Duration deadline) {
        return call(CsiRpc.PROBE, ProbeRequest.getDefaultInstance(), deadline)
                .map(ending -> ending.map(
                        answer -> !answer.hasReady() || answer.getReady().getValue()));
    }

    /**
     * Makes no new call, and closes itself after this time. Calls in flight may end until then: a plugin whose socket
     * is gone may still be at them, and the next call for the same thing must not come beside them.
     */
    default void leave(Duration patience) {
        close();
    }

    /** Calls in flight become uncertain. */
    @Override
    void close();
}
