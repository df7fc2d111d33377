package io.hawser.strict.wire;

import io.grpc.Context;
import io.grpc.Metadata;
import io.grpc.ServerStreamTracer;
import io.grpc.Status;
import io.hawser.strict.call.Moment;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;

/**
 * Numbers the accepted connections of a process and can cut one of them. gRPC does not show a call its connection, and
 * Unix clients have no address. Each connection therefore announces its number while its own event loop reads from it.
 * The stream tracer is made at that moment and puts the number into the call's context.
 */
final class Connections extends ServerStreamTracer.Factory {

    /** The number of the connection that a call arrived on. */
    static final Context.Key<Long> NUMBER = Context.key("connection");

    /**
     * When a call's stream was closed, recorded immediately, however busy the plugin is. Empty while the stream is
     * open.
     */
    static final Context.Key<AtomicReference<Moment>> CLOSED = Context.key("closed");

    private static final AtomicLong NUMBERS = new AtomicLong();
    private static final ThreadLocal<Long> READING = new ThreadLocal<>();

    private final Map<Long, Marker> open = new ConcurrentHashMap<>();
    private volatile boolean allCut;

    /** The handler of the listening channel: it gets each accepted channel before gRPC does. */
    ChannelInboundHandlerAdapter acceptor() {
        return new ChannelInboundHandlerAdapter() {
            @Override
            public void channelRead(ChannelHandlerContext context, Object message) {
                Channel accepted = (Channel) message;
                long number = NUMBERS.incrementAndGet();
                Marker marker = new Marker(number, accepted);
                open.put(number, marker);
                accepted.closeFuture().addListener(closed -> open.remove(number));
                accepted.pipeline().addFirst(marker);
                context.fireChannelRead(message);
            }
        };
    }

    @Override
    public ServerStreamTracer newServerStreamTracer(String method, Metadata headers) {
        long number = Optional.ofNullable(READING.get()).orElse(0L);
        AtomicReference<Moment> closed = new AtomicReference<>();
        return new ServerStreamTracer() {
            @Override
            public Context filterContext(Context context) {
                return context.withValues(NUMBER, number, CLOSED, closed);
            }

            @Override
            public void streamClosed(Status status) {
                closed.set(Moment.now());
            }
        };
    }

    /** The connection of a call that has arrived; 0 if its number is unknown. */
    Connection of(long number) {
        return Optional.<Connection>ofNullable(open.get(number)).orElseGet(() -> new Closed(number));
    }

    interface Connection {
        /** Unique in this process; 0 if it is unknown. */
        long number();

        /** Closes it abruptly. Does nothing if it is closed already. */
        void cut();

        /** No answer reaches the client any more, although gRPC may not know it yet. */
        boolean isCut();
    }

    private record Closed(long number) implements Connection {
        @Override
        public void cut() {}

        @Override
        public boolean isCut() {
            return number > 0;
        }
    }

    /** Closes all connections, as the death of their process does. */
    void cutAll() {
        allCut = true;
        open.values().forEach(Marker::cut);
    }

    /** An event loop may close them a moment later, and read calls until then. */
    boolean areCut() {
        return allCut;
    }

    private static final class Marker extends ChannelInboundHandlerAdapter implements Connection {
        private final long number;
        private final Channel channel;
        private volatile boolean doomed;

        Marker(long number, Channel channel) {
            this.number = number;
            this.channel = channel;
        }

        /**
         * Closes from the head of the pipeline: HTTP/2's own handler would first send GOAWAY, and wait for its streams.
         * An accepted connection without an event loop is closed as soon as it has one.
         */
        @Override
        public void cut() {
            doomed = true;
            if (channel.isRegistered()) {
                Optional.ofNullable(channel.pipeline().context(this)).ifPresent(ChannelHandlerContext::close);
            }
        }

        @Override
        public boolean isCut() {
            return doomed;
        }

        @Override
        public long number() {
            return number;
        }

        @Override
        public void handlerAdded(ChannelHandlerContext context) {
            if (doomed) {
                context.close();
            }
        }

        @Override
        public void channelRead(ChannelHandlerContext context, Object message) {
            READING.set(number);
            try {
                context.fireChannelRead(message);
            } finally {
                READING.remove();
            }
        }
    }
}
