package io.hawser.bench.deallocate;

import io.hawser.bus.envelope.Decoded;
import io.hawser.bus.topic.HawserTopic;
import io.hawser.v1.Deallocation;
import java.util.Collection;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongSupplier;

/** When the record of each service's deallocation was read. Services of earlier runs do not count. Thread-safe. */
final class Deallocated {
    private final Map<String, Long> first = new ConcurrentHashMap<>();
    private final Set<String> services;
    private final LongSupplier nanoTime;

    Deallocated(Collection<String> services, LongSupplier nanoTime) {
        this.services = Set.copyOf(services);
        this.nanoTime = nanoTime;
    }

    /** The record is written again at an interval; only the first one counts. */
    void hear(HawserTopic topic, Decoded record) {
        if (record instanceof Decoded.Known known
                && known.message() instanceof Deallocation deallocation
                && services.contains(deallocation.getService())) {
            first.putIfAbsent(deallocation.getService(), nanoTime.getAsLong());
        }
    }

    int count() {
        return first.size();
    }

    OptionalLong at(String service) {
        Long at = first.get(service);
        return at == null ? OptionalLong.empty() : OptionalLong.of(at);
    }
}
