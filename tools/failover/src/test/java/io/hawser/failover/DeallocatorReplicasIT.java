package io.hawser.failover;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.Message;
import io.hawser.bus.envelope.ProducerRecords;
import io.hawser.bus.envelope.RecordEncoder;
import io.hawser.bus.topic.HawserTopic;
import io.hawser.bus.topic.TopicCreator;
import io.hawser.bus.topic.TopicNames;
import io.hawser.embedded.postgres.PostgresDatabase;
import io.hawser.testkit.shared.ScratchFolder;
import io.hawser.testkit.shared.SharedBroker;
import io.hawser.testkit.shared.SharedPostgres;
import io.hawser.testkit.topic.CommittedRecords;
import io.hawser.v1.Deallocation;
import io.hawser.v1.Network;
import io.hawser.v1.Service;
import io.hawser.v1.ServiceVolume;
import io.hawser.v1.Task;
import io.hawser.v1.TaskState;
import io.hawser.v1.Volume;
import io.hawser.v1.VolumePolicy;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/** Two packaged replicas of deallocator-service. Pairs of services share a network and a volume, and end together. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class DeallocatorReplicasIT {
    private static final int PAIRS = 20;
    private static final Duration SOON = Duration.ofMinutes(3);
    private static final TopicNames NAMES = new TopicNames("deallocators");
    private static final Map<String, Object> KAFKA = Map.of("bootstrap.servers", SharedBroker.bootstrapServers());

    private final RecordEncoder encoder = new RecordEncoder(NAMES, "orchestrator");
    private KafkaProducer<byte[], byte[]> producer;
    private PackagedService first;
    private PackagedService second;

    @BeforeAll
    void start() throws Exception {
        producer = new KafkaProducer<>(KAFKA, new ByteArraySerializer(), new ByteArraySerializer());
        try (Admin admin = Admin.create(KAFKA)) {
            new TopicCreator(admin, NAMES).ensure(List.of(HawserTopic.values()));
        }
        PostgresDatabase database = SharedPostgres.freshDatabase("deallocators");
        Path logs = ScratchFolder.create("deallocators");
        first = replica("0", database, logs);
        second = replica("1", database, logs);
        first.awaitReady();
    }

    private static PackagedService replica(String number, PostgresDatabase database, Path logs) {
        PackagedService replica = new PackagedService(
                "deallocator-service",
                number,
                SharedBroker.bootstrapServers(),
                database,
                NAMES.prefix(),
                logs.resolve("replica-" + number + ".log"));
        Installation.start(
                replica, Installation.SHORT_TRANSACTIONS, Path.of("..", "..", "deallocator-service", "target"));
        return replica;
    }

    @AfterAll
    void stop() {
        producer.close();
        first.close();
        second.close();
    }

    @Test
    @Tag("swarmkit-DB5")
    @DisplayName("Services that share a network and a volume end together in two replicas, one stopped, then killed: "
            + "both go once, after the services, and none is forgotten")
    void deletedOnceNeverEarlyNeverForgotten() {
        // Given
        second.awaitReady();
        List<String> stopped = pairs("stopped");
        List<String> killed = pairs("killed");

        // When
        end(stopped);
        await().atMost(SOON).until(() -> !deallocations().isEmpty());
        second.pause();
        awaitGone(stopped);
        second.resume();
        end(killed.subList(0, PAIRS / 2));
        await().atMost(SOON).until(() -> deallocations().size() > 3 * PAIRS);
        second.close();
        end(killed.subList(PAIRS / 2, PAIRS));

        // Then
        awaitGone(killed);
        first.awaitReady();
        Map<String, Set<Deallocation>> decided = deallocations();
        Map<String, Set<String>> removals = removals();
        for (String pair :
                List.of(stopped, killed).stream().flatMap(List::stream).toList()) {
            long network = revision(decided, "network/" + pair);
            assertThat(revision(decided, "service/" + pair + "-a")).isLessThan(network);
            assertThat(revision(decided, "service/" + pair + "-b")).isLessThan(network);
            assertThat(removals.get(pair)).as("removals of %s", pair).hasSize(1);
        }
    }

    private static long revision(Map<String, Set<Deallocation>> decided, String key) {
        Set<Deallocation> all = decided.getOrDefault(key, Set.of());
        assertThat(all).as("deallocations of %s", key).hasSize(1);
        return all.iterator().next().getRevision();
    }

    /** Two marked services with a task each, their marked network and their volume, all of the pair's name. */
    private List<String> pairs(String name) {
        List<String> pairs =
                IntStream.range(0, PAIRS).mapToObj(i -> name + "-" + i).toList();
        for (String pair : pairs) {
            write(
                    HawserTopic.NETWORKS,
                    pair,
                    Network.newBuilder().setName(pair).setPendingDelete(true).build());
            write(
                    HawserTopic.VOLUMES,
                    pair,
                    Volume.newBuilder().setName(pair).setUid("uid-" + pair).build());
            for (String service : List.of(pair + "-a", pair + "-b")) {
                task(service, TaskState.TASK_STATE_RUNNING);
                write(
                        HawserTopic.SERVICES,
                        service,
                        Service.newBuilder()
                                .setName(service)
                                .addNetworks(pair)
                                .addVolumes(ServiceVolume.newBuilder()
                                        .setName(pair)
                                        .setPolicy(VolumePolicy.VOLUME_POLICY_DELETE))
                                .setPendingDelete(true)
                                .build());
            }
        }
        producer.flush();
        return pairs;
    }

    private void end(List<String> pairs) {
        pairs.forEach(pair -> {
            task(pair + "-a", TaskState.TASK_STATE_COMPLETE);
            task(pair + "-b", TaskState.TASK_STATE_FAILED);
        });
        producer.flush();
    }

    private void task(String service, TaskState state) {
        write(
                HawserTopic.TASKS,
                service + ".1",
                Task.newBuilder()
                        .setName(service + ".1")
                        .setService(service)
                        .setNode("n1")
                        .setObserved(state)
                        .build());
    }

    @SuppressWarnings("FutureReturnValueIgnored") // The caller flushes.
    private void write(HawserTopic topic, String key, Message message) {
        producer.send(ProducerRecords.of(
                encoder.encode(topic, key, key + "-" + System.nanoTime(), message, Instant.now()), ignored -> 1));
    }

    private static void awaitGone(List<String> pairs) {
        await().atMost(SOON)
                .pollInterval(Duration.ofMillis(500))
                .until(() -> deallocations()
                                .keySet()
                                .containsAll(pairs.stream()
                                        .flatMap(pair -> Stream.of(
                                                "network/" + pair, "service/" + pair + "-a", "service/" + pair + "-b"))
                                        .toList())
                        && removals().keySet().containsAll(pairs));
    }

    /** By key: everything that was ever written about it. */
    private static Map<String, Set<Deallocation>> deallocations() {
        Map<String, Set<Deallocation>> all = new HashMap<>();
        for (ConsumerRecord<byte[], byte[]> record : CommittedRecords.of(KAFKA, NAMES.of(HawserTopic.DEALLOCATIONS))) {
            try {
                all.computeIfAbsent(new String(record.key(), StandardCharsets.UTF_8), key -> new HashSet<>())
                        .add(Deallocation.parseFrom(record.value()));
            } catch (InvalidProtocolBufferException e) {
                throw new AssertionError("not a Deallocation", e);
            }
        }
        return all;
    }

    /** By volume: the ids of the commands that remove it. */
    private static Map<String, Set<String>> removals() {
        Map<String, Set<String>> ids = new HashMap<>();
        for (ConsumerRecord<byte[], byte[]> record :
                CommittedRecords.of(KAFKA, NAMES.of(HawserTopic.VOLUME_COMMANDS))) {
            ids.computeIfAbsent(new String(record.key(), StandardCharsets.UTF_8), key -> new HashSet<>())
                    .add(new String(record.headers().lastHeader("ce_id").value(), StandardCharsets.UTF_8));
        }
        return ids;
    }
}
