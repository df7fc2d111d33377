package io.hawser.deploy;

import static java.util.stream.Collectors.toMap;
import static org.assertj.core.api.Assertions.assertThat;

import com.github.dockerjava.api.model.BindPropagation;
import com.github.dockerjava.api.model.Capability;
import io.hawser.testkit.shared.ScratchFolder;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import org.apache.kafka.common.utils.Utils;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.testcontainers.containers.GenericContainer;
import org.testcontainers.containers.wait.strategy.Wait;
import org.testcontainers.lifecycle.Startables;
import org.testcontainers.utility.MountableFile;

/**
 * The images of the services, started as the compose file says, with its broker, its ACLs and its database, and
 * the host-path plugin in a container that may mount. The engine must be this machine's.
 */
@EnabledIfSystemProperty(named = "hawser.test.containers", matches = "true")
class ImagesIT {
    private static final String NODE = "node-1";
    private static final String PLUGIN = "hostpath.hawser";
    private static final String SOCKET = "/var/lib/hawser/plugins/hostpath.sock";
    private static final String CLEAN = """
            for point in $(cut -d' ' -f5 /proc/self/mountinfo | grep '^/var/lib/hawser/node/' | sort -r); do
              umount --lazy "$point"
            done
            rm -rf --one-file-system /var/lib/hawser/node/* /var/lib/hawser/plugins/*""";
    private static final Path FOLDER = ScratchFolder.create("images");
    private static final Path MACHINE = machineFolder();
    private static final ComposeContainers COMPOSE = new ComposeContainers(MACHINE, FOLDER);
    private static final Images IMAGES = new Images();

    private static GenericContainer<?> agent;
    private static GenericContainer<?> plugin;

    @BeforeAll
    static void start() throws Exception {
        Files.createDirectory(MACHINE.resolve("node"));
        Files.createDirectory(MACHINE.resolve("plugins"));
        Map<String, Future<String>> images =
                Compose.services().stream().map(Compose.Service::name).collect(toMap(name -> name, IMAGES::of));
        GenericContainer<?> broker = COMPOSE.broker();
        plugin = plugin(images.get(ServiceSettings.AGENT));
        Startables.deepStart(broker, COMPOSE.postgres(), plugin).join();
        COMPOSE.grant(broker);
        // README says that volume-service must be allowed to write to a controller's socket.
        in(plugin, "chmod", "0666", SOCKET);
        Map<String, GenericContainer<?>> services = images.entrySet().stream()
                .collect(toMap(Map.Entry::getKey, image -> COMPOSE.service(image.getKey(), image.getValue())));
        agent = services.get(ServiceSettings.AGENT);
        Startables.deepStart(services.values()).join();
    }

    @AfterAll
    static void stop() throws IOException {
        try {
            if (plugin != null && plugin.isRunning()) {
                // A life that failed halfway leaves mounts, which this machine sees too, and files of root.
                in(plugin, "sh", "-c", CLEAN);
            }
        } finally {
            COMPOSE.close();
            IMAGES.close();
            Utils.delete(MACHINE.toFile());
        }
    }

    private static Path machineFolder() {
        try {
            Path parent = Path.of(Optional.ofNullable(System.getenv("HAWSER_TEST_NODE_FOLDER"))
                    .orElse("/tmp"));
            return Files.createTempDirectory(
                    parent,
                    "hawser",
                    PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwxr-xr-x")));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Test
    @DisplayName("Four images, started as the compose file says, carry a volume through its life, and a service's end")
    void aVolumesLife() {
        try (Tenancy tenancy = new Tenancy(ImagesIT::client, NODE, PLUGIN, () -> {})) {
            // When
            tenancy.live(path -> {
                in(plugin, "sh", "-c", "echo moored > " + path + "/file");
                // Then
                assertThat(in(agent, "cat", path + "/file")).isEqualTo("moored\n");
            });
            tenancy.deallocate();
        }
        // Then
        assertThat(in(agent, "cat", "/proc/self/mountinfo").lines())
                .noneMatch(mount -> mount.contains(" /var/lib/hawser/node/"));
    }

    private static Map<String, Object> client(String principal) {
        String variable = principal.toUpperCase(Locale.ROOT).replace('-', '_').replaceFirst("HAWSER", "HAWSER_KAFKA");
        return Logins.client(COMPOSE.brokerOutside(), principal, COMPOSE.answer(variable));
    }

    /** Runs on the Java of the agent's image. What it mounts reaches this machine, and from there the agent. */
    private static GenericContainer<?> plugin(Future<String> image) {
        Path built = Path.of("../tools/hostpath-plugin/target");
        String[] command = {
            "java",
            "-Xmx128m",
            "--sun-misc-unsafe-memory-access=allow",
            "--enable-native-access=ALL-UNNAMED",
            "-cp",
            "/opt/plugin/*",
            "io.hawser.hostpath.HostPathPlugin",
            "--endpoint=unix://" + SOCKET,
            "--node-id=" + NODE,
            "--state-dir=/var/lib/hawser-hostpath"
        };
        GenericContainer<?> container = COMPOSE.add(new GenericContainer<>(image))
                .withCreateContainerCmdModifier(create -> {
                    create.withUser("0:0").withEntrypoint(command);
                    create.getHostConfig()
                            // Mounting takes no more, where AppArmor's profile of containers does not deny it.
                            .withCapAdd(Capability.SYS_ADMIN)
                            .withSecurityOpts(List.of("apparmor=unconfined"))
                            .withMounts(List.of(
                                    COMPOSE.folder("/var/lib/hawser/node", BindPropagation.R_SHARED),
                                    COMPOSE.folder("/var/lib/hawser/plugins", BindPropagation.R_SLAVE)));
                })
                .waitingFor(Wait.forLogMessage(".* listens on .*", 1));
        jars(built)
                .forEach(jar -> container.withCopyFileToContainer(
                        MountableFile.forHostPath(jar), "/opt/plugin/" + jar.getFileName()));
        return container;
    }

    private static List<Path> jars(Path built) {
        try (Stream<Path> own = Files.list(built);
                Stream<Path> libraries = Files.list(built.resolve("lib"))) {
            return Stream.concat(own, libraries)
                    .filter(file -> file.toString().endsWith(".jar"))
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** @return what the command prints */
    private static String in(GenericContainer<?> container, String... command) {
        try {
            var done = container.execInContainer(command);
            assertThat(done.getExitCode())
                    .as("%s: %s", String.join(" ", command), done.getStderr())
                    .isZero();
            return done.getStdout();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }
}
