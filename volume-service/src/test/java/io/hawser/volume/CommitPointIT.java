package io.hawser.volume;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.hawser.bus.topic.HawserTopic;
import io.hawser.bus.topic.TopicCreator;
import io.hawser.bus.topic.TopicNames;
import io.hawser.ledger.fault.CommitPoint;
import io.hawser.testkit.broker.SharedBroker;
import io.hawser.testkit.postgres.SharedPostgres;
import io.hawser.testkit.process.ScratchFolder;
import io.hawser.testkit.service.PackagedService;
import io.hawser.testkit.strict.StrictPlugin;
import io.hawser.testkit.strict.StrictPluginOptions;
import io.hawser.v1.Assignment;
import io.hawser.v1.CreateVolume;
import io.hawser.v1.MountAccess;
import io.hawser.v1.Node;
import io.hawser.v1.Plugin;
import io.hawser.v1.Task;
import io.hawser.v1.TaskMount;
import io.hawser.v1.Volume;
import io.hawser.v1.VolumePhase;
import io.hawser.v1.VolumeSpec;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import org.apache.kafka.clients.admin.Admin;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The packaged service halts at each commit point in turn, starts again, and goes on as if nothing had been. */
class CommitPointIT {
    private int wishes;

    @ParameterizedTest
    @EnumSource(CommitPoint.class)
    @DisplayName("Killed at a commit point and started again, the service loses nothing and does nothing twice")
    void killedAtACommitPointAndStartedAgainItGoesOn(CommitPoint point) throws Exception {
        // Given
        TopicNames names =
                new TopicNames("cp-" + point.name().toLowerCase(Locale.ROOT).replace('_', '-'));
        Map<String, Object> kafka = Map.of("bootstrap.servers", SharedBroker.bootstrapServers());
        try (Admin admin = Admin.create(kafka)) {
            new TopicCreator(admin, names).ensure(List.of(HawserTopic.values()));
        }
        Path sockets = Files.createTempDirectory("cp");
        try (StrictPlugin strict = StrictPlugin.start(
                        StrictPluginOptions.at(sockets.resolve("c.sock")).withNode("n1", sockets.resolve("n1.sock")));
                Orchestrator orchestrator = new Orchestrator(kafka, names);
                PackagedService service = new PackagedService(
                        "volume-service",
                        SharedPostgres.freshDatabase("commit_point"),
                        names.prefix(),
                        ScratchFolder.create("commit-point").resolve("service.log"))) {
            describeTheWorld(orchestrator, strict);
            // When
            service.start(Map.of("HAWSER_LEDGER_FAULTS_HALT_AT", point.name()));
            wishUntil(orchestrator, () -> !service.alive());
            service.start(Map.of());
            wishUntil(orchestrator, () -> !strict.volumes().isEmpty());
            // Then
            orchestrator.await(
                    HawserTopic.VOLUMES, "v", Volume.class, v -> v.getPhase() == VolumePhase.VOLUME_PHASE_CREATED);
            Assignment assignment = orchestrator.await(HawserTopic.ASSIGNMENTS, "n1/v", Assignment.class, a -> true);
            assertThat(assignment.getTargetsList())
                    .extracting(target -> target.getId())
                    .containsExactly("t.0");
            assertThat(strict.volumes()).hasSize(1);
            assertThat(strict.verdict().violations()).isEmpty();
        }
    }

    private static void describeTheWorld(Orchestrator orchestrator, StrictPlugin strict) {
        String plugin = StrictPluginOptions.DEFAULT_NAME;
        orchestrator.write(
                HawserTopic.PLUGINS,
                plugin,
                "p",
                Plugin.newBuilder()
                        .setName(plugin)
                        .setCurrent("c")
                        .setEndpoint(strict.controllerEndpoint())
                        .addPluginCapabilities(1)
                        .addAllControllerCapabilities(List.of(1, 2))
                        .setRevision(1)
                        .build());
        orchestrator.write(
                HawserTopic.NODES, "n1", "n1", Node.newBuilder().setName("n1").build());
        orchestrator.write(
                HawserTopic.FINGERPRINTS, "n1/" + plugin, "f", StrictNodes.fingerprint(strict, plugin, "n1", 1));
        orchestrator.write(
                HawserTopic.TASKS,
                "t",
                "t",
                Task.newBuilder()
                        .setName("t")
                        .setNode("n1")
                        .addMounts(TaskMount.newBuilder().setSource("v").setTarget("/data"))
                        .build());
    }

    /** A wish that is read before its plugin is refused, and one after the volume is there too: whoever retries is answered. */
    private void wishUntil(Orchestrator orchestrator, Callable<Boolean> condition) {
        await().atMost(Duration.ofSeconds(90))
                .pollInterval(Duration.ofMillis(500))
                .until(() -> {
                    orchestrator.write(
                            HawserTopic.VOLUME_COMMANDS,
                            "v",
                            "create-" + wishes++,
                            CreateVolume.newBuilder()
                                    .setName("v")
                                    .setSpec(VolumeSpec.newBuilder()
                                            .setPlugin(StrictPluginOptions.DEFAULT_NAME)
                                            .setMount(MountAccess.getDefaultInstance()))
                                    .build());
                    return condition.call();
                });
    }
}
