package io.hawser.csi;

import java.util.Optional;
import java.util.function.Function;
import java.util.function.UnaryOperator;

/**
 * How one call ended. Uncertain does not mean failed: the plugin may have done the call, may still be doing it, or may
 * never have received it. {@code endings.md} lists the outcome for each status.
 *
 * @param <R> the RPC's response
 */
public sealed interface RpcOutcome<R> {

    /** Which side made the status: the plugin, or the client. */
    enum Origin {
        PLUGIN,
        CLIENT
    }

    /** The plugin answered OK, with everything that the specification requires in the answer. */
    record Done<R>(R response) implements RpcOutcome<R> {}

    /**
     * This call did nothing; an earlier, uncertain one may still have done it. Origin CLIENT: nothing was sent.
     *
     * @param field the request's field that breaks a rule, as a path in the proto's spelling; only with origin CLIENT
     */
    record Rejected<R>(CsiCode code, String message, Optional<String> field, Origin origin) implements RpcOutcome<R> {

        /** Whether the plugin does not offer the RPC: a retry is useless before its capabilities are read again. */
        public boolean unimplemented() {
            return code == CsiCode.UNIMPLEMENTED;
        }

        /** Whether nothing was sent because a plugin of another name answers at the endpoint. */
        public boolean otherPlugin() {
            return code == CsiCode.UNAVAILABLE && !sent();
        }

        /** Whether the plugin received the call. */
        public boolean sent() {
            return origin == Origin.PLUGIN;
        }
    }

    /** What the plugin did is unknown. Repeating the call, or calling its opposite, settles it. */
    record Uncertain<R>(CsiCode code, String message, Origin origin) implements RpcOutcome<R> {}

    static <R> RpcOutcome<R> done(R response) {
        return new Done<>(response);
    }

    /** Refused before anything was sent, because of the request's {@code field}. */
    static <R> RpcOutcome<R> invalid(String field, String message) {
        return new Rejected<>(CsiCode.INVALID_ARGUMENT, message, Optional.of(field), Origin.CLIENT);
    }

    /** Refused before anything was sent, because another plugin than the call's answers. */
    static <R> RpcOutcome<R> otherPlugin(String message) {
        return new Rejected<>(CsiCode.UNAVAILABLE, message, Optional.empty(), Origin.CLIENT);
    }

    static <R> RpcOutcome<R> uncertain(CsiCode code, String message) {
        return new Uncertain<>(code, message, Origin.CLIENT);
    }

    /** The same outcome with another message, if it has one. */
    default RpcOutcome<R> saying(UnaryOperator<String> words) {
        return switch (this) {
            case Done<R> done -> done;
            case Rejected<R>(var code, var message, var field, var origin) ->
                new Rejected<>(code, words.apply(message), field, origin);
            case Uncertain<R>(var code, var message, var origin) -> new Uncertain<>(code, words.apply(message), origin);
        };
    }

    /** The same outcome with another response. */
    default <T> RpcOutcome<T> map(Function<? super R, ? extends T> response) {
        return switch (this) {
            case Done<R>(R answer) -> new Done<>(response.apply(answer));
            case Rejected<R>(var code, var message, var field, var origin) ->
                new Rejected<>(code, message, field, origin);
            case Uncertain<R>(var code, var message, var origin) -> new Uncertain<>(code, message, origin);
        };
    }
}
