package io.hawser.volume;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.hawser.bus.topic.HawserTopic;
import io.hawser.bus.topic.TopicNames;
import io.hawser.testkit.quarkus.EmbeddedServices;
import io.hawser.testkit.strict.StrictPlugin;
import io.hawser.testkit.strict.StrictPluginOptions;
import io.hawser.testkit.strict.fault.FaultScript;
import io.hawser.testkit.strict.history.Event;
import io.hawser.v1.CreateVolume;
import io.hawser.v1.MountAccess;
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
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@QuarkusTest
@TestProfile(CallsPerPluginIT.ThreeAtOnce.class)
@QuarkusTestResource(EmbeddedServices.class)
class CallsPerPluginIT {
    private static final int PLACES = 3;
    private static final int VOLUMES = 30;

    public static final class ThreeAtOnce implements QuarkusTestProfile {
        @Override
        public Map<String, String> getConfigOverrides() {
            return Map.of("hawser.volume.calls-per-plugin", Integer.toString(PLACES));
        }
    }

    @Inject
    @Identifier("default-kafka-broker")
    Map<String, Object> kafka;

    @Test
    @DisplayName(
            "A plugin never has more calls under way than it may, and its queue keeps no other plugin's volumes waiting")
    void aPluginHasItsPlacesAndDelaysNobodyElse() throws IOException {
        Path sockets = Files.createTempDirectory("hc");
        try (StrictPlugin slow = start(sockets, "slow", Duration.ofMillis(400));
                StrictPlugin quick = start(sockets, "quick", Duration.ZERO);
                Orchestrator orchestrator = new Orchestrator(kafka, TopicNames.DEFAULT)) {
            // Given
            register(orchestrator, "slow", slow);
            register(orchestrator, "quick", quick);
            for (int i = 0; i < VOLUMES; i++) {
                create(orchestrator, "slow-" + i, "slow");
            }

            // When
            create(orchestrator, "quick-0", "quick");
            awaitCreated(orchestrator, "quick-0");
            int slowWhenQuickWasDone = slow.volumes().size();
            for (int i = 0; i < VOLUMES; i++) {
                awaitCreated(orchestrator, "slow-" + i);
            }

            // Then
            assertThat(slowWhenQuickWasDone).isLessThan(VOLUMES);
            assertThat(mostInFlight(slow)).isEqualTo(PLACES);
            assertThat(slow.verdict().violations()).isEmpty();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"CreateVolume * * hang", "CreateVolume * * garbage undecodable"})
    @DisplayName("A plugin that never answers, or answers garbage, keeps nobody's volumes waiting but its own")
    void aBrokenPluginDelaysNobodyElse(String faults) throws IOException {
        Path sockets = Files.createTempDirectory("hc");
        String run = UUID.randomUUID().toString().substring(0, 8);
        String brokenName = "broken-" + run;
        String wellName = "well-" + run;
        try (StrictPlugin broken = StrictPlugin.start(StrictPluginOptions.at(sockets.resolve("broken.sock"))
                        .withName(brokenName)
                        .withFaults(FaultScript.parse(faults)));
                StrictPlugin well = start(sockets, wellName, Duration.ZERO);
                Orchestrator orchestrator = new Orchestrator(kafka, TopicNames.DEFAULT)) {
            // Given
            register(orchestrator, brokenName, broken);
            register(orchestrator, wellName, well);
            for (int i = 0; i < VOLUMES; i++) {
                create(orchestrator, brokenName + "-" + i, brokenName);
            }
            await().atMost(Duration.ofSeconds(30)).until(() -> mostInFlight(broken) > 0);

            // When
            for (int i = 0; i < VOLUMES; i++) {
                create(orchestrator, wellName + "-" + i, wellName);
            }

            // Then
            for (int i = 0; i < VOLUMES; i++) {
                awaitCreated(orchestrator, wellName + "-" + i);
            }
            assertThat(well.verdict().violations()).isEmpty();
        }
    }

    private static StrictPlugin start(Path sockets, String name, Duration latency) {
        return StrictPlugin.start(StrictPluginOptions.at(sockets.resolve(name + ".sock"))
                .withName(name)
                .withLatency(latency));
    }

    private static void register(Orchestrator orchestrator, String name, StrictPlugin plugin) {
        orchestrator.write(HawserTopic.PLUGINS, name, "p", StrictNodes.plugin(plugin, name, 1));
    }

    private static void create(Orchestrator orchestrator, String volume, String plugin) {
        orchestrator.write(
                HawserTopic.VOLUME_COMMANDS,
                volume,
                volume,
                CreateVolume.newBuilder()
                        .setName(volume)
                        .setSpec(VolumeSpec.newBuilder().setPlugin(plugin).setMount(MountAccess.getDefaultInstance()))
                        .build());
    }

    private static void awaitCreated(Orchestrator orchestrator, String volume) {
        orchestrator.await(
                HawserTopic.VOLUMES, volume, Volume.class, v -> v.getPhase() == VolumePhase.VOLUME_PHASE_CREATED);
    }

    private static int mostInFlight(StrictPlugin plugin) {
        Set<Long> open = new HashSet<>();
        int most = 0;
        for (Event event : plugin.events()) {
            if (event instanceof Event.CallArrived arrived
                    && arrived.call().rpc().wireName().equals("CreateVolume")) {
                open.add(arrived.call().id());
                most = Math.max(most, open.size());
            } else if (event instanceof Event.CallEnded ended) {
                open.remove(ended.call());
            }
        }
        return most;
    }
}
