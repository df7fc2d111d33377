package io.hawser.node.assignment.kafka;

import io.hawser.bus.envelope.Decoded;
import io.hawser.bus.envelope.MessageTypes;
import io.hawser.bus.envelope.RecordDecoder;
import io.hawser.bus.envelope.TopicComplete;
import io.hawser.bus.key.NodeVolume;
import io.hawser.bus.pace.Backoff;
import io.hawser.bus.topic.HawserTopic;
import io.hawser.node.assignment.AssignmentCache;
import io.hawser.node.assignment.TopicIdentity;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.Supplier;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.InterruptException;
import org.apache.kafka.common.errors.WakeupException;
import org.jboss.logging.Logger;

/**
 * Reads the one partition of {@code hawser.assignments} that holds this node's records, from its start, on a thread of
 * its own. The partition is assigned, not subscribed: each agent reads alone, needs no consumer group and stores no
 * position.
 */
public final class AssignmentReader implements AutoCloseable {
    static final MessageTypes TYPES = MessageTypes.on(HawserTopic.ASSIGNMENTS);

    private static final Logger LOG = Logger.getLogger(AssignmentReader.class);
    private static final Duration POLL = Duration.ofMillis(500);
    private static final Duration RETRY = Duration.ofSeconds(1);
    /** Each read begins at the start of the partition. */
    private static final Backoff READS = new Backoff(RETRY, Duration.ofSeconds(30));

    private static final Duration IDENTITY_CHECK = Duration.ofSeconds(30);

    /** Gets what the reader finds. All calls come on the reader's thread. */
    public interface Listener {
        /** Says which topic the records come from. Called before any record, and again from time to time. */
        void reading(TopicIdentity from);

        /** The topic's writer has written every current assignment, and all of them were read. */
        void complete(TopicIdentity topic);

        /** The position reached the end that the partition had at start. Called again if it fails. */
        void caughtUp();

        /** The assignment of this volume changed, after the reader caught up. Called again if it fails. */
        void changed(String volume);

        /**
         * This agent does not count as the node's any more, or does again. Called after the reader caught up. Called
         * again if it fails.
         *
         * @param message why this agent does not count as its node's; empty: it does
         */
        void notCounted(Optional<String> message);

        /**
         * A record of this node cannot be acted on. Called after the reader caught up, also for what it read before, if
         * that was the newest of its volume. Called again if it fails.
         */
        void unusable(ConsumerRecord<byte[], byte[]> record, Decoded.Malformed malformed);
    }

    private final String node;
    private final AssignmentTopic topic;
    private final AssignmentCache book;
    private final Listener listener;
    private final UnheardNews news;
    private final Duration identityCheck;
    private final RecordDecoder decoder = new RecordDecoder(TYPES);
    private final Thread thread;
    // The next three are only for the reader's thread.
    /** The topic that is read now. */
    private Optional<TopicIdentity> reading = Optional.empty();
    /** Offset behind the last record of that topic that was taken into the cache, in this read or an earlier one. */
    private long taken;
    /** Reads in a row that did not reach the end of the partition. */
    private int failures;

    private volatile boolean closing;
    private volatile Optional<KafkaConsumer<byte[], byte[]>> open = Optional.empty();
    private volatile long position;
    private volatile Optional<String> trouble = Optional.empty();

    /**
     * @param kafka client settings, such as bootstrap.servers
     * @param admin asked for on the reader's thread only
     * @param topic full name
     */
    public AssignmentReader(
            Map<String, Object> kafka,
            Supplier<Admin> admin,
            String node,
            String topic,
            AssignmentCache book,
            Listener listener) {
        this(kafka, admin, node, topic, book, listener, IDENTITY_CHECK);
    }

    AssignmentReader(
            Map<String, Object> kafka,
            Supplier<Admin> admin,
            String node,
            String topic,
            AssignmentCache book,
            Listener listener,
            Duration identityCheck) {
        this.node = node;
        this.topic = new AssignmentTopic(kafka, admin, node, topic);
        this.book = book;
        this.listener = listener;
        this.news = new UnheardNews(book, listener);
        this.identityCheck = identityCheck;
        this.thread = Thread.ofPlatform().daemon().name("assignment-reader").unstarted(this::run);
    }

    public void start() {
        thread.start();
    }

    /** False once the reader's thread has ended. */
    public boolean isAlive() {
        return thread.getState() != Thread.State.TERMINATED;
    }

    /** The next offset to be read. */
    public long position() {
        return position;
    }

    /** Why the assignments cannot be read or acted on now; empty: they are. */
    public Optional<String> trouble() {
        return trouble;
    }

    private void run() {
        while (!closing) {
            try (KafkaConsumer<byte[], byte[]> consumer = topic.consumer()) {
                open = Optional.of(consumer);
                read(consumer);
            } catch (WakeupException | InterruptException e) {
                // The reader is closing, or the thread was interrupted; the loop checks which.
            } catch (KafkaException | ExecutionException e) {
                LOG.warnf("assignments cannot be read now (%s); trying again", e.getMessage());
                trouble = Optional.of("the assignments cannot be read now: " + e.getMessage());
                pause(READS.delay(++failures, ThreadLocalRandom.current().nextDouble()));
            } catch (RuntimeException e) {
                // Without this thread the node mounts and unmounts nothing any more.
                cannotAct(e);
                pause(READS.delay(++failures, ThreadLocalRandom.current().nextDouble()));
            } catch (InterruptedException e) {
                return;
            }
        }
    }

    private void read(KafkaConsumer<byte[], byte[]> consumer) throws InterruptedException, ExecutionException {
        TopicIdentity identity = topic.identity();
        if (!reading.equals(Optional.of(identity))) {
            // An assignment that another topic of the same name lacks was not taken back by that.
            book.beginAgain();
            taken = 0;
        }
        reading = Optional.of(identity);
        listener.reading(identity);
        TopicPartition partition = topic.partition(identity);
        PartitionRead read = new PartitionRead(topic.highWatermark(partition));
        trouble = Optional.empty();
        consumer.assign(List.of(partition));
        consumer.seekToBeginning(List.of(partition));
        long checked = System.nanoTime();
        while (!closing) {
            poll(consumer, read);
            position = consumer.position(partition);
            boolean another = apply(read.take(position));
            if (read.caughtUp()) {
                failures = 0;
                act();
            }
            if (another || System.nanoTime() - checked > identityCheck.toNanos()) {
                TopicIdentity now = topic.identity();
                listener.reading(now);
                if (!now.equals(identity)) {
                    LOG.warnf("%s takes the place of %s; it is read from its start", now, identity);
                    return;
                }
                checked = System.nanoTime();
            }
        }
    }

    private void poll(KafkaConsumer<byte[], byte[]> consumer, PartitionRead read) {
        for (ConsumerRecord<byte[], byte[]> record : consumer.poll(POLL)) {
            if (isOurs(key(record)) || TopicComplete.topicId(record).isPresent()) {
                read.add(key(record), record);
            }
        }
    }

    /**
     * Takes the records into the cache, and then the marks that say that a topic is complete: a mark counts once
     * everything that was read with it is in the cache.
     *
     * @return whether this may be another topic
     */
    private boolean apply(List<ConsumerRecord<byte[], byte[]>> records) {
        for (ConsumerRecord<byte[], byte[]> record : records) {
            if (TopicComplete.topicId(record).isEmpty()) {
                Decoded decoded = decoder.decode(record);
                book.apply(key(record), decoded).ifPresent(volume -> news.changed(Set.of(volume)));
                if (decoded instanceof Decoded.Malformed malformed && record.offset() >= taken) {
                    news.unusable(record, malformed);
                }
                taken = Math.max(taken, record.offset() + 1);
            }
        }
        TopicIdentity from = reading.orElseThrow();
        // A mark from before the topic got more partitions says nothing of the records in the node's new one.
        if (records.stream()
                .anyMatch(record -> TopicComplete.topicId(record).equals(Optional.of(from.id()))
                        && TopicComplete.partitions(record) == from.partitions())) {
            news.changed(book.complete());
            listener.complete(from);
        }
        return records.stream()
                .flatMap(record -> TopicComplete.topicId(record).stream())
                .anyMatch(id -> !id.equals(from.id()));
    }

    /** What the listener fails at is passed on again, without another read. */
    private void act() {
        try {
            boolean all = news.passOn();
            trouble = Optional.empty();
            if (!all) {
                pause(RETRY);
            }
        } catch (RuntimeException e) {
            cannotAct(e);
            pause(RETRY);
        }
    }

    private void cannotAct(RuntimeException e) {
        LOG.error("assignments cannot be acted on now; trying again", e);
        trouble = Optional.of("the assignments cannot be acted on now: " + e);
    }

    private boolean isOurs(String key) {
        return key.equals(node)
                || NodeVolume.parse(key).filter(id -> id.node().equals(node)).isPresent();
    }

    private static String key(ConsumerRecord<byte[], byte[]> record) {
        return record.key() == null ? "" : new String(record.key(), StandardCharsets.UTF_8);
    }

    private static void pause(Duration time) {
        try {
            Thread.sleep(time);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public void close() {
        closing = true;
        open.ifPresent(KafkaConsumer::wakeup);
        if (thread.getState() == Thread.State.NEW) {
            return;
        }
        try {
            thread.join(Duration.ofSeconds(5));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
