package io.hawser.strict;

import io.grpc.Attributes;
import io.grpc.CallOptions;
import io.grpc.Channel;
import io.grpc.ClientCall;
import io.grpc.ClientInterceptor;
import io.grpc.ClientStreamTracer;
import io.grpc.ClientTransportFilter;
import io.grpc.ForwardingClientCall.SimpleForwardingClientCall;
import io.grpc.Metadata;
import io.grpc.MethodDescriptor;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Lets the calls of a channel through over one transport only, that of the first call since {@link #beginAnew}; of any
 * other call nothing leaves. gRPC keeps a call that finds no transport for the next one, and there another plugin may
 * listen, whose capabilities nobody has read.
 */
final class OneTransport extends ClientTransportFilter implements ClientInterceptor {
    private static final Attributes.Key<Integer> NUMBER = Attributes.Key.create("number-of-transport");

    private final AtomicInteger transports = new AtomicInteger();
    private final AtomicInteger first = new AtomicInteger();

    /** The next call may go over any. */
    void beginAnew() {
        first.set(0);
    }

    @Override
    public Attributes transportReady(Attributes attributes) {
        return attributes.toBuilder().set(NUMBER, transports.incrementAndGet()).build();
    }

    @Override
    public <Q, R> ClientCall<Q, R> interceptCall(MethodDescriptor<Q, R> method, CallOptions options, Channel next) {
        AtomicInteger carrier = new AtomicInteger();
        ClientCall<Q, R> call = next.newCall(method, options.withStreamTracerFactory(seen(carrier)));
        return new SimpleForwardingClientCall<>(call) {
            private boolean refused;

            @Override
            public void start(Listener<R> listener, Metadata headers) {
                int only = first.get();
                super.start(listener, headers);
                if (only != 0 && carrier.get() != only) {
                    refused = true;
                    super.cancel("not over this transport", null);
                }
            }

            @Override
            public void sendMessage(Q message) {
                if (!refused) {
                    super.sendMessage(message);
                }
            }

            @Override
            public void halfClose() {
                if (!refused) {
                    super.halfClose();
                }
            }
        };
    }

    private ClientStreamTracer.Factory seen(AtomicInteger carrier) {
        return new ClientStreamTracer.Factory() {
            @Override
            public ClientStreamTracer newClientStreamTracer(ClientStreamTracer.StreamInfo info, Metadata headers) {
                return new ClientStreamTracer() {
                    @Override
                    public void streamCreated(Attributes transport, Metadata sent) {
                        carrier.set(transport.get(NUMBER));
                        first.compareAndSet(0, carrier.get());
                    }
                };
            }
        };
    }
}
