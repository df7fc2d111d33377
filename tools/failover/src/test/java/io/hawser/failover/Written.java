package io.hawser.failover;

import com.google.protobuf.Message;
import io.hawser.bus.envelope.Decoded;
import io.hawser.bus.envelope.MessageTypes;
import io.hawser.bus.envelope.RecordDecoder;
import io.hawser.bus.topic.HawserTopic;
import io.hawser.bus.topic.TopicNames;
import io.hawser.v1.Assignment;
import io.hawser.v1.CommandResult;
import io.hawser.v1.TaskVolumes;
import io.hawser.v1.Volume;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;

/** Everything that volume-service ever wrote, in the order in which a committed reader sees it. */
final class Written implements AutoCloseable {
    private static final List<HawserTopic> READ = List.of(
            HawserTopic.VOLUMES, HawserTopic.TASK_VOLUMES, HawserTopic.ASSIGNMENTS, HawserTopic.COMMAND_RESULTS);

    private final TopicNames names;
    private final RecordDecoder decoder = new RecordDecoder(MessageTypes.on(READ));
    private final KafkaConsumer<byte[], byte[]> consumer;
    private final Map<String, List<Message>> history = new HashMap<>();

    Written(Map<String, Object> kafka, TopicNames names) {
        this.names = names;
        Map<String, Object> settings = new HashMap<>(kafka);
        settings.put("isolation.level", "read_committed");
        consumer = new KafkaConsumer<>(settings, new ByteArrayDeserializer(), new ByteArrayDeserializer());
        List<TopicPartition> partitions = new ArrayList<>();
        for (HawserTopic topic : READ) {
            for (int partition = 0; partition < topic.partitions(); partition++) {
                partitions.add(new TopicPartition(names.of(topic), partition));
            }
        }
        consumer.assign(partitions);
        consumer.seekToBeginning(partitions);
    }

    /** Everything that is there now, however long the broker takes; waits a moment for the first record. */
    void read() {
        Map<TopicPartition, Long> ends = consumer.endOffsets(consumer.assignment());
        do {
            consumer.poll(Duration.ofMillis(100)).forEach(record -> {
                HawserTopic topic = names.parse(record.topic()).orElseThrow();
                if (decoder.decode(record) instanceof Decoded.Known known) {
                    of(topic, known.key()).add(known.message());
                }
            });
        } while (ends.entrySet().stream().anyMatch(end -> consumer.position(end.getKey()) < end.getValue()));
    }

    private List<Message> of(HawserTopic topic, String key) {
        return history.computeIfAbsent(topic + "|" + key, k -> new ArrayList<>());
    }

    /** Whether the volume's node was told to mount it for the one task that asked. */
    boolean assigned(String volume) {
        List<Message> assignments = of(HawserTopic.ASSIGNMENTS, "n1/" + volume);
        return !assignments.isEmpty()
                && ((Assignment) assignments.getLast()).getTargetsCount() == 1
                && !volumeId(volume).isEmpty();
    }

    /** What the node was told last. */
    Optional<Assignment> assignment(String key) {
        List<Message> assignments = of(HawserTopic.ASSIGNMENTS, key);
        return assignments.isEmpty() ? Optional.empty() : Optional.of((Assignment) assignments.getLast());
    }

    /** On how many nodes the volume is, in any state. */
    int nodes(String volume) {
        List<Message> states = of(HawserTopic.VOLUMES, volume);
        return states.isEmpty() ? 0 : ((Volume) states.getLast()).getNodesCount();
    }

    /** What the plugin calls it; empty while nobody knows. */
    String volumeId(String volume) {
        List<Message> states = of(HawserTopic.VOLUMES, volume);
        return states.isEmpty() ? "" : ((Volume) states.getLast()).getInfo().getVolumeId();
    }

    boolean isDone(String command) {
        return answers(command).contains("DONE");
    }

    /** How a command was answered, once for each time that it was answered and not for each time that this was sent. */
    List<String> answers(String command) {
        Set<Long> revisions = new HashSet<>();
        return of(HawserTopic.COMMAND_RESULTS, command).stream()
                .map(CommandResult.class::cast)
                .filter(result -> revisions.add(result.getRevision()))
                .map(result -> result.getOutcomeCase().name())
                .toList();
    }

    Optional<CommandResult> lastAnswer(String command) {
        List<Message> answers = of(HawserTopic.COMMAND_RESULTS, command);
        return answers.isEmpty() ? Optional.empty() : Optional.of((CommandResult) answers.getLast());
    }

    /** States that a reader saw again, or after a later one. */
    List<String> outOfOrder() {
        List<String> found = new ArrayList<>();
        history.forEach((key, messages) -> {
            long last = Long.MIN_VALUE;
            for (Message message : messages) {
                long revision =
                        switch (message) {
                            case Volume volume -> volume.getRevision();
                            case TaskVolumes task -> task.getRevision();
                            case Assignment assignment -> assignment.getGeneration();
                            case CommandResult result -> result.getRevision();
                            default -> throw new IllegalStateException("not read: " + message);
                        };
                // An assignment's context may change within its generation.
                if (revision < last || revision == last && !(message instanceof Assignment)) {
                    found.add(key + ": " + revision + " after " + last);
                }
                last = revision;
            }
        });
        return found;
    }

    @Override
    public void close() {
        consumer.close();
    }
}
