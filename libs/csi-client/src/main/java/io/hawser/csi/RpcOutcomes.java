package io.hawser.csi;

import com.google.protobuf.Message;
import java.util.Optional;

/** Turns the wire's answer into an outcome: by code, by RPC and by which side made the status, never by text. */
final class RpcOutcomes {

    private RpcOutcomes() {}

    static <R extends Message> RpcOutcome<R> of(CsiRpc<?, R> rpc, WireCall.Reply<R> reply) {
        if (reply.status().isOk()) {
            return answered(rpc, reply.message().orElseThrow());
        }
        return of(rpc, reply.code(), rpc + ": " + reply.code() + ": " + reply.description(), reply.fromPlugin());
    }

    static <R extends Message> RpcOutcome<R> of(CsiRpc<?, R> rpc, CsiCode code, String message, boolean fromPlugin) {
        if (!fromPlugin) {
            return new RpcOutcome.Uncertain<>(code, message, RpcOutcome.Origin.CLIENT);
        }
        return rpc.isFinal(code)
                ? new RpcOutcome.Rejected<>(code, message, Optional.empty(), RpcOutcome.Origin.PLUGIN)
                : new RpcOutcome.Uncertain<>(code, message, RpcOutcome.Origin.PLUGIN);
    }

    /** After an OK without the required content, the plugin may have done anything. */
    private static <R extends Message> RpcOutcome<R> answered(CsiRpc<?, R> rpc, R answer) {
        return rpc.checkAnswer(answer)
                .map(broken -> RpcOutcome.<R>uncertain(
                        CsiCode.INTERNAL, rpc + ": the plugin answered OK, but in its answer " + broken))
                .orElseGet(() -> RpcOutcome.done(answer));
    }
}
