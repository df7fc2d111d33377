package io.hawser.node.report.kafka;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.google.protobuf.ByteString;
import io.hawser.bus.envelope.OutgoingRecord;
import io.hawser.bus.envelope.RecordEncoder;
import io.hawser.bus.envelope.RecordLimits;
import io.hawser.bus.topic.HawserTopic;
import io.hawser.bus.topic.TopicNames;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.apache.kafka.clients.producer.Callback;
import org.apache.kafka.clients.producer.MockProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.errors.RecordTooLargeException;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.errors.TopicAuthorizationException;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class StateWriterTest {
    private final MockProducer<byte[], byte[]> producer =
            new MockProducer<>(false, null, new ByteArraySerializer(), new ByteArraySerializer());
    private final StateWriter writer =
            new StateWriter(new RecordEncoder(TopicNames.DEFAULT, "test"), Duration.ofMillis(1), topic -> false);

    @AfterEach
    void close() {
        while (producer.completeNext()) {}
        writer.close();
    }

    @Test
    void stateIsSentUntilItIsAcknowledged() {
        // Given
        writer.start(producer);
        writer.state("a", () -> record("one"));
        await().until(() -> sent().size() == 1);
        // When
        producer.errorNext(new TimeoutException("no answer"));
        // Then
        await().until(() -> sent().equals(List.of("one", "one")));
        assertThat(writer.unsent()).isEqualTo(1);
        producer.completeNext();
        await().until(() -> writer.unsent() == 0);
    }

    @Test
    @DisplayName("Who waits for a record hears of it when the broker has that very record, and not when it failed")
    void anAcknowledgedRecord() {
        // Given
        List<String> acknowledged = new CopyOnWriteArrayList<>();
        writer.start(producer);
        writer.state("a", new StateRecord(() -> record("one"), () -> acknowledged.add("one")));
        await().until(() -> sent().size() == 1);
        writer.state("a", new StateRecord(() -> record("two"), () -> acknowledged.add("two")));
        writer.state("a", new StateRecord(() -> record("three"), () -> acknowledged.add("three")));
        // When
        producer.errorNext(new TimeoutException("no answer"));
        await().until(() -> sent().equals(List.of("one", "three")));
        // Then
        assertThat(acknowledged).isEmpty();
        producer.completeNext();
        await().until(() -> writer.unsent() == 0);
        assertThat(acknowledged).containsExactly("three");
    }

    @Test
    void anErrorDoesNotEndTheWriter() {
        // Given
        AtomicInteger asked = new AtomicInteger();
        writer.start(producer);
        // When
        writer.state("a", () -> {
            if (asked.incrementAndGet() == 1) {
                throw new NoClassDefFoundError("a class that is missing");
            }
            return record("one");
        });
        // Then
        await().until(() -> sent().equals(List.of("one")));
    }

    @Test
    void newerStateTakesThePlaceOfWhatWaitsAndDoesNotOvertakeWhatIsOnItsWay() {
        // Given
        writer.start(producer);
        writer.state("a", () -> record("one"));
        await().until(() -> sent().size() == 1);
        // When
        writer.state("a", () -> record("two"));
        writer.state("a", () -> record("three"));
        writer.state("other", () -> record("else"));
        // Then
        await().until(() -> sent().equals(List.of("one", "else")));
        producer.errorNext(new TimeoutException("no answer"));
        await().until(() -> sent().equals(List.of("one", "else", "three")));
    }

    @Test
    void aRecordThatFailedPausesAndKeepsNoOther() {
        // Given: never closed, as it would wait for what it still has.
        StateWriter patient =
                new StateWriter(new RecordEncoder(TopicNames.DEFAULT, "test"), Duration.ofHours(1), topic -> false);
        patient.start(producer);
        patient.state("a", () -> record("one"));
        await().until(() -> sent().size() == 1);
        producer.errorNext(new TimeoutException("no answer"));
        // When
        patient.state("other", () -> record("else"));
        // Then
        await().until(() -> sent().size() == 2);
        assertThat(sent()).containsExactly("one", "else");
        assertThat(patient.unsent()).isEqualTo(2);
    }

    @Test
    @DisplayName("A record for a topic that is gone waits, keeps no other, and is sent when the topic is there")
    void aTopicThatIsGone() {
        // Given
        AtomicBoolean gone = new AtomicBoolean(true);
        StateWriter waiting = new StateWriter(
                new RecordEncoder(TopicNames.DEFAULT, "test"),
                Duration.ofMillis(1),
                topic -> gone.get() && topic.equals(record("lost").topic()));
        waiting.start(producer);
        // When
        waiting.state("a", () -> record("one"));
        await().until(() -> waiting.unsent() == 1);
        assertThat(sent()).isEmpty();
        gone.set(false);
        // Then
        await().until(() -> sent().equals(List.of("one")));
        producer.completeNext();
        await().until(() -> waiting.unsent() == 0);
        waiting.close();
    }

    @Test
    @DisplayName("A topic that the agent may not write keeps no other: its records wait together, one of them asks the"
            + " broker once in a while, and a state that is replaced meanwhile keeps its place")
    void aTopicThatTheAgentMayNotWrite() {
        // Given: each send to that topic takes so long that the heartbeat has a newer state.
        AtomicInteger asked = new AtomicInteger();
        List<Callback> beats = new CopyOnWriteArrayList<>();
        StateWriter delayed =
                new StateWriter(new RecordEncoder(TopicNames.DEFAULT, "test"), Duration.ZERO, topic -> false);
        MockProducer<byte[], byte[]> refusing =
                new MockProducer<>(false, null, new ByteArraySerializer(), new ByteArraySerializer()) {
                    @Override
                    public Future<RecordMetadata> send(ProducerRecord<byte[], byte[]> record, Callback callback) {
                        if (record.topic().equals("topic")) {
                            beats.add(callback);
                        } else {
                            asked.incrementAndGet();
                            delayed.state("beat", () -> record("beats"));
                            callback.onCompletion(null, new TopicAuthorizationException(record.topic()));
                        }
                        return CompletableFuture.completedFuture(null);
                    }
                };
        IntStream.range(0, 12).forEach(_ -> delayed.remark(() -> record("events", "news")));
        delayed.state("beat", () -> record("beats"));

        // When
        delayed.start(refusing);

        // Then
        await().until(() -> beats.size() == 1);
        assertThat(delayed.unsent()).isEqualTo(13);
        beats.removeFirst().onCompletion(null, null);
        delayed.state("beat", () -> record("beats again"));
        await().until(() -> beats.size() == 1);
        assertThat(asked).hasValue(1);
    }

    @Test
    @DisplayName("What is withdrawn is not sent any more: not what waits, not again what fails, and not to a topic that"
            + " was made again")
    void withdrawn() {
        // Given
        writer.start(producer);
        writer.state("command a", () -> record("arrived"));
        await().until(() -> sent().size() == 1);
        producer.completeNext();
        await().until(() -> writer.unsent() == 0);
        writer.state("command b", () -> record("on its way"));
        await().until(() -> sent().size() == 2);
        writer.state("command b", () -> record("waits"));
        // When
        writer.withdraw("command ");
        writer.again(record("one").topic());
        producer.errorNext(new TimeoutException("no answer"));
        // Then
        await().until(() -> writer.unsent() == 0);
        writer.state("command b", () -> record("later"));
        await().until(() -> sent().equals(List.of("arrived", "on its way", "later")));
        producer.errorNext(new TimeoutException("no answer"));
        await().until(() -> sent().equals(List.of("arrived", "on its way", "later", "later")));
    }

    @Test
    @DisplayName("A topic that was made again gets the newest state of each key again, and no message twice")
    void aTopicThatWasMadeAgain() {
        // Given
        writer.start(producer);
        writer.state("a", () -> record("one"));
        writer.message(() -> record("news"));
        await().until(() -> sent().size() == 2);
        producer.completeNext();
        producer.completeNext();
        await().until(() -> writer.unsent() == 0);
        // When
        writer.again("another");
        writer.again(record("one").topic());
        // Then
        await().until(() -> sent().equals(List.of("one", "news", "one")));
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    @DisplayName("What is in flight while everything is sent again is sent again after it, acknowledged or not, "
            + "and no earlier state and no message is")
    void whatIsInFlightIsSentAgain(boolean acknowledged) {
        // Given
        writer.start(producer);
        writer.state("a", () -> record("one"));
        await().until(() -> sent().size() == 1);
        producer.completeNext();
        await().until(() -> writer.unsent() == 0);
        writer.state("a", () -> record("two"));
        writer.message(() -> record("news"));
        await().until(() -> sent().size() == 3);

        // When
        writer.again(record("two").topic());
        if (acknowledged) {
            producer.completeNext();
        } else {
            producer.errorNext(new TimeoutException("no answer"));
        }
        producer.completeNext();

        // Then
        await().until(() -> sent().equals(List.of("one", "two", "news", "two")));
        producer.completeNext();
        await().until(() -> writer.unsent() == 0);
        assertThat(sent()).hasSize(4);
    }

    @Test
    @DisplayName("A tombstone that is in flight while everything is sent again stays the last record")
    void aTombstoneInFlightStaysTheLast() {
        // Given
        writer.start(producer);
        writer.state("a", () -> record("one"));
        await().until(() -> producer.history().size() == 1);
        producer.completeNext();
        await().until(() -> writer.unsent() == 0);
        writer.state("a", () -> new OutgoingRecord("topic", "key", Optional.empty(), Map.of(), Optional.empty()));
        await().until(() -> producer.history().size() == 2);

        // When
        writer.again("topic");
        producer.completeNext();

        // Then
        await().until(() -> writer.unsent() == 0);
        assertThat(producer.history()).hasSize(2).last().satisfies(last -> assertThat(last.value())
                .isNull());
    }

    @Test
    @DisplayName(
            "A record that Kafka refuses for its size is not sent again: its beginning goes to the dead letters, once")
    void aRecordThatIsTooLargeGoesToTheDeadLetters() {
        // Given
        writer.start(producer);
        writer.state(
                "mounts n1/data",
                () -> new OutgoingRecord(
                        TopicNames.DEFAULT.of(HawserTopic.MOUNTS),
                        "n1/data",
                        Optional.empty(),
                        Map.of(),
                        Optional.of(ByteString.copyFrom(new byte[100_000]))));
        await().until(() -> sent().size() == 1);
        // When
        producer.errorNext(new RecordTooLargeException("100000 bytes"));
        await().until(() -> sent().size() == 2);
        producer.errorNext(new RecordTooLargeException("not even that"));
        // Then
        await().until(() -> writer.unsent() == 0);
        ProducerRecord<byte[], byte[]> dead = producer.history().getLast();
        assertThat(dead.topic()).isEqualTo(TopicNames.DEFAULT.deadOf(HawserTopic.MOUNTS));
        assertThat(new String(dead.key(), StandardCharsets.UTF_8)).isEqualTo("n1/data");
        assertThat(dead.value()).hasSizeLessThan(20_000);
        assertThat(dead.headers().lastHeader("hawser_message").value())
                .asString(StandardCharsets.UTF_8)
                .contains("too large");
        assertThat(sent()).hasSize(2);
    }

    @Test
    @DisplayName("A record that Kafka refuses for its size is sent in its shorter form, if it has one; that one is what"
            + " is acknowledged, and what a topic gets that is made again")
    void aRecordThatIsTooLargeIsSentShorter() {
        // Given
        AtomicInteger acknowledged = new AtomicInteger();
        writer.start(producer);
        writer.state("a", withShorter("long", "short", acknowledged::incrementAndGet));
        await().until(() -> sent().size() == 1);
        // When
        producer.errorNext(new RecordTooLargeException("not so long"));
        // Then
        await().until(() -> sent().equals(List.of("long", "short")));
        producer.completeNext();
        await().until(() -> writer.unsent() == 0);
        assertThat(acknowledged).hasValue(1);
        writer.again("topic");
        await().until(() -> sent().equals(List.of("long", "short", "short")));
    }

    @Test
    @DisplayName("If the shorter form is too large, too, it is a dead letter")
    void aShorterFormThatIsTooLarge() {
        // Given
        writer.start(producer);
        writer.state("a", withShorter("x".repeat(RecordLimits.WRITTEN_BYTES), "short", () -> {}));
        await().until(() -> sent().equals(List.of("short")));
        // When
        producer.errorNext(new RecordTooLargeException("not even that"));
        // Then
        await().until(() -> sent().size() == 2);
        assertThat(producer.history().getLast().headers().lastHeader("hawser_message"))
                .isNotNull();
    }

    private static StateRecord withShorter(String full, String shorter, Runnable acknowledged) {
        return new StateRecord(() -> record(full), Optional.of(() -> record(shorter)), acknowledged);
    }

    @Test
    void aRecordAboveOurOwnLimitIsNotEvenTried() {
        // Given
        writer.start(producer);
        // When
        writer.state("a", () -> record("x".repeat(RecordLimits.WRITTEN_BYTES)));
        // Then
        await().until(() -> sent().size() == 1);
        assertThat(sent().getFirst()).hasSizeLessThan(20_000);
    }

    @Test
    @Tag("swarmkit-T45")
    @DisplayName("A hundred keys get four states each, and every tenth send fails: each last state arrives, once")
    void everyLastStateArrivesOnce() throws Exception {
        // Given
        Random failures = new Random(45);
        List<String> acknowledged = new ArrayList<>();
        int judged = 0;
        writer.start(producer);
        // When
        List<Thread> tellers = IntStream.range(0, 100)
                .mapToObj(key -> Thread.ofVirtual().start(() -> IntStream.rangeClosed(1, 4)
                        .forEach(state -> writer.state("key-" + key, () -> record(key + ":" + state)))))
                .toList();
        for (Thread teller : tellers) {
            teller.join();
        }
        while (writer.unsent() > 0) {
            while (judged < sent().size()) {
                if (failures.nextInt(10) == 0) {
                    producer.errorNext(new TimeoutException("no answer"));
                } else {
                    producer.completeNext();
                    acknowledged.add(sent().get(judged));
                }
                judged++;
            }
            Thread.onSpinWait();
        }
        // Then
        assertThat(acknowledged)
                .filteredOn(state -> state.endsWith(":4"))
                .hasSize(100)
                .doesNotHaveDuplicates();
        assertThat(producer.history()).as("some failed").hasSizeGreaterThan(acknowledged.size());
    }

    private List<String> sent() {
        return List.copyOf(producer.history()).stream()
                .map(record -> new String(record.value(), StandardCharsets.UTF_8))
                .toList();
    }

    private static OutgoingRecord record(String value) {
        return record("topic", value);
    }

    private static OutgoingRecord record(String topic, String value) {
        return new OutgoingRecord(
                topic,
                "key",
                Optional.empty(),
                Map.of(),
                Optional.of(ByteString.copyFrom(value.getBytes(StandardCharsets.UTF_8))));
    }
}
