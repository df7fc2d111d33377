package io.hawser.ledger.intake;

import static org.assertj.core.api.Assertions.assertThat;

import io.smallrye.mutiny.Uni;
import io.smallrye.mutiny.subscription.UniEmitter;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Flow;
import java.util.function.Consumer;
import java.util.stream.LongStream;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class GatheredPollsTest {
    private static final TopicPartition PARTITION = new TopicPartition("hawser.tasks", 0);

    private final List<List<Integer>> begun = new ArrayList<>();
    private final List<UniEmitter<? super Void>> running = new ArrayList<>();
    private Consumer<Runnable> afterInterval = Runnable::run;
    private final GatheredPolls polls = new GatheredPolls(10, next -> afterInterval.accept(next), batch -> {
        begun.add(batch.stream().map(ConsumerRecords::count).toList());
        return Uni.createFrom().emitter(running::add);
    });
    private long requested;

    GatheredPollsTest() {
        polls.onSubscribe(new Flow.Subscription() {
            @Override
            public void request(long n) {
                requested += n;
            }

            @Override
            public void cancel() {}
        });
    }

    @Test
    @DisplayName("The first poll is applied immediately, and those that arrive meanwhile are applied together")
    void together() {
        // Given
        polls.onNext(records(3));
        polls.onNext(records(1));
        polls.onNext(records(2));
        assertThat(begun).containsExactly(List.of(3));

        // When
        running.getLast().complete(null);

        // Then
        assertThat(begun).containsExactly(List.of(3), List.of(1, 2));
        running.getLast().complete(null);
        assertThat(begun).hasSize(2);
    }

    @Test
    @DisplayName("A batch has no more records than a transaction applies, and a poll that is larger is a batch alone")
    void atMost() {
        // Given
        polls.onNext(records(1));
        polls.onNext(records(6));
        polls.onNext(records(4));
        polls.onNext(records(12));

        // When
        running.getLast().complete(null);
        running.getLast().complete(null);

        // Then
        assertThat(begun).containsExactly(List.of(1), List.of(6, 4), List.of(12));
    }

    @Test
    @DisplayName("It asks for one poll at a time, and for none while as many records wait as a batch has")
    void demand() {
        assertThat(requested).isEqualTo(1);
        polls.onNext(records(10));
        assertThat(requested).isEqualTo(2);
        polls.onNext(records(9));
        assertThat(requested).isEqualTo(3);
        polls.onNext(records(1));
        assertThat(requested).isEqualTo(3);

        // When
        running.getLast().complete(null);

        // Then
        assertThat(requested).isEqualTo(4);
        running.getLast().complete(null);
        assertThat(requested).isEqualTo(4);
    }

    @Test
    @DisplayName("After a batch, polls wait for the end of the interval, except as many as a transaction applies")
    void interval() {
        // Given
        List<Runnable> ends = new ArrayList<>();
        afterInterval = ends::add;
        polls.onNext(records(1));
        running.getLast().complete(null);
        polls.onNext(records(2));
        polls.onNext(records(3));
        assertThat(begun).containsExactly(List.of(1));

        // When
        ends.getLast().run();

        // Then
        assertThat(begun).containsExactly(List.of(1), List.of(2, 3));
        running.getLast().complete(null);
        polls.onNext(records(10));
        assertThat(begun).containsExactly(List.of(1), List.of(2, 3), List.of(10));
    }

    @Test
    @DisplayName("A batch that fails holds up no other")
    void failure() {
        // Given
        polls.onNext(records(1));
        polls.onNext(records(2));

        // When
        running.getLast().fail(new IllegalStateException("a fault of this program"));

        // Then
        assertThat(begun).containsExactly(List.of(1), List.of(2));
    }

    private static ConsumerRecords<byte[], byte[]> records(int count) {
        return new ConsumerRecords<>(
                Map.of(
                        PARTITION,
                        LongStream.range(0, count)
                                .mapToObj(offset -> new ConsumerRecord<>(
                                        PARTITION.topic(), PARTITION.partition(), offset, new byte[0], new byte[0]))
                                .toList()),
                Map.of());
    }
}
