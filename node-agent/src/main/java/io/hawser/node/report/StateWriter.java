package io.hawser.node.report;

import io.hawser.bus.envelope.OutgoingRecord;
import io.hawser.bus.envelope.ProducerRecords;
import java.time.Duration;
import java.util.HashSet;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import org.apache.kafka.clients.producer.Producer;
import org.jboss.logging.Logger;

/**
 * Sends until the broker acknowledges. State is sent by slot: a newer record of a slot takes the place of one that still waits,
 * and never overtakes one in flight. The record is made when it is sent, so waiting ones cost nothing.
 */
public final class StateWriter implements AutoCloseable {
    private static final Logger LOG = Logger.getLogger(StateWriter.class);
    private static final Duration RETRY = Duration.ofSeconds(1);
    private static final int MOST_MESSAGES_WAITING = 10_000;

    private final Producer<byte[], byte[]> producer;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private final Map<String, Supplier<OutgoingRecord>> waiting = new LinkedHashMap<>();
    private final Set<String> inFlight = new HashSet<>();
    private final Thread thread =
            Thread.ofPlatform().daemon().name("state-writer").unstarted(this::run);
    private boolean closing;
    private long messages;

    /** @param producer with acks=all and idempotence */
    public StateWriter(Producer<byte[], byte[]> producer) {
        this.producer = producer;
    }

    public void start() {
        thread.start();
    }

    /**
     * The newest state of a slot.
     *
     * @param slot one order of sending; usually topic and key
     * @param record asked for once, directly before it is sent for the first time
     */
    public void state(String slot, Supplier<OutgoingRecord> record) {
        lock.lock();
        try {
            waiting.remove(slot);
            waiting.put(slot, once(record));
            changed.signal();
        } finally {
            lock.unlock();
        }
    }

    /** A message of its own: nothing takes its place. */
    public void message(Supplier<OutgoingRecord> record) {
        lock.lock();
        try {
            state("#" + messages++, record);
        } finally {
            lock.unlock();
        }
    }

    /** A message for people; dropped where too many wait already. */
    public void remark(Supplier<OutgoingRecord> record) {
        if (unsent() < MOST_MESSAGES_WAITING) {
            message(record);
        }
    }

    /** How many records no broker has acknowledged yet. */
    public int unsent() {
        lock.lock();
        try {
            return waiting.size() + inFlight.size();
        } finally {
            lock.unlock();
        }
    }

    private static Supplier<OutgoingRecord> once(Supplier<OutgoingRecord> record) {
        return new Supplier<>() {
            private Optional<OutgoingRecord> made = Optional.empty();

            @Override
            public synchronized OutgoingRecord get() {
                made = made.or(() -> Optional.of(record.get()));
                return made.get();
            }
        };
    }

    private void run() {
        try {
            while (true) {
                send(take());
            }
        } catch (InterruptedException closed) {
            LOG.debug("writer ends");
        }
    }

    private record Slot(String name, Supplier<OutgoingRecord> record) {}

    private Slot take() throws InterruptedException {
        lock.lock();
        try {
            while (true) {
                for (Iterator<Map.Entry<String, Supplier<OutgoingRecord>>> it =
                                waiting.entrySet().iterator();
                        it.hasNext(); ) {
                    var next = it.next();
                    if (inFlight.add(next.getKey())) {
                        it.remove();
                        return new Slot(next.getKey(), next.getValue());
                    }
                }
                changed.await();
            }
        } finally {
            lock.unlock();
        }
    }

    private void send(Slot slot) throws InterruptedException {
        try {
            producer.send(
                    ProducerRecords.of(slot.record().get(), topic -> producer.partitionsFor(topic)
                            .size()),
                    (_, failure) -> landed(slot, Optional.ofNullable(failure)));
        } catch (org.apache.kafka.common.errors.InterruptException e) {
            throw new InterruptedException(e.getMessage());
        } catch (RuntimeException unsent) {
            landed(slot, Optional.of(unsent));
            Thread.sleep(RETRY);
        }
    }

    /** Runs on the producer's thread as a rule. */
    private void landed(Slot slot, Optional<? extends Exception> failure) {
        failure.ifPresent(why -> LOG.warnf("%s is not written yet: %s", slot.name(), why.getMessage()));
        lock.lock();
        try {
            inFlight.remove(slot.name());
            if (failure.isPresent() && !closing) {
                waiting.putIfAbsent(slot.name(), slot.record());
            }
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /** Waits a few seconds for what is on its way; what is not acknowledged then is state, and is sent again at the next start. */
    @Override
    public void close() {
        lock.lock();
        try {
            long nanos = thread.isAlive() ? TimeUnit.SECONDS.toNanos(3) : 0;
            while (waiting.size() + inFlight.size() > 0 && nanos > 0) {
                nanos = changed.awaitNanos(nanos);
            }
            closing = true;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            lock.unlock();
        }
        thread.interrupt();
        producer.close(Duration.ofSeconds(2));
    }
}
