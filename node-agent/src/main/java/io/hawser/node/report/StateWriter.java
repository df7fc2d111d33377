package io.hawser.node.report;

import io.hawser.bus.envelope.OutgoingRecord;
import io.hawser.bus.envelope.ProducerRecords;
import io.hawser.bus.envelope.RecordEncoder;
import io.hawser.bus.envelope.RecordLimits;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.common.errors.RecordTooLargeException;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;
import org.jboss.logging.Logger;

/**
 * Sends records until the broker acknowledges them. State is sent by slot: a newer record of a slot replaces one that
 * still waits, and never overtakes one in flight. The record is made when it is sent, so waiting costs nothing. A slot
 * that failed pauses and does not delay other slots. A record that is too large is not sent again; its beginning goes
 * to its topic's dead letters.
 */
public final class StateWriter implements AutoCloseable {
    private static final Logger LOG = Logger.getLogger(StateWriter.class);
    private static final int MOST_MESSAGES_WAITING = 10_000;
    /** Prefix of a slot name: the dead letter of a record that was too large. */
    private static final String DEAD = "dead letter of ";
    /** Prefix of a numbered slot: a message that nothing replaces. */
    private static final String MESSAGE = "#";

    private final RecordEncoder encoder;
    private final Duration retry;
    private final Predicate<String> gone;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private final Map<String, Supplier<OutgoingRecord>> waiting = new LinkedHashMap<>();
    /** By slot in flight: the topics whose state is to be sent again since then. */
    private final Map<String, Set<String>> inFlight = new HashMap<>();
    /** By slot: the state that was acknowledged last. It is sent again to a topic that was made again. */
    private final Map<String, Supplier<OutgoingRecord>> said = new HashMap<>();
    /** By slot: the {@link System#nanoTime()} before which the slot is not sent again. */
    private final Map<String, Long> pauses = new HashMap<>();

    private final Thread thread =
            Thread.ofPlatform().daemon().name("state-writer").unstarted(this::run);
    private Optional<Producer<byte[], byte[]>> producer = Optional.empty();
    private boolean closing;
    private long messages;

    /**
     * @param encoder of dead letters
     * @param retry pause of a slot after each failure
     * @param gone whether a topic does not exist now
     */
    public StateWriter(RecordEncoder encoder, Duration retry, Predicate<String> gone) {
        this.gone = gone;
        this.encoder = encoder;
        this.retry = retry;
    }

    /** @param kafka with acks=all and idempotence; it is closed after this writer */
    public void start(Producer<byte[], byte[]> kafka) {
        producer = Optional.of(kafka);
        thread.start();
    }

    /**
     * Sends the newest state of a slot.
     *
     * @param slot records of one slot are sent in order; usually topic and key
     * @param record called once, directly before the record is sent for the first time
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

    /** Sends a message that nothing replaces. */
    public void message(Supplier<OutgoingRecord> record) {
        lock.lock();
        try {
            state(MESSAGE + messages++, record);
        } finally {
            lock.unlock();
        }
    }

    /** Sends a message for people, or drops it if too many records wait already. */
    public void remark(Supplier<OutgoingRecord> record) {
        if (unsent() < MOST_MESSAGES_WAITING) {
            message(record);
        }
    }

    /** Sends every current state of this topic again: the topic was made again, or its readers forgot the node. */
    public void again(String topic) {
        lock.lock();
        try {
            // What is in flight may be newer than what was acknowledged, and is sent again when it has landed.
            inFlight.values().forEach(topics -> topics.add(topic));
            said.keySet().stream()
                    .filter(slot -> !inFlight.containsKey(slot))
                    .forEach(slot -> again(slot, Set.of(topic)));
            changed.signal();
        } finally {
            lock.unlock();
        }
    }

    private void again(String slot, Set<String> topics) {
        Optional.ofNullable(said.get(slot))
                .filter(record -> topics.contains(record.get().topic()))
                .ifPresent(record -> waiting.putIfAbsent(slot, record));
    }

    /** Whether a record of this slot is not acknowledged yet. */
    boolean waits(String slot) {
        lock.lock();
        try {
            return waiting.containsKey(slot) || inFlight.containsKey(slot);
        } finally {
            lock.unlock();
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
                long now = System.nanoTime();
                pauses.values().removeIf(until -> until - now <= 0);
                for (var it = waiting.entrySet().iterator(); it.hasNext(); ) {
                    var next = it.next();
                    if (!pauses.containsKey(next.getKey()) && !inFlight.containsKey(next.getKey())) {
                        inFlight.put(next.getKey(), new HashSet<>());
                        it.remove();
                        return new Slot(next.getKey(), next.getValue());
                    }
                }
                if (pauses.isEmpty()) {
                    changed.await();
                } else {
                    changed.awaitNanos(pauses.values().stream()
                            .mapToLong(until -> until - now)
                            .min()
                            .getAsLong());
                }
            }
        } finally {
            lock.unlock();
        }
    }

    private void send(Slot slot) throws InterruptedException {
        try {
            OutgoingRecord record = slot.record().get();
            if (record.bytes() > RecordLimits.WRITTEN_BYTES) {
                landed(slot, Optional.of(new RecordTooLargeException("it has " + record.bytes() + " bytes")));
                return;
            }
            if (gone.test(record.topic())) {
                // Kafka's producer would block on the missing topic, and delay all other records.
                landed(slot, Optional.of(new UnknownTopicOrPartitionException(record.topic() + " is gone")));
                return;
            }
            Producer<byte[], byte[]> kafka = producer.orElseThrow();
            kafka.send(
                    ProducerRecords.of(
                            record, topic -> kafka.partitionsFor(topic).size()),
                    (_, failure) -> landed(slot, Optional.ofNullable(failure)));
        } catch (org.apache.kafka.common.errors.InterruptException e) {
            throw new InterruptedException(e.getMessage());
        } catch (RuntimeException | Error unsent) {
            landed(slot, Optional.of(unsent));
        }
    }

    /**
     * Usually runs on the producer's thread: Kafka throws only few of its failures, not even those that it finds
     * without asking a broker.
     */
    private void landed(Slot slot, Optional<? extends Throwable> failure) {
        boolean tooLarge =
                failure.filter(RecordTooLargeException.class::isInstance).isPresent();
        if (tooLarge) {
            bury(slot, String.valueOf(failure.get().getMessage()));
        } else {
            failure.ifPresent(cause -> LOG.logf(
                    cause instanceof UnknownTopicOrPartitionException ? Logger.Level.DEBUG : Logger.Level.WARN,
                    "%s is not written yet: %s",
                    slot.name(),
                    cause));
        }
        lock.lock();
        try {
            Set<String> topics =
                    Optional.ofNullable(inFlight.remove(slot.name())).orElse(Set.of());
            if (failure.isPresent() && !tooLarge && !closing) {
                waiting.putIfAbsent(slot.name(), slot.record());
                pauses.put(slot.name(), System.nanoTime() + retry.toNanos());
            }
            if (failure.isEmpty()) {
                remember(slot);
            }
            again(slot.name(), topics);
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    private void remember(Slot slot) {
        if (slot.name().startsWith(MESSAGE) || slot.record().get().value().isEmpty()) {
            said.remove(slot.name());
        } else {
            said.put(slot.name(), slot.record());
        }
    }

    private void bury(Slot slot, String message) {
        boolean beginning = slot.name().startsWith(DEAD);
        LOG.errorf(
                "%s is too large to be written, and its readers never see it: %s; %s",
                slot.name(), message, beginning ? "it is left out" : "its beginning goes to the dead letters");
        if (!beginning) {
            OutgoingRecord letter =
                    encoder.dead(slot.record().get(), "too large for Kafka or for its topic: " + message);
            state(DEAD + slot.name(), () -> letter);
        }
    }

    /**
     * Waits a few seconds for records in flight. State that is not acknowledged by then is sent again at the next
     * start.
     */
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
    }
}
