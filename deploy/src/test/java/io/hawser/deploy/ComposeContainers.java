package io.hawser.deploy;

import com.github.dockerjava.api.command.CreateContainerCmd;
import com.github.dockerjava.api.model.BindOptions;
import com.github.dockerjava.api.model.BindPropagation;
import com.github.dockerjava.api.model.Capability;
import com.github.dockerjava.api.model.HostConfig;
import com.github.dockerjava.api.model.Mount;
import com.github.dockerjava.api.model.MountType;
import io.hawser.embedded.process.LoopbackPort;
import io.hawser.testkit.shared.ContainerServers;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.Future;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.testcontainers.DockerClientFactory;
import org.testcontainers.containers.GenericContainer;
import org.testcontainers.containers.Network;
import org.testcontainers.containers.wait.strategy.Wait;
import org.testcontainers.utility.MountableFile;

/**
 * The containers of the compose file, each as its definition there says. Only this differs: the ports that are
 * published on this machine, and the folder of this machine that stands for {@code /var/lib/hawser}.
 */
final class ComposeContainers implements AutoCloseable {
    private static final Pattern ASKED = Pattern.compile("\\$\\{([A-Z_]+):([?-])([^}]*)}");
    private static final String HAWSER = "/var/lib/hawser";
    private static final String BROKER = "broker";
    private static final int OUTSIDE = 9094;

    private final Yaml services = Yaml.document(Path.of("compose.yaml")).at("services");
    private final Map<String, String> asked = new HashMap<>();
    private final Deque<GenericContainer<?>> made = new ArrayDeque<>();
    private final Network network = Network.newNetwork();
    private final int brokerPort = LoopbackPort.free();
    private final Path machine;
    private final Path logs;

    /**
     * @param machine a folder of the engine's machine, on a shared mount
     * @param logs where the containers' output goes
     */
    ComposeContainers(Path machine, Path logs) {
        this.machine = machine;
        this.logs = logs;
    }

    /** Host and port, as Kafka clients of this machine want them. */
    String brokerOutside() {
        return DockerClientFactory.instance().dockerHostIpAddress() + ":" + brokerPort;
    }

    /** A password or a token that the file asks its user for. */
    String answer(String variable) {
        return asked.computeIfAbsent(variable, any -> UUID.randomUUID().toString());
    }

    GenericContainer<?> broker() {
        GenericContainer<?> broker = container(BROKER, new GenericContainer<>(ContainerServers.kafkaImage()));
        String advertised = "KAFKA_ADVERTISED_LISTENERS";
        broker.withEnv(advertised, broker.getEnvMap().get(advertised).replace("localhost:" + OUTSIDE, brokerOutside()));
        broker.setPortBindings(List.of(brokerPort + ":" + OUTSIDE));
        return broker.withCopyFileToContainer(MountableFile.forHostPath(Path.of("kafka")), "/acls")
                .waitingFor(Wait.forLogMessage(".*Transitioning from RECOVERY to RUNNING.*", 1));
    }

    /** Does in the running broker what the container {@code acls} does beside it. */
    void grant(GenericContainer<?> broker) throws IOException, InterruptedException {
        String[] command = Stream.of("entrypoint", "command")
                .flatMap(part -> services.at("acls", part).texts().stream())
                .toArray(String[]::new);
        var done = broker.execInContainer(command);
        if (done.getExitCode() != 0) {
            throw new AssertionError(done.getStdout() + done.getStderr());
        }
    }

    GenericContainer<?> postgres() {
        String script = "/docker-entrypoint-initdb.d/create-databases.sh";
        return container("postgres", new GenericContainer<>(ContainerServers.postgresImage()))
                .withCopyFileToContainer(
                        MountableFile.forHostPath(Path.of("compose", "create-databases.sh"), 0755), script)
                // The server that runs the script is ready, too.
                .waitingFor(Wait.forLogMessage(".*database system is ready to accept connections.*\\s", 2));
    }

    /** One of Hawser's services, with the user, the capabilities and the mounts of its definition. */
    GenericContainer<?> service(String name, Future<String> image) {
        Yaml definition = services.at(name);
        int port = Integer.parseInt(definition.items("ports").getFirst().text().replaceFirst(".*:", ""));
        return container(name, new GenericContainer<>(image))
                .withExposedPorts(port)
                .withCreateContainerCmdModifier(command -> restrict(command, definition))
                .waitingFor(Wait.forHttp("/q/health/ready").forPort(port).withStartupTimeout(Duration.ofMinutes(3)));
    }

    /** A folder of this machine, in a container at the path that the file gives it. */
    Mount folder(String path, BindPropagation propagation) {
        return mount(path).withBindOptions(new BindOptions().withPropagation(propagation));
    }

    private Mount mount(String path) {
        return new Mount()
                .withType(MountType.BIND)
                .withSource(path.replaceFirst("^" + HAWSER, machine.toString()))
                .withTarget(path);
    }

    private GenericContainer<?> container(String name, GenericContainer<?> container) {
        services.at(name, "environment")
                .members()
                .forEach((variable, value) -> container.withEnv(variable, filled(value.text())));
        Path log = logs.resolve(name + ".log");
        return add(container)
                .withNetwork(network)
                .withNetworkAliases(name)
                .withLogConsumer(output -> append(log, output.getBytes()));
    }

    /** One that the file does not have; it is stopped with the others. */
    GenericContainer<?> add(GenericContainer<?> container) {
        made.push(container);
        return container;
    }

    private String filled(String text) {
        return ASKED.matcher(text)
                .replaceAll(found -> found.group(2).equals("?") ? answer(found.group(1)) : found.group(3));
    }

    private void restrict(CreateContainerCmd command, Yaml definition) {
        HostConfig host = command.getHostConfig();
        command.withUser(definition.at("user").text());
        host.withReadonlyRootfs(definition.at("read_only").isTrue())
                .withCapDrop(definition.at("cap_drop").texts().stream()
                        .map(Capability::valueOf)
                        .toArray(Capability[]::new))
                .withSecurityOpts(definition.at("security_opt").texts())
                .withMounts(
                        definition.items("volumes").stream().map(this::mount).toList());
        Map<String, String> scratch = new HashMap<>();
        definition.at("tmpfs").texts().forEach(text -> scratch.put(text.split(":", 2)[0], text.split(":", 2)[1]));
        host.withTmpFs(scratch);
    }

    /** The file's short form, which is always of a path that has the same name on both sides, or its long one. */
    private Mount mount(Yaml volume) {
        if (volume.find("target").isEmpty()) {
            String[] parts = volume.text().split(":", 3);
            return mount(parts[1]).withReadOnly(parts[2].equals("ro"));
        }
        Mount mount = mount(volume.at("target").text())
                .withReadOnly(volume.find("read_only").filter(Yaml::isTrue).isPresent());
        volume.find("bind", "propagation")
                .map(Yaml::text)
                .ifPresent(text -> mount.withBindOptions(new BindOptions().withPropagation(propagation(text))));
        return mount;
    }

    private static BindPropagation propagation(String text) {
        return BindPropagation.valueOf(text.toUpperCase(Locale.ROOT).replaceFirst("^R(?=S|P)", "R_"));
    }

    private static void append(Path log, byte[] output) {
        try {
            Files.write(
                    log, output == null ? new byte[0] : output, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Stops and removes all containers, those that failed to start too, in the opposite order. */
    @Override
    public void close() {
        made.forEach(GenericContainer::stop);
        network.close();
    }
}
