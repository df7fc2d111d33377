package io.hawser.plugin;

import static io.hawser.plugin.RegistryTopics.awaitPlugin;
import static io.hawser.plugin.RegistryTopics.parse;
import static io.hawser.plugin.RegistryTopics.plugins;
import static io.hawser.plugin.RegistryTopics.register;
import static io.hawser.plugin.RegistryTopics.soon;
import static io.restassured.RestAssured.given;
import static org.assertj.core.api.Assertions.assertThat;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.not;
import static org.hamcrest.Matchers.nullValue;

import com.google.protobuf.InvalidProtocolBufferException;
import io.hawser.bus.topic.HawserTopic;
import io.hawser.ledger.operator.api.CountedGauges;
import io.hawser.ledger.testkit.Topics;
import io.hawser.strict.StrictPlugin;
import io.hawser.strict.StrictPluginOptions;
import io.hawser.strict.fault.FaultScript;
import io.hawser.testkit.quarkus.EmbeddedServices;
import io.hawser.v1.CommandResult.OutcomeCase;
import io.hawser.v1.DeregisterPluginInstance;
import io.hawser.v1.Plugin;
import io.hawser.v1.PluginInstance;
import io.micrometer.core.instrument.MeterRegistry;
import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import io.restassured.response.ValidatableResponse;
import jakarta.inject.Inject;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Instances of plugins come, serve, fail and go. */
@QuarkusTest
@TestProfile(RegistryIT.Quick.class)
@QuarkusTestResource(EmbeddedServices.class)
class InstancesIT {
    @Inject
    CountedGauges gauges;

    @Inject
    MeterRegistry metrics;

    private static Topics topics;
    private static Path sockets;

    @BeforeAll
    static void open() throws IOException {
        topics = new Topics();
        sockets = Files.createTempDirectory("reg");
    }

    @AfterAll
    static void close() {
        topics.close();
    }

    @Test
    @Tag("nomad-13")
    @Tag("nomad-17")
    @Tag("nomad-18")
    @DisplayName("the newest healthy instance serves; when it dies or is deregistered the next does; "
            + "with the last the plugin goes")
    void aPluginsLife() {
        // Given
        String name = "life.example.com";
        try (StrictPlugin a = start(name, "life-a")) {
            // When
            String id = register(topics, name, "a", endpoint("life-a"));
            // Then
            soon().untilAsserted(() -> assertThat(topics.read(HawserTopic.COMMAND_RESULTS, id))
                    .extracting(answer -> parse(answer).getOutcomeCase())
                    .containsExactly(OutcomeCase.ACCEPTED, OutcomeCase.DONE));
            awaitPlugin(topics, name, plugin -> {
                assertThat(plugin.getCurrent()).isEqualTo("a");
                assertThat(plugin.getEndpoint()).isEqualTo(endpoint("life-a"));
                assertThat(plugin.getControllerCapabilitiesList()).contains(1);
                assertThat(plugin.getPluginCapabilitiesList()).contains(1);
                assertThat(plugin.getControllersHealthy()).isEqualTo(1);
            });
            // When
            try (StrictPlugin b = start(name, "life-b")) {
                register(topics, name, "b", endpoint("life-b"));
                awaitPlugin(topics, name, plugin -> {
                    assertThat(plugin.getCurrent()).isEqualTo("b");
                    assertThat(plugin.getInstancesList())
                            .extracting(PluginInstance::getName)
                            .containsExactly("b", "a");
                });
            }
            // Then
            awaitPlugin(topics, name, plugin -> {
                assertThat(plugin.getCurrent()).isEqualTo("a");
                assertThat(plugin.getInstances(0).getHealthy()).isFalse();
                assertThat(plugin.getInstances(0).getMessage()).isNotEmpty();
            });
            soon().untilAsserted(() -> {
                assertThat(counted("hawser_plugin_instances", name, true)).isEqualTo(1);
                assertThat(counted("hawser_plugin_instances", name, false)).isEqualTo(1);
                assertThat(counted("hawser_plugin_nodes", name, true)).isZero();
            });
            // When
            deregister(name, "b");
            deregister(name, "a");
            // Then
            soon().untilAsserted(() ->
                    assertThat(plugins(topics, name).getLast().value()).isNull());
            given().get("/v1/plugins/" + name).then().statusCode(404);
        }
    }

    @Test
    @Tag("nomad-52")
    @DisplayName("when the current instance is deregistered while it is well, the next record names the next newest:"
            + " none says that nobody serves")
    void aHealthyCurrentOneGoes() throws InvalidProtocolBufferException {
        // Given
        String name = "handover.example.com";
        try (StrictPlugin a = start(name, "handover-a");
                StrictPlugin b = start(name, "handover-b")) {
            register(topics, name, "a", endpoint("handover-a"));
            awaitPlugin(topics, name, plugin -> assertThat(plugin.getCurrent()).isEqualTo("a"));
            register(topics, name, "b", endpoint("handover-b"));
            awaitPlugin(topics, name, plugin -> assertThat(plugin.getCurrent()).isEqualTo("b"));
            // When
            deregister(name, "b");
            // Then
            awaitPlugin(topics, name, plugin -> assertThat(plugin.getInstancesCount())
                    .isEqualTo(1));
            List<String> served = new ArrayList<>();
            for (ConsumerRecord<byte[], byte[]> record : plugins(topics, name)) {
                served.add(Plugin.parseFrom(record.value()).getCurrent());
            }
            assertThat(served.subList(served.lastIndexOf("b"), served.size())).startsWith("b", "a");
        }
    }

    @Test
    @DisplayName("a plugin that names itself otherwise is never current, and says why")
    void aMisnamedPlugin() {
        // Given
        try (StrictPlugin other = start("other.example.com", "misnamed")) {
            // When
            register(topics, "misnamed.example.com", "a", endpoint("misnamed"));
            // Then
            awaitPlugin(topics, "misnamed.example.com", plugin -> {
                assertThat(plugin.getCurrent()).isEmpty();
                assertThat(plugin.getInstances(0).getMessage()).contains("names itself 'other.example.com'");
            });
        }
    }

    @Test
    @Tag("nomad-14")
    @Tag("nomad-15")
    @Tag("nomad-W9")
    @DisplayName("an instance whose socket comes later is found by itself; a plugin that stays silent delays nobody")
    void aLateSocket() throws IOException {
        // Given
        String name = "late.example.com";
        register(topics, "nobody.example.com", "a", endpoint("nobody"));
        try (StrictPlugin silent = silent("silent.example.com", "silent")) {
            register(topics, "silent.example.com", "a", endpoint("silent"));
            register(topics, name, "a", endpoint("late"));
            awaitPlugin(
                    topics, name, plugin -> assertThat(plugin.getInstances(0).getMessage())
                            .contains("does not answer"));
            String since = instance(name).extract().path("items[0].unhealthySince");
            assertThat(since).isNotNull();
            // When
            try (StrictPlugin late = start(name, "late")) {
                // Then
                awaitPlugin(topics, name, plugin -> {
                    assertThat(plugin.getCurrent()).isEqualTo("a");
                    assertThat(plugin.getInstances(0).hasUnhealthySince()).isFalse();
                });
                instance(name).body("items[0].unhealthySince", nullValue());
                // An answer that changes nothing counts as a probe.
                String asked = instance(name).extract().path("items[0].lastProbe");
                assertThat(Instant.parse(asked)).isAfter(Instant.parse(since));
                soon().untilAsserted(() -> instance(name).body("items[0].lastProbe", not(equalTo(asked))));
            }
            awaitPlugin(topics, "silent.example.com", plugin -> {
                assertThat(plugin.getCapabilitiesKnown()).isFalse();
                assertThat(plugin.getInstances(0).getMessage()).isNotEmpty().isNotEqualTo("not asked yet");
            });
        }
    }

    private static ValidatableResponse instance(String plugin) {
        return given().get("/v1/plugins/" + plugin + "/instances").then().statusCode(200);
    }

    private static StrictPlugin start(String name, String socket) {
        return StrictPlugin.start(
                StrictPluginOptions.at(sockets.resolve(socket)).withName(name));
    }

    /** It takes every question and answers none. */
    private static StrictPlugin silent(String name, String socket) {
        return StrictPlugin.start(
                StrictPluginOptions.at(sockets.resolve(socket)).withName(name).withFaults(FaultScript.parse("""
                        GetPluginInfo         * * hang
                        GetPluginCapabilities * * hang
                        Probe                 * * hang
                        """)));
    }

    private static String endpoint(String socket) {
        return "unix://" + sockets.resolve(socket);
    }

    private double counted(String gauge, String plugin, boolean healthy) {
        return RegistryTopics.counted(gauges, metrics, gauge, plugin, healthy);
    }

    private static void deregister(String plugin, String instance) {
        topics.say(
                HawserTopic.PLUGIN_COMMANDS,
                plugin,
                DeregisterPluginInstance.newBuilder()
                        .setPlugin(plugin)
                        .setInstance(instance)
                        .build());
    }
}
