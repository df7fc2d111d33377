package io.hawser.testkit.hostile;

import com.google.protobuf.InvalidProtocolBufferException;
import io.hawser.testkit.topic.CommittedRecords;
import io.hawser.v1.CommandResult;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/** Writes hostile records, and says which of them the services did not report as they have to. */
public final class HostileRun implements AutoCloseable {
    private record Written(Hostile what, RecordMetadata at) {}

    private final Map<String, Object> kafka;
    private final String results;
    private final KafkaProducer<byte[], byte[]> producer;
    private final List<Written> written = new ArrayList<>();

    /** @param prefix of the topics */
    public HostileRun(String bootstrapServers, String prefix) {
        this.kafka = Map.of("bootstrap.servers", bootstrapServers);
        this.results = prefix + ".command-results";
        this.producer = new KafkaProducer<>(kafka, new ByteArraySerializer(), new ByteArraySerializer());
    }

    /** Returns when the broker has them all. */
    public void write(List<Hostile> records) {
        List<Future<RecordMetadata>> sent = new ArrayList<>();
        records.forEach(one -> sent.add(producer.send(one.record())));
        producer.flush();
        for (int i = 0; i < records.size(); i++) {
            try {
                written.add(new Written(records.get(i), sent.get(i).get()));
            } catch (ExecutionException e) {
                throw new IllegalStateException("the broker took no " + records.get(i), e);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new IllegalStateException(e);
            }
        }
    }

    /**
     * What is wrong with what was reported of them, a sentence each; empty = nothing.
     *
     * @param answered topics, by their full names, whose refusals are answered by the service that runs
     */
    public List<String> faults(Set<String> answered) {
        Map<String, String> dead = new HashMap<>();
        new TreeSet<>(written.stream().map(one -> one.at().topic()).toList())
                .forEach(topic -> CommittedRecords.of(kafka, topic + ".dead")
                        .forEach(letter -> dead.put(
                                topic + "@" + header(letter, "hawser_offset"), header(letter, "hawser_message"))));
        Map<String, List<CommandResult>> answers = answers();
        List<String> faults = new ArrayList<>();
        for (Written one : written) {
            String place = one.at().topic() + "@" + one.at().offset();
            boolean mine = answered.contains(one.at().topic());
            HostileFates.fault(
                            one.what(),
                            mine,
                            Optional.ofNullable(dead.get(place)),
                            answers.getOrDefault(one.what().id(), List.of()))
                    .ifPresent(fault -> faults.add(one.what().kind() + " " + place + " " + fault));
        }
        return faults;
    }

    /** By the id of the command. */
    private Map<String, List<CommandResult>> answers() {
        Map<String, List<CommandResult>> answers = new HashMap<>();
        CommittedRecords.of(kafka, results).forEach(record -> {
            try {
                answers.computeIfAbsent(new String(record.key(), StandardCharsets.UTF_8), id -> new ArrayList<>())
                        .add(CommandResult.parseFrom(record.value()));
            } catch (InvalidProtocolBufferException e) {
                throw new IllegalStateException("no result: " + record, e);
            }
        });
        return answers;
    }

    private static String header(ConsumerRecord<byte[], byte[]> record, String name) {
        Header header = record.headers().lastHeader(name);
        return header == null ? "" : new String(header.value(), StandardCharsets.UTF_8);
    }

    @Override
    public void close() {
        producer.close(Duration.ofSeconds(5));
    }
}
