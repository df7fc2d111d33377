package io.hawser.deploy;

import com.google.protobuf.Message;
import io.hawser.bus.envelope.Decoded;
import io.hawser.bus.envelope.MessageTypes;
import io.hawser.bus.envelope.ProducerRecords;
import io.hawser.bus.envelope.RecordDecoder;
import io.hawser.bus.envelope.RecordEncoder;
import io.hawser.bus.topic.HawserTopic;
import io.hawser.bus.topic.TopicNames;
import io.hawser.strict.StrictPlugin;
import io.hawser.strict.StrictPluginOptions;
import io.hawser.strict.backend.BindMounts;
import io.hawser.v1.CommandResult;
import io.hawser.v1.CreateVolume;
import io.hawser.v1.Deallocation;
import io.hawser.v1.MountAccess;
import io.hawser.v1.Network;
import io.hawser.v1.Node;
import io.hawser.v1.Plugin;
import io.hawser.v1.RemoveVolume;
import io.hawser.v1.Service;
import io.hawser.v1.ServiceVolume;
import io.hawser.v1.Task;
import io.hawser.v1.TaskMount;
import io.hawser.v1.TaskState;
import io.hawser.v1.TaskVolumes;
import io.hawser.v1.VolumePolicy;
import io.hawser.v1.VolumeSpec;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.ExecutionException;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Predicate;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.awaitility.Awaitility;

/**
 * An orchestrator with its login, and a plugin on its one node: what they ask for makes each part of Hawser do all that
 * it does.
 */
final class Tenancy implements AutoCloseable {
    private static final Duration PATIENCE = Duration.ofSeconds(120);
    private static final TopicNames NAMES = TopicNames.DEFAULT;

    private final RecordEncoder encoder = new RecordEncoder(NAMES, "orchestrator");
    private final RecordDecoder decoder = new RecordDecoder(MessageTypes.onAll());
    private final Function<String, Map<String, Object>> clients;
    private final String node;
    private final String plugin;
    private final Runnable stopPlugin;
    private final KafkaProducer<byte[], byte[]> producer;
    private final KafkaConsumer<byte[], byte[]> consumer;
    private final List<Message> heard = new ArrayList<>();

    /** Beside the agent of the manifests. */
    static Tenancy withStrictPlugin(Logins logins, Path plugins, Path folder) {
        Path socket = plugins.resolve("strict.sock");
        String node = "node-1.example.com";
        StrictPlugin plugin = StrictPlugin.start(StrictPluginOptions.at(socket)
                .withNode(node, socket)
                .withFiles(new BindMounts(folder.resolve("data"))));
        return new Tenancy(logins::client, node, StrictPluginOptions.DEFAULT_NAME, plugin::close);
    }

    /**
     * @param clients settings of a client by principal
     * @param plugin its name
     */
    Tenancy(Function<String, Map<String, Object>> clients, String node, String plugin, Runnable stopPlugin) {
        this.clients = clients;
        this.node = node;
        this.plugin = plugin;
        this.stopPlugin = stopPlugin;
        producer = new KafkaProducer<>(
                clients.apply("hawser-orchestrator"), new ByteArraySerializer(), new ByteArraySerializer());
        consumer = consumer("hawser-orchestrator", Map.of("group.id", "hawser.orchestrator-" + UUID.randomUUID()));
        consumer.subscribe(List.of(
                NAMES.of(HawserTopic.COMMAND_RESULTS),
                NAMES.of(HawserTopic.TASK_VOLUMES),
                NAMES.of(HawserTopic.DEALLOCATIONS),
                NAMES.of(HawserTopic.PLUGINS)));
        write(HawserTopic.NODES, node, Node.newBuilder().setName(node).build());
        await(Plugin.class, known -> known.getName().equals(plugin));
    }

    /** A volume is made, mounted by a task, let go and removed. */
    void live() {
        live(path -> {});
    }

    /** @param use what the task does while the volume is mounted at that path */
    void live(Consumer<String> use) {
        awaitDone(create("data"));
        task("reader", TaskState.TASK_STATE_STARTING);
        TaskVolumes mounted = await(
                TaskVolumes.class,
                volumes -> volumes.getTask().equals("reader")
                        && volumes.getMountsCount() == 1
                        && volumes.getMounts(0).hasMounted());
        use.accept(mounted.getMounts(0).getMounted().getPath());
        task("reader", TaskState.TASK_STATE_COMPLETE);
        awaitDone(write(
                HawserTopic.VOLUME_COMMANDS,
                "data",
                RemoveVolume.newBuilder().setName("data").build()));
    }

    /** A service goes with its network and the volume that belongs to it. */
    void deallocate() {
        awaitDone(create("logs"));
        write(
                HawserTopic.NETWORKS,
                "front",
                Network.newBuilder().setName("front").build());
        write(
                HawserTopic.SERVICES,
                "web",
                Service.newBuilder()
                        .setName("web")
                        .addNetworks("front")
                        .addVolumes(
                                ServiceVolume.newBuilder().setName("logs").setPolicy(VolumePolicy.VOLUME_POLICY_DELETE))
                        .setPendingDelete(true)
                        .build());
        await(Deallocation.class, gone -> gone.getService().equals("web"));
        await(
                CommandResult.class,
                result -> result.getEntity().equals("logs")
                        && result.getCommandType().endsWith("RemoveVolume")
                        && result.hasDone());
    }

    /** Nobody can read a record, and an operator finds it. */
    void bury() {
        List<ConsumerRecord<byte[], byte[]>> letters = new ArrayList<>();
        try (KafkaConsumer<byte[], byte[]> operator = consumer("hawser-operator", Map.of())) {
            var partition = new TopicPartition(NAMES.deadOf(HawserTopic.TASKS), 0);
            operator.assign(List.of(partition));
            operator.seek(partition, 0);
            send(new ProducerRecord<>(NAMES.of(HawserTopic.TASKS), bytes("garbage"), bytes("garbage")));
            // Two services read this topic.
            Awaitility.await().atMost(PATIENCE).until(() -> {
                operator.poll(Duration.ofMillis(200)).forEach(letters::add);
                return letters.size() == 2;
            });
        }
    }

    /** @return the command's id */
    String create(String name) {
        return write(
                HawserTopic.VOLUME_COMMANDS,
                name,
                CreateVolume.newBuilder()
                        .setName(name)
                        .setSpec(VolumeSpec.newBuilder().setPlugin(plugin).setMount(MountAccess.getDefaultInstance()))
                        .build());
    }

    void awaitDone(String command) {
        await(CommandResult.class, result -> {
            if (result.getCommandId().equals(command) && result.hasRejected()) {
                throw new AssertionError(result.getRejected().getMessage());
            }
            return result.getCommandId().equals(command) && result.hasDone();
        });
    }

    private void task(String name, TaskState state) {
        write(
                HawserTopic.TASKS,
                name,
                Task.newBuilder()
                        .setName(name)
                        .setNode(node)
                        .setObserved(state)
                        .addMounts(TaskMount.newBuilder().setSource("data").setTarget("/data"))
                        .build());
    }

    private <M extends Message> M await(Class<M> type, Predicate<M> wanted) {
        return Awaitility.await()
                .atMost(PATIENCE)
                .until(
                        () -> {
                            for (ConsumerRecord<byte[], byte[]> record : consumer.poll(Duration.ofMillis(200))) {
                                if (decoder.decode(record) instanceof Decoded.Known known) {
                                    heard.add(known.message());
                                }
                            }
                            return heard.stream()
                                    .filter(type::isInstance)
                                    .map(type::cast)
                                    .filter(wanted)
                                    .findFirst();
                        },
                        Optional::isPresent)
                .orElseThrow();
    }

    private String write(HawserTopic topic, String key, Message message) {
        String id = UUID.randomUUID().toString();
        send(ProducerRecords.of(encoder.encode(topic, key, id, message, Instant.now()), ignored -> 1));
        return id;
    }

    private void send(ProducerRecord<byte[], byte[]> record) {
        try {
            producer.send(record).get();
        } catch (ExecutionException e) {
            throw new AssertionError("cannot write to " + record.topic(), e.getCause());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    private KafkaConsumer<byte[], byte[]> consumer(String principal, Map<String, Object> more) {
        Map<String, Object> settings = new HashMap<>(clients.apply(principal));
        settings.put("auto.offset.reset", "earliest");
        settings.put("isolation.level", "read_committed");
        settings.put("enable.auto.commit", false);
        settings.putAll(more);
        return new KafkaConsumer<>(settings, new ByteArrayDeserializer(), new ByteArrayDeserializer());
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    @Override
    public void close() {
        producer.close(Duration.ZERO);
        consumer.close();
        stopPlugin.run();
    }
}
