package io.hawser.csi;

import io.grpc.Attributes;
import io.grpc.ClientTransportFilter;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Numbers the transports of one channel. The number shows whether an answer came over the present connection to the
 * plugin or over an earlier one.
 */
final class Transports extends ClientTransportFilter {

    private static final Attributes.Key<Long> NUMBER = Attributes.Key.create("hawser-transport");

    private final AtomicLong current = new AtomicLong();

    @Override
    public Attributes transportReady(Attributes attributes) {
        return attributes.toBuilder().set(NUMBER, current.incrementAndGet()).build();
    }

    @Override
    public void transportTerminated(Attributes attributes) {
        Long number = attributes.get(NUMBER);
        if (number != null) {
            current.compareAndSet(number, number + 1);
        }
    }

    boolean isCurrent(long number) {
        return current.get() == number;
    }

    /** The number in the attributes of a stream's transport; 0 if there is none. */
    static long numberOf(Attributes attributes) {
        Long number = attributes.get(NUMBER);
        return number == null ? 0 : number;
    }
}
