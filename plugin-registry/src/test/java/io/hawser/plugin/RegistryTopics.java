package io.hawser.plugin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.google.protobuf.InvalidProtocolBufferException;
import io.hawser.bus.key.NodePlugin;
import io.hawser.bus.topic.HawserTopic;
import io.hawser.ledger.operator.api.CountedGauges;
import io.hawser.ledger.testkit.Topics;
import io.hawser.v1.CommandResult;
import io.hawser.v1.Fingerprint;
import io.hawser.v1.Plugin;
import io.hawser.v1.RegisterPluginInstance;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.awaitility.core.ConditionFactory;

/** What the tests write for the registry, and read of it. */
final class RegistryTopics {
    private RegistryTopics() {}

    static RegisterPluginInstance command(String plugin, String instance, String endpoint) {
        return RegisterPluginInstance.newBuilder()
                .setPlugin(plugin)
                .setInstance(instance)
                .setEndpoint(endpoint)
                .build();
    }

    static String register(Topics topics, String plugin, String instance, String endpoint) {
        return topics.say(HawserTopic.PLUGIN_COMMANDS, plugin, command(plugin, instance, endpoint));
    }

    static CommandResult parse(ConsumerRecord<byte[], byte[]> record) {
        try {
            return CommandResult.parseFrom(record.value());
        } catch (InvalidProtocolBufferException e) {
            throw new AssertionError("not a CommandResult", e);
        }
    }

    static void fingerprint(Topics topics, String node, String plugin) {
        fingerprint(topics, node, plugin, false);
    }

    static void fingerprint(Topics topics, String node, String plugin, boolean noController) {
        topics.say(
                HawserTopic.FINGERPRINTS,
                new NodePlugin(node, plugin).key(),
                Fingerprint.newBuilder()
                        .setNode(node)
                        .setPlugin(plugin)
                        .setHealthy(true)
                        .setNoController(noController)
                        .build());
    }

    static void awaitPlugin(Topics topics, String name, Consumer<Plugin> check) {
        soon().untilAsserted(() -> {
            List<ConsumerRecord<byte[], byte[]>> published = plugins(topics, name);
            assertThat(published).isNotEmpty();
            assertThat(published.getLast().value()).isNotNull();
            check.accept(Plugin.parseFrom(published.getLast().value()));
        });
    }

    static List<ConsumerRecord<byte[], byte[]>> plugins(Topics topics, String name) {
        return topics.read(HawserTopic.PLUGINS, name);
    }

    /** A gauge of a plugin, counted now. */
    static double counted(CountedGauges gauges, MeterRegistry metrics, String gauge, String plugin, boolean healthy) {
        gauges.count().await().atMost(Duration.ofSeconds(60));
        return metrics.get(gauge)
                .tag("plugin", plugin)
                .tag("healthy", String.valueOf(healthy))
                .gauge()
                .value();
    }

    static ConditionFactory soon() {
        return await().atMost(Duration.ofMinutes(2)).pollInterval(Duration.ofMillis(200));
    }
}
