package io.hawser.node.report.kafka;

import io.hawser.bus.envelope.OutgoingRecord;
import io.hawser.bus.envelope.ProducerRecords;
import io.hawser.bus.envelope.RecordEncoder;
import io.hawser.bus.envelope.RecordLimits;
import java.time.Duration;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.common.errors.ApiException;
import org.apache.kafka.common.errors.RecordTooLargeException;
import org.apache.kafka.common.errors.TopicAuthorizationException;
import org.jboss.logging.Logger;

/**
 * Sends records until the broker acknowledges them. State is sent by key: a newer record of a key replaces one that
 * still waits, and never overtakes one in flight. The record is made when it is sent, so waiting costs nothing. A key
 * whose record failed pauses and does not delay other keys, and so does a topic that the agent may not write. A record
 * that is too large is not sent again: its shorter form is, or its beginning goes to its topic's dead letters.
 */
public final class StateWriter implements AutoCloseable {
    private static final Logger LOG = Logger.getLogger(StateWriter.class);
    private static final int MOST_MESSAGES_WAITING = 10_000;
    /** Prefix of a numbered key: a message that nothing replaces. */
    private static final String MESSAGE = "#";

    private final DeadLetters deadLetters;
    private final Duration retry;
    private final TopicGate gate;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private final Map<String, StateRecord> waiting = new LinkedHashMap<>();
    /** By key in flight: the topics whose state is to be sent again since then. */
    private final Map<String, Set<String>> inFlight = new HashMap<>();
    /** The keys in flight that are not sent again. */
    private final Set<String> withdrawn = new HashSet<>();
    /** By key: the state that was acknowledged last. It is sent again to a topic that was made again. */
    private final Map<String, StateRecord> said = new HashMap<>();
    /** By key: the {@link System#nanoTime()} before which nothing is sent again. */
    private final Map<String, Long> pauses = new HashMap<>();

    private final Thread thread =
            Thread.ofPlatform().daemon().name("state-writer").unstarted(this::run);
    private Optional<Producer<byte[], byte[]>> producer = Optional.empty();
    private boolean closing;
    private final AtomicLong messages = new AtomicLong();

    /**
     * @param encoder of dead letters
     * @param retry pause of a key after each failure
     * @param gone whether a topic does not exist now
     */
    public StateWriter(RecordEncoder encoder, Duration retry, Predicate<String> gone) {
        this.gate = new TopicGate(gone, System::nanoTime);
        this.deadLetters = new DeadLetters(encoder, this::state);
        this.retry = retry;
    }

    /** @param kafka with acks=all and idempotence; it is closed after this writer */
    public void start(Producer<byte[], byte[]> kafka) {
        producer = Optional.of(kafka);
        thread.start();
    }

    /**
     * Sends the newest state of a key.
     *
     * @param key records of one key are sent in order; usually the topic and the record's key
     * @param record called once, directly before the record is sent for the first time
     */
    public void state(String key, Supplier<OutgoingRecord> record) {
        state(key, new StateRecord(record, () -> {}));
    }

    void state(String key, StateRecord record) {
        lock.lock();
        try {
            // A record that is replaced keeps its place: behind many that fail, a heartbeat would never be sent.
            waiting.put(key, record);
            changed.signal();
        } finally {
            lock.unlock();
        }
    }

    /** Sends a message that nothing replaces. */
    public void message(Supplier<OutgoingRecord> record) {
        state(MESSAGE + messages.getAndIncrement(), record);
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
            said.keySet().stream().filter(key -> !inFlight.containsKey(key)).forEach(key -> again(key, Set.of(topic)));
            changed.signal();
        } finally {
            lock.unlock();
        }
    }

    /** Forgets the records of the keys that begin so. One in flight may still arrive, but is not sent again. */
    void withdraw(String prefix) {
        lock.lock();
        try {
            waiting.keySet().removeIf(key -> key.startsWith(prefix));
            said.keySet().removeIf(key -> key.startsWith(prefix));
            inFlight.keySet().stream().filter(key -> key.startsWith(prefix)).forEach(withdrawn::add);
        } finally {
            lock.unlock();
        }
    }

    private void again(String key, Set<String> topics) {
        Optional.ofNullable(said.get(key))
                .filter(record -> topics.contains(record.get().topic()))
                .ifPresent(record -> waiting.putIfAbsent(key, record));
    }

    /** Whether a record of this key is not acknowledged yet. */
    boolean waits(String key) {
        lock.lock();
        try {
            return waiting.containsKey(key) || inFlight.containsKey(key);
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

    private void run() {
        try {
            while (true) {
                send(take());
            }
        } catch (InterruptedException closed) {
            LOG.debug("writer ends");
        }
    }

    private record Entry(String key, StateRecord record) {}

    private Entry take() throws InterruptedException {
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
                        return new Entry(next.getKey(), next.getValue());
                    }
                }
                if (pauses.isEmpty()) {
                    changed.await();
                } else {
                    changed.awaitNanos(Collections.min(pauses.values()) - now);
                }
            }
        } finally {
            lock.unlock();
        }
    }

    private void send(Entry entry) throws InterruptedException {
        try {
            OutgoingRecord record = entry.record().get();
            if (record.bytes() > RecordLimits.WRITTEN_BYTES) {
                landed(entry, Optional.of(new RecordTooLargeException("it has " + record.bytes() + " bytes")));
                return;
            }
            Optional<ApiException> refusal = gate.refusal(record.topic());
            if (refusal.isPresent()) {
                landed(entry, refusal);
                return;
            }
            Producer<byte[], byte[]> kafka = producer.orElseThrow();
            kafka.send(
                    ProducerRecords.of(
                            record, topic -> kafka.partitionsFor(topic).size()),
                    (_, failure) -> landed(entry, Optional.ofNullable(failure)));
        } catch (org.apache.kafka.common.errors.InterruptException e) {
            throw new InterruptedException(e.getMessage());
        } catch (RuntimeException | Error unsent) {
            landed(entry, Optional.of(unsent));
        }
    }

    /**
     * Usually runs on the producer's thread: Kafka throws only few of its failures, not even those that it finds
     * without asking a broker.
     */
    private void landed(Entry entry, Optional<? extends Throwable> failure) {
        boolean tooLarge = failure.orElse(null) instanceof RecordTooLargeException
                && !entry.record().shorten();
        if (tooLarge) {
            deadLetters.write(
                    entry.key(),
                    entry.record().get(),
                    String.valueOf(failure.get().getMessage()));
        } else {
            failure.ifPresent(cause -> LOG.logf(
                    TopicGate.isSaidElsewhere(cause) ? Logger.Level.DEBUG : Logger.Level.WARN,
                    "%s is not written yet: %s",
                    entry.key(),
                    cause));
        }
        lock.lock();
        try {
            Set<String> topics = Objects.requireNonNullElse(inFlight.remove(entry.key()), Set.of());
            boolean repeated = !withdrawn.remove(entry.key());
            if (failure.isPresent() && repeated && !tooLarge && !closing) {
                waiting.putIfAbsent(entry.key(), entry.record());
                pauses.put(entry.key(), pauseEnd(entry, failure.get()));
            }
            if (failure.isEmpty() && repeated) {
                remember(entry);
                entry.record().acknowledged();
            }
            again(entry.key(), topics);
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    private long pauseEnd(Entry entry, Throwable failure) {
        return failure instanceof TopicAuthorizationException
                ? gate.refused(entry.record().get().topic())
                : System.nanoTime() + retry.toNanos();
    }

    private void remember(Entry entry) {
        if (entry.key().startsWith(MESSAGE) || entry.record().get().value().isEmpty()) {
            said.remove(entry.key());
        } else {
            said.put(entry.key(), entry.record());
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
