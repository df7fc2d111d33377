package io.hawser.local.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.hawser.bus.service.HawserService;
import io.hawser.embedded.process.ProcessId;
import io.hawser.embedded.process.Signal;
import io.hawser.local.layout.LocalLayout;
import io.hawser.local.process.FolderProcesses;
import io.hawser.local.service.LocalServices;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.ClassOrderer;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestClassOrder;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Two copies of everything, in two data folders, from their start to their purge. A start takes half a minute on two
 * cores, so what is shown of a running copy is shown on these.
 */
@TestClassOrder(ClassOrderer.OrderAnnotation.class)
class LifecycleIT {
    /** The other copy starts beside the session, two processes at a time. */
    private static final Duration AT_MOST = Duration.ofMinutes(10);

    private static final Copy DETACHED = new Copy("detached");
    private static final Copy FOREGROUND = new Copy("foreground");
    private static Process foreground;

    @BeforeAll
    static void bothStart() throws Exception {
        assertThat(DETACHED.programs().run("up", "--detach"))
                .as("%s", DETACHED.programs().said())
                .isZero();
        // It gets ready beside the first plays.
        foreground = FOREGROUND.programs().start("up");
    }

    @AfterAll
    static void nothingStays() throws Exception {
        foreground.destroy();
        foreground.waitFor();
        try (DETACHED;
                FOREGROUND) {}
    }

    @Nested
    @Order(1)
    class Session extends SessionPlays {
        @Override
        Copy copy() {
            return DETACHED;
        }
    }

    @Nested
    @Order(2)
    class Running {
        @BeforeAll
        static void theOtherRuns() {
            await().atMost(AT_MOST)
                    .untilAsserted(
                            () -> assertThat(FOREGROUND.programs().said()).contains("running; Ctrl-C stops it"));
            // The agents tell of their plugins after that.
            await().atMost(AT_MOST).untilAsserted(() -> assertThat(
                            FOREGROUND.hawser("plugin list").row("hostpath.hawser"))
                    .hasValueSatisfying(
                            row -> assertThat(row).filteredOn("2 of 2"::equals).hasSize(2)));
        }

        @Test
        @DisplayName("up says where everything is, and three commands to try next, which work")
        void upSaysWhereEverythingIs() throws Exception {
            // When
            List<String> said = DETACHED.programs().said();

            // Then
            assertThat(said)
                    .contains("Endpoints", "Topics", "  hawser.volumes", "Data folder", "  " + DETACHED.home())
                    .anyMatch(line -> line.matches(" +volume-service +http://127\\.0\\.0\\.1:\\d+"));
            String here = "HAWSER_HOME=" + DETACHED.home() + " ./hawser ";
            List<String> tryNext = said.subList(said.indexOf("Try next") + 1, said.size()).stream()
                    .filter(line -> line.startsWith("  " + here))
                    .toList();
            assertThat(said).endsWith("running; `" + here + "down` stops it");
            assertThat(tryNext)
                    .hasSize(3)
                    .allSatisfy(command -> awaitDone(DETACHED, command.strip().substring(here.length())));
        }

        @Test
        @DisplayName("two copies with things of the same names do not disturb each other")
        void twoCopiesDoNotDisturbEachOther() throws Exception {
            // When
            Path one = keeper(DETACHED);
            Path other = keeper(FOREGROUND);
            Files.writeString(one.resolve("file"), "one");
            Files.writeString(other.resolve("file"), "other");

            // Then
            assertThat(DETACHED.mounts()).contains(one);
            assertThat(FOREGROUND.mounts()).contains(other);
            assertThat(one.resolve("file")).hasContent("one");
            assertThat(endpoints(DETACHED)).doesNotContainAnyElementsOf(endpoints(FOREGROUND));
        }

        @Test
        @DisplayName("all that was started, and PostgreSQL's workers, are seen without their pid files")
        void allAreSeenWithoutTheirPidFiles() throws Exception {
            // Given
            List<ProcessId> started = inPidFiles(DETACHED);

            // When
            List<ProcessId> seen =
                    new FolderProcesses(DETACHED.home(), DETACHED.home().resolve("postgres")).running();

            // Then
            assertThat(started).hasSize(Copy.PROCESSES);
            assertThat(seen)
                    .containsAll(started)
                    .extracting(ProcessId::commandLine)
                    // Of a process that has ended meanwhile there is none.
                    .anyMatch(command -> String.join(" ", command).startsWith("postgres: checkpointer"));
        }

        @Test
        @DisplayName("every service and the broker have mapped the class archive that the build made: "
                + "it fits, or their starts would be slower")
        void classArchivesFit() throws IOException {
            assertThat(inPidFiles(DETACHED))
                    .filteredOn(
                            process -> process.commandLine().toString().matches(".*(quarkus-run\\.jar|BrokerMain).*"))
                    .hasSize(1
                            + HawserService.namesWithDatabase().size()
                            + LocalLayout.nodeNames().size())
                    .allSatisfy(process -> assertThat(Path.of("/proc/" + process.pid() + "/maps"))
                            .content()
                            .containsPattern("/target/(class-archive|broker)\\.jsa"));
        }

        @ParameterizedTest
        @EnumSource
        @DisplayName("a class archive was made of a start that went as far as it can, not of one that failed")
        void classArchivesAreWhole(HawserService service) {
            assertThat(Programs.PROJECT.resolve(service.serviceName()).resolve("target/class-archive.jsa.log"))
                    .content()
                    .contains("the broker does not answer yet");
        }

        @Test
        @DisplayName("so were those of the broker and of the command line")
        void theOtherClassArchivesAreWhole() {
            assertThat(Programs.PROJECT.resolve("tools/local/target/broker.jsa.log"))
                    .content()
                    .contains("the broker is ready");
            assertThat(Programs.PROJECT.resolve("tools/cli/target/cli.aot.log"))
                    .content()
                    .contains("AOTCache creation is complete");
        }

        @Test
        @DisplayName("every service logs lines for people, each with its time and level")
        void logsAreReadable() {
            List<String> services = new ArrayList<>(HawserService.namesWithDatabase());
            services.add(LocalServices.agentName("node-1"));
            assertThat(services).allSatisfy(service -> assertThat(
                            DETACHED.home().resolve("logs").resolve(service + ".log"))
                    .content()
                    .containsPattern("(?m)^\\d\\d:\\d\\d:\\d\\d\\.\\d+ +(INFO|WARN) +\\[")
                    .doesNotContain("{\"timestamp\""));
        }

        @Test
        @DisplayName("a second up on a running copy is refused, and disturbs nothing")
        void aSecondUpIsRefused() throws Exception {
            assertThat(DETACHED.programs().run("up")).isEqualTo(1);
            awaitDone(DETACHED, "status");
        }
    }

    @Nested
    @Order(3)
    @TestMethodOrder(MethodOrderer.OrderAnnotation.class)
    class OneIsStopped {
        @Test
        @Order(1)
        @DisplayName("Ctrl-C stops one copy whole, leaves its mounts and says how many; the other goes on")
        void ctrlCStopsOneCopy() throws Exception {
            // Given
            List<Path> mounts = FOREGROUND.mounts();

            // When
            Signal.INT.sendTo(foreground.pid());
            foreground.waitFor();

            // Then
            assertThat(FOREGROUND.programs().said().getLast()).startsWith("stopped; " + counted(mounts));
            assertThat(FOREGROUND.processes()).isEmpty();
            assertThat(FOREGROUND.mounts()).isNotEmpty().isEqualTo(mounts);
            assertThat(path(DETACHED).resolve("file")).hasContent("one");
            awaitDone(DETACHED, "status");
        }

        @Test
        @Order(2)
        @DisplayName("the next up finds volume, task and mount again")
        void theNextUpFindsAllAgain() throws Exception {
            // Given
            List<Path> mounts = FOREGROUND.mounts();

            // When
            int exit = FOREGROUND.programs().run("up", "--detach");

            // Then
            assertThat(exit).isZero();
            assertThat(FOREGROUND.mounts()).isEqualTo(mounts);
            assertThat(FOREGROUND.hawser("volume list").row("kept").orElseThrow())
                    .contains("created");
            assertThat(path(FOREGROUND).resolve("file")).hasContent("other");
            assertThat(started(FOREGROUND, "reader").resolve("file")).hasContent("other");
        }

        @Test
        @Order(3)
        @DisplayName("down --purge takes a running copy away whole, and nothing that is only mounted in it")
        void purgeTakesAllAway() throws Exception {
            // Given
            Path foreign = Files.createDirectory(FOREGROUND.home().resolveSibling("foreign"));
            Files.writeString(foreign.resolve("precious"), "x");
            Path mounted = Files.createDirectory(FOREGROUND.home().resolve("nodes/foreign"));
            assertThat(new ProcessBuilder("mount", "--bind", foreign.toString(), mounted.toString())
                            .start()
                            .waitFor())
                    .isZero();
            int mounts = FOREGROUND.mounts().size();

            // When
            int exit = FOREGROUND.programs().run("down", "--purge");

            // Then
            assertThat(exit).isZero();
            assertThat(FOREGROUND.programs().said().getLast())
                    .isEqualTo("unmounted " + mounts + " and deleted " + FOREGROUND.home());
            assertNothingLeft(FOREGROUND);
            assertThat(foreign.resolve("precious")).hasContent("x");
        }
    }

    @Nested
    @Order(4)
    class Orchestrators extends OrchestratorPlays {
        @Override
        Copy copy() {
            return DETACHED;
        }
    }

    @Nested
    @Order(5)
    class Commands extends CommandPlays {
        @Override
        Copy copy() {
            return DETACHED;
        }
    }

    @Nested
    @Order(6)
    class Pages extends ServicePages {
        @Override
        Copy copy() {
            return DETACHED;
        }
    }

    @Nested
    @Order(7)
    @TestMethodOrder(MethodOrderer.OrderAnnotation.class)
    class BothAreStopped {
        @Test
        @Order(1)
        @DisplayName("down stops what up --detach left running, and keeps mounts and data")
        void downKeepsMountsAndData() throws Exception {
            // Given
            Path file = path(DETACHED).resolve("file");
            List<Path> mounts = DETACHED.mounts();

            // When
            int exit = DETACHED.programs().run("down");

            // Then
            assertThat(exit).isZero();
            assertThat(DETACHED.programs().said())
                    .contains("stopped 9 processes")
                    .endsWith(counted(mounts) + " and the data stay in " + DETACHED.home());
            assertThat(DETACHED.processes()).isEmpty();
            assertThat(DETACHED.mounts()).isNotEmpty().isEqualTo(mounts);
            assertThat(file).hasContent("one");
        }

        @Test
        @Order(2)
        @DisplayName("down --purge takes a stopped copy away whole; after that there is nothing to stop")
        void purgeTakesAStoppedCopyAway() throws Exception {
            assertThat(DETACHED.programs().run("down", "--purge")).isZero();
            assertNothingLeft(DETACHED);
            assertThat(DETACHED.programs().run("down")).isZero();
            assertThat(DETACHED.programs().said().getLast()).startsWith("nothing to stop");
        }
    }

    /** A service whose polling thread stands still on a busy machine is not ready for a moment. */
    private static void awaitDone(Copy copy, String line) {
        await().untilAsserted(() -> {
            Copy.Said said = copy.hawser(line);
            assertThat(said.exit()).as("%s: %s", line, said).isZero();
        });
    }

    /** A volume, and a task that holds it to the end. @return where it is mounted */
    private static Path keeper(Copy copy) {
        Copy.Said created = copy.hawser("volume create kept --plugin hostpath.hawser --sharing all");
        assertThat(created.exit()).as("%s", created).isZero();
        return started(copy, "keeper");
    }

    private static Path started(Copy copy, String task) {
        Copy.Said said = copy.hawser("task start " + task + " --node node-1 --mount kept:/data --output json");
        assertThat(said.exit()).as("%s", said).isZero();
        return Path.of(
                said.json().path("mounts").path(0).path("mounted").path("path").asText());
    }

    private static Path path(Copy copy) {
        return Path.of(copy.hawser("task list").row("keeper").orElseThrow().getLast());
    }

    private static List<String> endpoints(Copy copy) throws IOException {
        Properties properties = new Properties();
        try (var reader = Files.newBufferedReader(copy.home().resolve("endpoints.properties"))) {
            properties.load(reader);
        }
        // Each has a broker of its own, and may have the same names there.
        properties.remove("topics.prefix");
        return properties.values().stream().map(Object::toString).toList();
    }

    private static List<ProcessId> inPidFiles(Copy copy) throws IOException {
        List<ProcessId> found = new ArrayList<>();
        try (var files = Files.newDirectoryStream(copy.home().resolve("run"), "*.pid")) {
            for (Path file : files) {
                found.add(ProcessId.fromText(Files.readAllLines(file).get(1)).orElseThrow());
            }
        }
        return found;
    }

    private static String counted(List<Path> mounts) {
        return mounts.size() == 1 ? "1 mount" : mounts.size() + " mounts";
    }

    private static void assertNothingLeft(Copy copy) {
        assertThat(copy.mounts()).isEmpty();
        assertThat(copy.processes()).isEmpty();
        assertThat(copy.home()).doesNotExist();
    }
}
