package io.hawser.volume;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.hawser.bus.topic.HawserTopic;
import io.hawser.bus.topic.TopicNames;
import io.hawser.testkit.quarkus.EmbeddedServices;
import io.hawser.testkit.strict.StrictPlugin;
import io.hawser.testkit.strict.StrictPluginOptions;
import io.hawser.testkit.strict.fault.Fault;
import io.hawser.testkit.strict.fault.FaultScript;
import io.hawser.testkit.strict.history.Event.CallArrived;
import io.hawser.testkit.strict.rule.Limits;
import io.hawser.v1.CreateVolume;
import io.hawser.v1.Event;
import io.hawser.v1.MountAccess;
import io.hawser.v1.Plugin;
import io.hawser.v1.Volume;
import io.hawser.v1.VolumePhase;
import io.hawser.v1.VolumeSpec;
import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.QuarkusTestProfile;
import io.quarkus.test.junit.TestProfile;
import io.smallrye.common.annotation.Identifier;
import jakarta.inject.Inject;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@QuarkusTest
@TestProfile(SweepIT.Often.class)
@QuarkusTestResource(EmbeddedServices.class)
class SweepIT {
    private static final String PLUGIN = "swept";
    private static final String STRAY = "hawser-0123456789abcdef01234567";
    private static final int VOLUMES = 5;

    public static final class Often implements QuarkusTestProfile {
        @Override
        public Map<String, String> getConfigOverrides() {
            return Map.of(
                    "hawser.volume.sweep-every",
                    "500ms",
                    "hawser.volume.sweep-page",
                    "2",
                    "hawser.volume.rpc-deadline",
                    "2s",
                    "hawser.volume.rejected-interval",
                    "1500ms");
        }
    }

    @Inject
    @Identifier("default-kafka-broker")
    Map<String, Object> kafka;

    @Test
    @DisplayName(
            "What the plugin lists differently is a condition or an event for a person, and nothing is made or deleted for it")
    void whatIsListedDifferentlyIsSaidAndLeftAlone() throws IOException {
        Path sockets = Files.createTempDirectory("hs");
        try (StrictPlugin strict = StrictPlugin.start(StrictPluginOptions.at(sockets.resolve("c.sock"))
                        .withName(PLUGIN)
                        .withAdopted(List.of(STRAY, "somebody-elses")));
                Orchestrator orchestrator = new Orchestrator(kafka, TopicNames.DEFAULT)) {
            // Given
            orchestrator.write(HawserTopic.PLUGINS, PLUGIN, "p", record(strict, PLUGIN));
            for (int i = 0; i < VOLUMES; i++) {
                create(orchestrator, "s" + i);
            }
            for (int i = 0; i < VOLUMES; i++) {
                orchestrator.await(
                        HawserTopic.VOLUMES,
                        "s" + i,
                        Volume.class,
                        v -> v.getPhase() == VolumePhase.VOLUME_PHASE_CREATED);
            }
            Event stray =
                    orchestrator.await(HawserTopic.EVENTS, "plugin/" + PLUGIN, Event.class, event -> event.getReason()
                            .equals("UnknownVolume"));
            int standing = strict.volumes().size();
            var verdict = strict.verdict();

            // When
            strict.die(Fault.Die.Memory.WITHOUT_STATE);
            strict.comeBack();

            // Then
            assertThat(stray.getMessage()).contains(STRAY);
            assertThat(standing).isEqualTo(VOLUMES + 2);
            assertThat(verdict.violations()).isEmpty();
            Volume lost =
                    orchestrator.await(HawserTopic.VOLUMES, "s0", Volume.class, v -> v.getConditionsList().stream()
                            .anyMatch(condition -> condition.getType().equals("NotListed")));
            assertThat(lost.getPhase()).isEqualTo(VolumePhase.VOLUME_PHASE_CREATED);
            await().atMost(Duration.ofSeconds(30)).until(() -> calls(strict, "ListVolumes") > 10);
            assertThat(calls(strict, "CreateVolume")).isEqualTo(VOLUMES);
            assertThat(calls(strict, "DeleteVolume")).isZero();
            assertThat(strict.volumes()).isEmpty();
        }
    }

    @Test
    @DisplayName(
            "A listing that got no answer, or a refusal, is asked for again after a pause that counts from its end")
    void aListingThatFailedIsAskedForAgainAfterAPause() throws IOException {
        Path sockets = Files.createTempDirectory("hs");
        try (StrictPlugin strict = StrictPlugin.start(StrictPluginOptions.at(sockets.resolve("c.sock"))
                        .withName("unheard")
                        .withFaults(FaultScript.parse("""
                                ListVolumes * 1 hang
                                ListVolumes * 2 error RESOURCE_EXHAUSTED
                                """))
                        .withLimits(Limits.standard()
                                .withGaps(Duration.ofMillis(400), Duration.ofMinutes(2), Duration.ofMillis(1400))));
                Orchestrator orchestrator = new Orchestrator(kafka, TopicNames.DEFAULT)) {
            // When
            orchestrator.write(HawserTopic.PLUGINS, "unheard", "u", record(strict, "unheard"));
            await().atMost(Duration.ofSeconds(30)).until(() -> calls(strict, "ListVolumes") > 3);

            // Then
            assertThat(strict.verdict().violations()).isEmpty();
        }
    }

    private static Plugin record(StrictPlugin strict, String name) {
        return Plugin.newBuilder()
                .setName(name)
                .setCurrent("c")
                .setEndpoint(strict.controllerEndpoint())
                .addPluginCapabilities(1)
                .addAllControllerCapabilities(List.of(1, 2, 3, 10))
                .setCapabilitiesKnown(true)
                .setRevision(1)
                .build();
    }

    private static long calls(StrictPlugin strict, String rpc) {
        return strict.events().stream()
                .filter(event -> event instanceof CallArrived arrived
                        && arrived.call().rpc().wireName().equals(rpc))
                .count();
    }

    private static void create(Orchestrator orchestrator, String volume) {
        orchestrator.write(
                HawserTopic.VOLUME_COMMANDS,
                volume,
                volume,
                CreateVolume.newBuilder()
                        .setName(volume)
                        .setSpec(VolumeSpec.newBuilder().setPlugin(PLUGIN).setMount(MountAccess.getDefaultInstance()))
                        .build());
    }
}
