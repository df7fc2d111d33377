package io.hawser.conformance.run;

import io.hawser.bus.dead.DeadRecord;
import io.hawser.bus.topic.TopicNames;
import io.hawser.cli.look.Look;
import io.hawser.cli.topic.CommittedConsumer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.TopicPartition;

/** The services' dead letters, by the place of the original record. */
final class DeadLetters {
    private static final Duration POLL = Duration.ofMillis(200);

    private DeadLetters() {}

    /** Returns when each of these records has a dead letter, with one letter of each. */
    static List<DeadRecord.Letter> await(RunContext context, List<RecordMetadata> records) {
        if (records.isEmpty()) {
            return List.of();
        }
        List<DeadRecord.Letter> letters = new ArrayList<>();
        Set<String> missing = records.stream()
                .map(record -> place(record.topic(), record.partition(), record.offset()))
                .collect(Collectors.toCollection(HashSet::new));
        try (KafkaConsumer<byte[], byte[]> consumer =
                CommittedConsumer.of(context.machine().bootstrapServers())) {
            Set<TopicPartition> topics = records.stream()
                    .map(record -> TopicNames.DEFAULT.parse(record.topic()).orElseThrow())
                    .map(topic -> new TopicPartition(TopicNames.DEFAULT.deadOf(topic), 0))
                    .collect(Collectors.toSet());
            consumer.assign(topics);
            consumer.seekToBeginning(topics);
            context.await("what is no record to land among the dead", () -> {
                if (!missing.isEmpty()) {
                    consumer.poll(POLL).forEach(record -> {
                        if (DeadRecord.read(record) instanceof DeadRecord.Letter letter
                                && letter.stood()
                                        .map(Object::toString)
                                        .map(missing::remove)
                                        .orElse(false)) {
                            letters.add(letter);
                        }
                    });
                }
                return Look.of(missing.isEmpty(), () -> "none for " + missing);
            });
        }
        return letters;
    }

    private static String place(String topic, int partition, long offset) {
        return topic + "-" + partition + "@" + offset;
    }
}
