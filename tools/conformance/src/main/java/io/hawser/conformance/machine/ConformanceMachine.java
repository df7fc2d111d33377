package io.hawser.conformance.machine;

import io.hawser.bus.service.HawserService;
import io.hawser.cli.rest.LedgerClient;
import io.hawser.cli.rest.VolumeServiceClient;
import io.hawser.embedded.network.Relay;
import io.hawser.embedded.postgres.PostgresDatabase;
import io.hawser.embedded.process.Command;
import io.hawser.embedded.process.Launch;
import io.hawser.local.command.LocalRun;
import io.hawser.local.layout.LocalLayout;
import io.hawser.local.mount.Unmount;
import io.hawser.local.process.ProcessSpec;
import io.hawser.local.process.Supervisor;
import io.hawser.local.service.Endpoints;
import io.hawser.local.service.LocalServices;
import io.hawser.mounts.MountTable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Consumer;

/** Broker, database, every service and an agent for each node, each a process, on a data folder of its own. */
public final class ConformanceMachine implements AutoCloseable {
    public static final List<String> NODES = List.of("node-1", "node-2", "node-3");
    public static final String VOLUME_SERVICE = HawserService.VOLUME_SERVICE.serviceName();
    /** The one secret that volumes may refer to. */
    public static final String SECRET = "conformance-secret";

    /** The command that makes its folder, and may clear it. */
    public static final String COMMAND = "conformance";

    /** The folder of controllers' sockets, which no agent watches. */
    private static final String CONTROLLERS = "controllers";

    private final LocalLayout layout;
    private final LocalRun run;
    private final Map<String, PostgresDatabase> databases = new HashMap<>();
    private final SecondAgentProcesses secondAgents;
    private Optional<Relay> network = Optional.empty();
    private Optional<NodeBoots> boots = Optional.empty();

    private ConformanceMachine(LocalLayout layout, LocalRun run) {
        this.layout = layout;
        this.run = run;
        this.secondAgents = new SecondAgentProcesses(layout, run);
    }

    /**
     * Starts everything on an empty folder; returns when all are ready.
     *
     * @param folder empty, or missing
     * @param project the folder in which the project was built
     * @throws IllegalStateException with a sentence for the operator
     */
    public static ConformanceMachine start(Path folder, Path project, Consumer<String> progress) {
        LocalLayout layout = LocalLayout.at(folder, COMMAND);
        var machine =
                new ConformanceMachine(layout, LocalRun.prepare(layout, project, Launch.Lifetime.WITH_US, progress));
        machine.run.stopOnSignal();
        try {
            machine.startAll();
            return machine;
        } catch (RuntimeException e) {
            machine.close();
            throw e;
        }
    }

    private void startAll() {
        // Makes the folder before several plays do so concurrently.
        layout.pluginSockets(CONTROLLERS);
        run.supervisor().start(run.data().specs());
        HawserService.namesWithDatabase()
                .forEach(service -> databases.put(service, run.data().database(service)));
        Map<String, String> secrets = Map.of(
                "HAWSER_SECRETS_DIR", secrets().toString(),
                "HAWSER_VOLUME_SECRETS_DIR", secrets().toString());
        Relays relays = new Relays(layout);
        layNetwork();
        NodeBoots nodeBoots = new NodeBoots(layout.home().resolve("boots"), layout.nodes());
        boots = Optional.of(nodeBoots);
        LocalServices services = run.services();
        List<ProcessSpec> specs = new ArrayList<>();
        HawserService.withDatabase()
                .forEach(service -> specs.add(service(service.serviceName())
                        .with(MachineTimes.of(service))
                        .with(relays.ofCaller(service))
                        .with(secrets)));
        NODES.forEach(node -> specs.add(nodeBoots.agent(
                node,
                services.agent(node)
                        .with(MachineTimes.of(HawserService.NODE_AGENT))
                        .with(secrets)
                        .with(relays.ofAgent(node))
                        // The inventory belongs to the orchestrator, which the run itself plays.
                        .with(Map.of("HAWSER_ANNOUNCE", "false")))));
        run.supervisor().start(specs);
    }

    private void layNetwork() {
        try {
            network = Optional.of(new Relay(database(VOLUME_SERVICE).port()));
        } catch (IOException e) {
            throw new UncheckedIOException("cannot lay a network to the database", e);
        }
    }

    /** The service's migrations, which only a start runs, connect to the database directly. */
    private ProcessSpec service(String name) {
        return run.services()
                .service(name)
                .with(Map.of(
                        "QUARKUS_DATASOURCE_REACTIVE_URL",
                        "postgresql://127.0.0.1:" + network().port() + "/"
                                + database(name).name()));
    }

    /** The relay between the services and their databases. */
    public Relay network() {
        return network.orElseThrow(() -> new IllegalStateException("there is no network before the databases are"));
    }

    /** Agents that claim to be one of the machine's nodes. */
    public SecondAgentProcesses secondAgents() {
        return secondAgents;
    }

    /** Removes everything on a node's machine; the agent must not run. */
    public void wipe(String node) {
        Path root = nodeRoot(node);
        Unmount.allBelow(root);
        Command.run("rm", "-rf", "--one-file-system", root.toString());
        // Makes the root empty again: the next agent has records of its own.
        nodeRoot(node);
    }

    /** Ends all mounts of a node and gives it another boot id, as a reboot does; the agent must not run. */
    public void reboot(String node) {
        Unmount.allBelow(nodeRoot(node));
        boots.orElseThrow().boot(node);
    }

    /** The output of a process so far. */
    public Path log(String process) {
        return layout.log(process);
    }

    private Path secrets() {
        return layout.home().resolve("csi-secrets");
    }

    /** Writes the secret that volumes of this plugin refer to. */
    void writeSecret(String plugin) {
        try {
            Path folder = Files.createDirectories(secrets().resolve(plugin));
            Files.writeString(folder.resolve(SECRET), "not to be seen anywhere");
        } catch (IOException e) {
            throw new UncheckedIOException("cannot write the secret of the volumes", e);
        }
    }

    public Supervisor supervisor() {
        return run.supervisor();
    }

    /** The process name of a node's agent. */
    public static String agent(String node) {
        return LocalServices.agentName(node);
    }

    public String bootstrapServers() {
        return run.data().bootstrapServers();
    }

    /** A service's database, for direct reading. */
    public PostgresDatabase database(String service) {
        return Objects.requireNonNull(databases.get(service), service);
    }

    /** A superuser's connection to a database of this name. */
    public Connection administrate(String database) throws SQLException {
        return run.data().administrate(database);
    }

    /** The database server's pids, the postmaster's first. */
    public List<Long> databaseProcesses() {
        return run.data().databaseProcesses();
    }

    /** The database server's folder; it must not be changed while the server runs. */
    public Path databaseFolder() {
        return layout.postgres();
    }

    /** A file system of one MiB for the database server's tables, mounted at the first call. */
    public Path smallDisk() {
        Path disk = layout.home().resolve("small-disk");
        try {
            if (MountTable.read().pointsBelow(disk).isEmpty() && !Files.exists(disk.resolve("tables"))) {
                Files.createDirectories(disk);
                Command.run("mount", "-t", "tmpfs", "-o", "size=1m,mode=0777", "tmpfs", disk.toString());
                Files.createDirectories(disk.resolve("tables"));
            }
        } catch (IOException e) {
            throw new UncheckedIOException("cannot make a small disk", e);
        }
        return disk;
    }

    public VolumeServiceClient volumes() {
        return new VolumeServiceClient(run.services().http(VOLUME_SERVICE));
    }

    /** Does what an operator does about a lost topic. */
    public void republishVolumes() {
        new LedgerClient(VOLUME_SERVICE, run.services().http(VOLUME_SERVICE))
                .republish(layout.secrets().of(Endpoints.TOKEN));
    }

    Path controllerSocket(String plugin) {
        return layout.pluginSockets(CONTROLLERS).resolve(plugin + ".sock");
    }

    Path nodeSocket(String plugin, String node) {
        return layout.pluginSockets(node).resolve(plugin + ".sock");
    }

    /** The folder with the content of a plugin's volumes. */
    Path contents(String plugin) {
        return layout.home().resolve("plugin").resolve(plugin);
    }

    /** The root of a node's agent: mounts and records. */
    public Path nodeRoot(String node) {
        return layout.node(node);
    }

    /** The folder above all nodes' mounts. */
    public Path nodes() {
        return layout.nodes();
    }

    public Path evidence(String run) {
        return layout.home().resolve("evidence").resolve(run);
    }

    public Path home() {
        return layout.home();
    }

    /** Stops everything and deletes the data folder with its logs, while no other process can take it. */
    public void closeAndDelete() {
        run.stop();
        Unmount.allBelow(layout.home());
        run.delete();
        release();
    }

    /** Stops everything and unmounts all mounts; the data folder stays for inspection. */
    @Override
    public void close() {
        run.stop();
        Unmount.allBelow(layout.home());
        release();
    }

    private void release() {
        run.close();
        network.ifPresent(ConformanceMachine::close);
    }

    private static void close(Relay network) {
        try {
            network.close();
        } catch (IOException e) {
            // The relay ends with this JVM.
        }
    }
}
