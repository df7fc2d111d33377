package io.hawser.bench.volumes;

import com.google.protobuf.Message;
import io.hawser.bus.envelope.Decoded;
import io.hawser.bus.topic.HawserTopic;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import java.util.function.LongSupplier;

/** When the first record was read that says something of each thing. Thread-safe. */
public final class Arrivals {
    private final Map<String, Long> first = new ConcurrentHashMap<>();
    private final Function<Message, Optional<String>> subject;
    private final LongSupplier nanoTime;

    /** @param subject of which a record says it; empty: it does not say it */
    public Arrivals(Function<Message, Optional<String>> subject, LongSupplier nanoTime) {
        this.subject = subject;
        this.nanoTime = nanoTime;
    }

    public void hear(HawserTopic topic, Decoded record) {
        if (record instanceof Decoded.Known known) {
            subject.apply(known.message()).ifPresent(each -> first.putIfAbsent(each, nanoTime.getAsLong()));
        }
    }

    public int count() {
        return first.size();
    }

    public Optional<Long> at(String each) {
        return Optional.ofNullable(first.get(each));
    }
}
