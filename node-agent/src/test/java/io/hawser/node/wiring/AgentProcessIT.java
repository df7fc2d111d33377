package io.hawser.node.wiring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.hawser.bus.key.NodePlugin;
import io.hawser.embedded.process.ChildProcess;
import io.hawser.embedded.process.JavaCommand;
import io.hawser.embedded.process.Launch;
import io.hawser.embedded.process.LoopbackPort;
import io.hawser.embedded.process.Signal;
import io.hawser.v1.Assignment;
import io.hawser.v1.Event;
import io.hawser.v1.Fingerprint;
import io.hawser.v1.MountReport;
import io.hawser.v1.MountState;
import io.hawser.v1.SecretReference;
import io.restassured.RestAssured;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Stream;
import org.hamcrest.Matchers;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/**
 * The packaged agent as a process of its own: killed, stopped, started again. It runs as in a container: user 0 without
 * any capability, in a mount namespace that sees the plugin's mounts come and go and that nobody sees into.
 */
class AgentProcessIT {
    private static final Duration PATIENCE = Duration.ofMinutes(4);
    private static final String SECRET = "correct-horse-battery-staple";

    private static final List<String> CONTAINED = List.of(
            "unshare",
            "--mount",
            "--propagation",
            "slave",
            "setpriv",
            "--no-new-privs",
            "--bounding-set=-all",
            "--inh-caps=-all");

    private final List<ChildProcess> started = new ArrayList<>();
    private final int port = LoopbackPort.free();
    private Orchestra around;

    @BeforeEach
    void open() throws Exception {
        around = new Orchestra(AgentProcessIT.class);
        // As a node's root is where systemd runs: mounts below it are passed on.
        run("mount", "--bind", folder(), folder());
        run("mount", "--make-shared", folder());
        around.hostPath.start();
    }

    @AfterEach
    void close() throws Exception {
        started.stream().filter(ChildProcess::alive).forEach(ChildProcess::kill);
        around.close();
        run("umount", folder());
    }

    @Test
    @DisplayName("Killed at any moment, the agent brings two volumes in and out again, and nothing is left")
    void survivesKills() {
        // Given
        Assignment first = around.hostPath.attached("first");
        Assignment second = around.hostPath.attached("second");
        Random random = new Random(7);
        ChildProcess agent = start();
        awaitReady();
        // When
        for (int round = 0; round < 3; round++) {
            around.assignments.assign(first, "task-a" + round, "task-b" + round);
            around.assignments.assign(second, "task-c" + round);
            pauseUntilSomethingHappened(random);
            agent.kill();
            agent = start();
        }
        awaitMounted(first, "task-a2", "task-b2");
        awaitMounted(second, "task-c2");
        long mounted = around.mountsBelowRoot();
        around.assignments.letGo(first);
        around.assignments.letGo(second);
        pauseUntilSomethingHappened(random);
        agent.kill();
        start();
        // Then
        await().atMost(PATIENCE).untilAsserted(() -> {
            assertThat(around.report(first).getNothingLeft()).isTrue();
            assertThat(around.report(second).getNothingLeft()).isTrue();
        });
        assertThat(mounted).isPositive();
        assertThat(around.mountsBelowRoot()).isZero();
        assertThat(around.root.resolve("volumes")).isEmptyDirectory();
    }

    @Test
    @DisplayName("SIGTERM ends the agent in good order and leaves its mounts; "
            + "health, mounts and plugins can be asked before")
    void stopsInGoodOrderAndLeavesItsMounts() {
        // Given
        Assignment volume = around.hostPath.attached("data");
        ChildProcess agent = start();
        awaitReady();
        around.assignments.assign(volume, "task-a");
        awaitMounted(volume, "task-a");
        long mounted = around.mountsBelowRoot();
        String url = "http://127.0.0.1:" + port;
        RestAssured.get(url + "/v1/mounts").then().body("items[0].targets[0].state", Matchers.equalTo("PUBLISHED"));
        RestAssured.get(url + "/v1/plugins").then().body("items[0].healthy", Matchers.equalTo(true));
        RestAssured.get(url + "/q/health/live").then().statusCode(200);
        RestAssured.get(url + "/q/health/started").then().statusCode(200);
        RestAssured.get(url + "/q/metrics").then().body(Matchers.containsString("csi_sidecar_operations_seconds"));
        // When
        boolean ended = agent.stop(Signal.TERM, Duration.ofMinutes(2));
        // Then
        assertThat(ended).isTrue();
        // In this profile the log is for a person's eyes.
        assertThat(around.root.resolveSibling("agent.log"))
                .content()
                .contains("its mounts stay (1 volumes)")
                .contains("node-agent runs")
                .doesNotContain("its relay listens")
                .doesNotContain("\"loggerName\":");
        assertThat(around.mountsBelowRoot()).isEqualTo(mounted);
        // The broker may store the last record after the process has ended. A look without an answer is not it.
        await().atMost(PATIENCE).untilAsserted(() -> assertThat(around.fingerprints.newest(
                        Fingerprint.class, new NodePlugin(Orchestra.NODE, HostPath.NAME).key()))
                .hasValueSatisfying(last -> {
                    assertThat(last.getHealthy()).isFalse();
                    assertThat(last.getMessage()).isEqualTo("node-agent has ended; its mounts stay");
                }));
        start();
        around.assignments.letGo(volume);
        await().atMost(PATIENCE)
                .untilAsserted(
                        () -> assertThat(around.report(volume).getNothingLeft()).isTrue());
    }

    @Test
    @DisplayName("A volume's secret goes to its plugin; "
            + "its value is in no line of the debug log, no report and no file of the agent")
    void secretsAreNowhere() throws Exception {
        // Given
        Path secrets = Files.createDirectory(around.root.resolveSibling("secrets"));
        Assignment volume = around.hostPath.attached("secretive").toBuilder()
                .addSecrets(SecretReference.newBuilder().setKey("password").setName("storage-password"))
                .build();
        Files.writeString(
                Files.createDirectory(secrets.resolve(volume.getPlugin())).resolve("storage-password"), SECRET);
        start(Map.of(
                "HAWSER_SECRETS_DIR", secrets.toString(),
                "QUARKUS_LOG_CATEGORY__IO_HAWSER__LEVEL", "DEBUG",
                "QUARKUS_LOG_CATEGORY__IO_GRPC__LEVEL", "DEBUG"));
        awaitReady();

        // When
        around.assignments.assign(volume, "task-a");
        awaitMounted(volume, "task-a");

        // Then
        String hex = HexFormat.of().formatHex(SECRET.getBytes(StandardCharsets.UTF_8));
        assertThat(around.root.resolveSibling("agent.log"))
                .content()
                .contains("NodeStageVolumeRequest", "NodePublishVolumeRequest", "secrets: ***stripped***")
                .doesNotContain(SECRET, hex);
        assertThat(around.report(volume).toString()).doesNotContain(SECRET);
        assertThat(filesOfTheAgent()).isNotEmpty().allSatisfy(file -> assertThat(Files.readString(file))
                .doesNotContain(SECRET));
        around.assignments.letGo(volume);
        await().atMost(PATIENCE)
                .untilAsserted(
                        () -> assertThat(around.report(volume).getNothingLeft()).isTrue());
    }

    @Test
    @DisplayName("An agent that is to see who holds a mount, and may not see every process, says so in an event of its"
            + " node")
    void whoHoldsAMountIsNotSeen() {
        // When
        start(Map.of("HAWSER_FIND_HOLDERS", "true"));
        // Then
        await().atMost(PATIENCE)
                .untilAsserted(() -> assertThat(around.events.all(Event.class, "node/" + Orchestra.NODE))
                        .filteredOn(event -> event.getReason().equals("HoldersUnseen"))
                        .extracting(Event::getMessage)
                        .singleElement()
                        .asString()
                        .contains("hawser.find-holders", "CAP_SYS_PTRACE"));
    }

    private List<Path> filesOfTheAgent() throws IOException {
        try (Stream<Path> below = Files.walk(around.root)) {
            return below.filter(Files::isRegularFile).toList();
        }
    }

    private ChildProcess start() {
        return start(Map.of());
    }

    private ChildProcess start(Map<String, String> more) {
        List<String> command = new ArrayList<>(CONTAINED);
        command.addAll(JavaCommand.ofService(256, List.of(), Path.of("target")));
        Map<String, String> environment = new HashMap<>(Map.of(
                "QUARKUS_PROFILE", "local",
                "QUARKUS_HTTP_PORT", Integer.toString(port),
                "KAFKA_BOOTSTRAP_SERVERS", around.bootstrap,
                "HAWSER_TOPICS_PREFIX", around.names.prefix(),
                "HAWSER_NODE", Orchestra.NODE,
                "HAWSER_ROOT", around.rootByLink.toString(),
                "HAWSER_PLUGIN_DIR", around.plugins.toString()));
        environment.putAll(more);
        ChildProcess agent = ChildProcess.start(new Launch(
                "node-agent", command, environment, around.root.resolveSibling("agent.log"), Launch.Lifetime.WITH_US));
        started.add(agent);
        return agent;
    }

    private String folder() {
        return around.root.getParent().toString();
    }

    private static void run(String... command) throws IOException, InterruptedException {
        assertThat(new ProcessBuilder(command).inheritIO().start().waitFor())
                .as(String.join(" ", command))
                .isZero();
    }

    private void awaitReady() {
        await().atMost(PATIENCE).ignoreExceptions().untilAsserted(() -> RestAssured.get(
                        "http://127.0.0.1:" + port + "/q/health/ready")
                .then()
                .statusCode(200));
    }

    /** The seed says after how many looks, so that the kill falls at another step each time. */
    private void pauseUntilSomethingHappened(Random random) {
        int looks = 1 + random.nextInt(20);
        List<Long> seen = new ArrayList<>();
        await().atMost(PATIENCE).pollInterval(Duration.ofMillis(100)).until(() -> {
            seen.add(around.mountsBelowRoot());
            return seen.size() >= looks;
        });
    }

    private void awaitMounted(Assignment assignment, String... targets) {
        await().atMost(PATIENCE).untilAsserted(() -> {
            MountReport report = around.report(assignment);
            assertThat(report.getTargetsList())
                    .filteredOn(target -> target.getState() == MountState.MOUNT_STATE_MOUNTED)
                    .extracting("id")
                    .containsExactlyInAnyOrder((Object[]) targets);
        });
    }
}
