package io.hawser.csi;

import com.google.protobuf.Message;
import io.grpc.Attributes;
import io.grpc.CallOptions;
import io.grpc.Channel;
import io.grpc.ClientCall;
import io.grpc.ClientStreamTracer;
import io.grpc.Metadata;
import io.grpc.Status;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import java.util.function.LongPredicate;
import org.jspecify.annotations.Nullable;

/**
 * One call on the wire. Distinguishes a status that the plugin sent from one that gRPC made on the client's side
 * (deadline, lost connection, answer too large). The tracer sees the trailers that really arrived, and gRPC passes on
 * that same object only if their status is the call's.
 */
final class WireCall<R extends Message> extends ClientCall.Listener<R> {

    /**
     * The result of one call on the wire.
     *
     * @param sent whether the request may have left; if not, the plugin knows nothing of it
     * @param fromPlugin whether the plugin sent this status
     * @param transport number of the transport that carried the call; 0 if none did
     */
    record Reply<R>(
            Status status, Optional<R> message, boolean sent, boolean fromPlugin, long transport, Duration took) {
        CsiCode code() {
            return CsiCode.of(status.getCode().value());
        }

        /**
         * The plugin's message without NUL, the one character that PostgreSQL's text type cannot store: with it, the
         * outcome could not be saved. gRPC's own words about a deadline differ with each call; where nothing changed,
         * nothing is published.
         */
        String description() {
            if (!fromPlugin && status.getCode() == Status.Code.DEADLINE_EXCEEDED) {
                return "no answer within the deadline";
            }
            String words = status.getDescription();
            return words == null ? status.getCode().name() : words.replace('\0', '\uFFFD');
        }
    }

    private final Consumer<Reply<R>> onReply;
    private final Trace trace = new Trace();
    private final AtomicBoolean replied = new AtomicBoolean();
    private final long begun = System.nanoTime();
    private Optional<R> message = Optional.empty();
    private boolean tooMany;
    private volatile boolean sent = true;

    private WireCall(Consumer<Reply<R>> onReply) {
        this.onReply = onReply;
    }

    /**
     * Sends now, or not at all. The reply comes exactly once, on the channel's executor or, if nothing could be sent,
     * on this thread.
     *
     * @param limits of time, and of the answer's size
     * @param carrier whether the transport of that number may carry the request; called with 0 when there is no
     *     transport now and gRPC would wait for the next
     */
    static <Q extends Message, R extends Message> void send(
            Channel channel,
            CsiRpc<Q, R> rpc,
            Q request,
            CallOptions limits,
            LongPredicate carrier,
            Consumer<Reply<R>> onReply) {
        WireCall<R> listener = new WireCall<>(onReply);
        CallOptions options = limits.withStreamTracerFactory(listener.trace);
        ClientCall<Q, R> call = channel.newCall(rpc.method(), options);
        try {
            call.start(listener, new Metadata());
            // A stream has its transport from its creation on; without the message, the plugin is asked for nothing.
            if (!carrier.test(listener.trace.transport)) {
                listener.notSent();
                call.cancel("not over this transport", null);
                return;
            }
            call.request(2); // one more than expected, so that a plugin that answers twice is noticed
            call.sendMessage(request);
            call.halfClose();
        } catch (RuntimeException broken) {
            call.cancel("could not be sent", broken);
            listener.reply(Status.INTERNAL.withDescription("could not be sent: " + broken), false);
        }
    }

    private void notSent() {
        sent = false;
        reply(Status.UNAVAILABLE.withDescription("not sent: the connection is another one by now"), false);
    }

    @Override
    public void onMessage(R answer) {
        tooMany = message.isPresent();
        message = Optional.of(answer);
    }

    @Override
    public void onClose(Status status, Metadata trailers) {
        boolean fromPlugin = arrivedOverTheWire(trailers);
        if (status.isOk() && (message.isEmpty() || tooMany)) {
            reply(
                    Status.INTERNAL.withDescription("answered OK with " + (tooMany ? "two messages" : "no message")),
                    false);
        } else if (!fromPlugin && status.getCode() == Status.Code.RESOURCE_EXHAUSTED) {
            reply(Status.RESOURCE_EXHAUSTED.withDescription(exhausted(status)), false);
        } else {
            reply(status, fromPlugin);
        }
    }

    /**
     * The client returns this code for an answer that is too large, and for a connection on which the other side wants
     * no more calls; both in words that sound as if the plugin were full.
     */
    private static String exhausted(Status ours) {
        String words = String.valueOf(ours.getDescription());
        return (words.contains("message exceeds maximum size")
                        ? "the answer is larger than is taken in here: "
                        : "the connection's words, not the plugin's answer: ")
                + words;
    }

    /** gRPC passes on the object that the tracer saw only if the status in it is the call's. */
    private boolean arrivedOverTheWire(Metadata trailers) {
        return trailers == trace.trailers;
    }

    private void reply(Status status, boolean fromPlugin) {
        if (replied.compareAndSet(false, true)) {
            Duration took = Duration.ofNanos(System.nanoTime() - begun);
            onReply.accept(new Reply<>(status, message, sent, fromPlugin, trace.transport, took));
        }
    }

    /** Written by the event loop before gRPC passes the status to the listener. */
    private static final class Trace extends ClientStreamTracer.Factory {
        private volatile @Nullable Metadata trailers;
        private volatile long transport;

        @Override
        public ClientStreamTracer newClientStreamTracer(ClientStreamTracer.StreamInfo info, Metadata headers) {
            return new ClientStreamTracer() {
                @Override
                public void streamCreated(Attributes attributes, Metadata sent) {
                    transport = Transports.numberOf(attributes);
                }

                @Override
                public void inboundTrailers(Metadata arrived) {
                    trailers = arrived;
                }
            };
        }
    }
}
