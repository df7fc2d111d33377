package io.hawser.cli.command;

import static java.util.stream.Collectors.toMap;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.Message;
import io.hawser.bus.topic.HawserTopic;
import io.hawser.bus.topic.TopicNames;
import io.hawser.cli.topic.TopicReader;
import io.hawser.cli.topic.TopicWriter;
import io.hawser.testkit.sample.Samples;
import io.hawser.testkit.shared.SharedBroker;
import io.hawser.v1.CreateVolume;
import io.hawser.v1.ForgetMount;
import io.hawser.v1.Network;
import io.hawser.v1.Node;
import io.hawser.v1.RegisterVolume;
import io.hawser.v1.RemoveVolume;
import io.hawser.v1.Service;
import io.hawser.v1.Task;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.Clock;
import java.util.EnumSet;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

/**
 * What the commands write is what the committed samples say. No service answers: what is written stands, whoever reads
 * it.
 */
class WrittenRecordsIT {
    private static final TopicNames TOPICS =
            new TopicNames(SharedBroker.freshPrefix(WrittenRecordsIT.class).replaceAll("\\.$", ""));
    private static final String NOBODY = "http://127.0.0.1:1";
    private static final Set<HawserTopic> WRITTEN = EnumSet.of(
            HawserTopic.VOLUME_COMMANDS,
            HawserTopic.TASKS,
            HawserTopic.SERVICES,
            HawserTopic.NETWORKS,
            HawserTopic.NODES);

    @BeforeAll
    static void topics() throws Exception {
        try (Admin admin = Admin.create(Map.of("bootstrap.servers", SharedBroker.bootstrapServers()))) {
            CommandLineFixture.ensure(admin, TOPICS, WRITTEN);
            // What a command waits for.
            CommandLineFixture.ensure(admin, TOPICS, EnumSet.of(HawserTopic.COMMAND_RESULTS));
        }
    }

    @Test
    @DisplayName("volume create writes the sample of a block volume that many nodes share")
    void volumeCreate() {
        hawser("volume create disk --plugin csi.example.org --scope multi-node --sharing all --block --timeout 1");

        isSample("create-volume-block", CreateVolume.getDefaultInstance());
    }

    @Test
    @DisplayName("volume register writes the sample of a volume that its plugin has already")
    void volumeRegister() {
        hawser("volume register archive --plugin csi.example.org --id vol-0a1b --context pool=a --timeout 1");

        isSample("register-volume", RegisterVolume.getDefaultInstance());
    }

    @Test
    @DisplayName("volume forget-mount writes the sample of that command")
    void forgetMount() throws Exception {
        hawser("volume forget-mount data --node node-1 --timeout 1");

        isSample("forget-mount", ForgetMount.getDefaultInstance());
    }

    @Test
    @DisplayName("volume forget-mount --detached writes the sample that says so")
    void forgetMountDetached() throws Exception {
        hawser("volume forget-mount data --node node-1 --detached --timeout 1");

        isSample("forget-mount-detached", ForgetMount.getDefaultInstance());
    }

    @Test
    @DisplayName("volume remove writes the sample of a removal with all that can be said about it")
    void volumeRemove() {
        hawser("volume remove data --force --only-if-unused --timeout 1");

        isSample("remove-volume", RemoveVolume.getDefaultInstance());
    }

    @Test
    @DisplayName("task start and task stop write the samples of a task that was placed and of one that has ended")
    void task() {
        hawser("task start task-1 --node node-1 --service app --mount data:/data "
                + "--mount group:fast:/cache:ro --no-wait");
        isSample("task-placed", Task.getDefaultInstance());

        hawser("task stop task-1 --no-wait");
        isSample("task-ended", Task.getDefaultInstance());
    }

    @Test
    @DisplayName("service create and service remove write the sample of a service that shall go")
    void service() {
        hawser("service create app --network net --volume data:retain --volume scratch:delete --no-wait");
        hawser("service remove app --no-wait");

        isSample("service", Service.getDefaultInstance());
    }

    @Test
    @DisplayName("network create and network remove write the sample of a network that shall go")
    void network() {
        hawser("network create net --no-wait");
        hawser("network remove net --no-wait");

        isSample("network", Network.getDefaultInstance());
    }

    @Test
    @DisplayName("node fence writes the whole record again, as the sample of a fenced node says it")
    void nodeFence() throws Exception {
        Node sample = Node.parseFrom(Samples.named("node").bytes());
        try (var orchestrator = new TopicWriter(SharedBroker.bootstrapServers(), TOPICS, "test", Clock.systemUTC())) {
            orchestrator.write(
                    HawserTopic.NODES,
                    "node-1",
                    sample.toBuilder().setFenced(false).build());
        }

        hawser("node fence node-1 --yes --although-heard --no-wait");

        isSample("node", Node.getDefaultInstance());
    }

    @ParameterizedTest
    @DisplayName("What would wait at an address that is none writes nothing: a removal cannot be taken back")
    @ValueSource(
            strings = {
                "volume create misled --plugin csi.example.org --unchecked",
                "volume register misled --plugin csi.example.org --id i --unchecked",
                "volume remove misled",
                "volume forget-mount misled --node node-1",
                "service create misled",
                "service remove misled-before --wait",
                "node drain misled-before --wait",
                "republish"
            })
    void nothingWithoutTheServicesAddress(String line) throws Exception {
        // Given
        String name = "misled-before";
        try (var orchestrator = new TopicWriter(SharedBroker.bootstrapServers(), TOPICS, "test", Clock.systemUTC())) {
            orchestrator.write(
                    HawserTopic.SERVICES,
                    name,
                    Service.newBuilder().setName(name).build());
            orchestrator.write(
                    HawserTopic.NODES, name, Node.newBuilder().setName(name).build());
        }
        Map<TopicPartition, Long> before = ends();

        // When
        int exit = hawser(line, "nonsense");

        // Then
        assertThat(exit).isEqualTo(2);
        assertThat(ends()).isEqualTo(before);
    }

    /** The ends of all topics that commands write. */
    private static Map<TopicPartition, Long> ends() throws Exception {
        try (Admin admin = Admin.create(Map.of("bootstrap.servers", SharedBroker.bootstrapServers()))) {
            Map<TopicPartition, OffsetSpec> asked =
                    admin
                            .describeTopics(WRITTEN.stream().map(TOPICS::of).toList())
                            .allTopicNames()
                            .get()
                            .values()
                            .stream()
                            .flatMap(topic -> topic.partitions().stream()
                                    .map(partition -> new TopicPartition(topic.name(), partition.partition())))
                            .collect(toMap(partition -> partition, partition -> OffsetSpec.latest()));
            return admin.listOffsets(asked).all().get().entrySet().stream()
                    .collect(toMap(Map.Entry::getKey, end -> end.getValue().offset()));
        }
    }

    private static void isSample(String name, Message type) {
        Samples.Sample sample = Samples.named(name);
        HawserTopic topic = EnumSet.allOf(HawserTopic.class).stream()
                .filter(each -> each.suffix().equals(sample.topic()))
                .findFirst()
                .orElseThrow();
        Message written = new TopicReader(SharedBroker.bootstrapServers(), TOPICS)
                .last(topic, sample.key(), type)
                .orElseThrow();
        assertThat(written.toByteArray()).as(name).isEqualTo(sample.bytes());
    }

    private static void hawser(String line) {
        hawser(line, NOBODY);
    }

    /** @return the exit status */
    private static int hawser(String line, String services) {
        CommandLine commandLine = HawserCli.commandLine(Map.of(
                "HAWSER_HOME",
                "/nonexistent",
                "HAWSER_TOPICS_PREFIX",
                TOPICS.prefix(),
                "HAWSER_BOOTSTRAP",
                SharedBroker.bootstrapServers(),
                "HAWSER_VOLUME_SERVICE_URL",
                services,
                "HAWSER_PLUGIN_REGISTRY_URL",
                NOBODY,
                "HAWSER_DEALLOCATOR_SERVICE_URL",
                services));
        commandLine.setOut(new PrintWriter(new StringWriter()));
        commandLine.setErr(new PrintWriter(new StringWriter()));
        return commandLine.execute(line.split(" "));
    }
}
