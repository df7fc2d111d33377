package io.hawser.bench.machine;

import io.hawser.bench.cost.CpuTimes;
import io.hawser.bench.cost.Meter;
import io.hawser.bus.service.HawserService;
import io.hawser.bus.topic.HawserTopic;
import io.hawser.bus.topic.TopicCreator;
import io.hawser.bus.topic.TopicNames;
import io.hawser.cli.rest.DeallocatorClient;
import io.hawser.cli.rest.VolumeServiceClient;
import io.hawser.csi.CsiEndpoint;
import io.hawser.embedded.postgres.PostgresDatabase;
import io.hawser.embedded.process.Launch;
import io.hawser.local.command.LocalRun;
import io.hawser.local.layout.LocalLayout;
import io.hawser.local.process.ProcessSpec;
import io.hawser.local.service.DataServices;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.apache.kafka.clients.admin.Admin;

/** Broker, database, services and plugins, each a process, on a data folder of the bench's own. */
public final class BenchMachine implements AutoCloseable {
    private static final String SERVICE = HawserService.VOLUME_SERVICE.serviceName();
    private static final String SECOND = SERVICE + "-2";
    private static final String REGISTRY = HawserService.PLUGIN_REGISTRY.serviceName();
    /** The command, and the database with what it stores itself. */
    private static final String OWN = "bench";

    private final LocalLayout layout;
    private final LocalRun run;

    private BenchMachine(LocalLayout layout, LocalRun run) {
        this.layout = layout;
        this.run = run;
    }

    /**
     * Starts everything on an empty folder; returns when all are ready.
     *
     * @param folder an earlier bench's processes on it are stopped, and it is deleted first
     * @param project the folder in which the project was built
     * @throws IllegalStateException with a sentence for the operator
     */
    public static BenchMachine start(Path folder, Path project, MachinePlan plan, Consumer<String> progress) {
        LocalRun.clear(folder, project, OWN, progress);
        LocalLayout layout = LocalLayout.at(folder, OWN);
        var machine = new BenchMachine(layout, LocalRun.prepare(layout, project, Launch.Lifetime.WITH_US, progress));
        machine.run.stopOnSignal();
        try {
            machine.startAll(plan);
            return machine;
        } catch (RuntimeException e) {
            machine.close();
            throw e;
        }
    }

    private void startAll(MachinePlan plan) {
        run.supervisor().start(run.data().specs());
        run.data().createDatabases(plan.databases());
        List<ProcessSpec> specs = new ArrayList<>(plan.services().apply(run.services()));
        specs.addAll(plan.plugins().apply(layout));
        run.supervisor().start(specs);
    }

    public String bootstrapServers() {
        return run.data().bootstrapServers();
    }

    /** Makes all topics, for a bench whose processes do not make them. */
    public void createTopics() {
        try (Admin admin = Admin.create(Map.of("bootstrap.servers", bootstrapServers()))) {
            new TopicCreator(admin, TopicNames.DEFAULT).ensure(List.of(HawserTopic.values()));
        } catch (ExecutionException e) {
            throw new IllegalStateException("the topics could not be made: " + e.getCause(), e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while making the topics", e);
        }
    }

    /**
     * A node-agent, which does not run yet.
     *
     * @param javaOptions of its JVM, after the usual ones
     */
    public AgentUnderTest agent(List<String> javaOptions) {
        return new AgentUnderTest(run, javaOptions);
    }

    public VolumeServiceClient volumeService() {
        return new VolumeServiceClient(run.services().http(SERVICE));
    }

    /** A database of the bench's own on the same server. */
    public PostgresDatabase ownDatabase() {
        return run.data().database(OWN);
    }

    /**
     * What all processes spend, and volume-service's database in particular.
     *
     * @param plugin the one that is called
     */
    public Meter meter(PluginProcess plugin) {
        return meter(new MeteredProcesses(run, Optional.of(plugin))::pids, SERVICE);
    }

    private Meter meter(Supplier<Map<String, List<Long>>> pids, String service) {
        try {
            return new Meter(pids, run.data().administrate("postgres"), DataServices.databaseName(service));
        } catch (SQLException e) {
            throw new IllegalStateException("cannot count the database's statements: " + e.getMessage(), e);
        }
    }

    /** What plugin-registry does, and what that costs. */
    public Supervision supervision() {
        return new Supervision(run.services().http(REGISTRY), run.supervisor().pid(REGISTRY), meter(Map::of, REGISTRY));
    }

    public CsiEndpoint endpoint(ManyPlugins plugins, int number) {
        return plugins.endpoint(layout, number);
    }

    /** The CPU time that the processes have used so far, the bench's own included. */
    public CpuTimes cpu() {
        return CpuTimes.read(new MeteredProcesses(run, Optional.empty()).pids());
    }

    public DeallocatorClient deallocator() {
        return new DeallocatorClient(run.services().http(HawserService.DEALLOCATOR_SERVICE.serviceName()));
    }

    public ServiceMemory memory() {
        return memory(SERVICE);
    }

    private ServiceMemory memory(String process) {
        return new ServiceMemory(run.services().http(process), run.supervisor().pid(process));
    }

    /** How many volumes the running replicas of volume-service have taken to decide about since their start. */
    public long volumesTaken() {
        return run.supervisor().running().stream()
                .filter(name -> name.startsWith(SERVICE))
                .mapToLong(name -> memory(name).volumesTaken())
                .sum();
    }

    public void startSecondReplica() {
        run.supervisor().restart(SECOND);
    }

    public void stopSecondReplica() {
        run.supervisor().stop(SECOND);
    }

    /** A superuser's connection to volume-service's database; the caller closes it. */
    public Connection tables() throws SQLException {
        return run.data().administrate(DataServices.databaseName(SERVICE));
    }

    /** Kills volume-service (-9). */
    public void killVolumeService() {
        run.supervisor().kill(SERVICE);
    }

    /** Starts volume-service again, and returns when it is ready. */
    public void startVolumeService() {
        run.supervisor().restart(SERVICE);
    }

    /** The file of volume-service's log. */
    public Path log() {
        return layout.log(SERVICE);
    }

    /** The names of processes that ended without a request. */
    public List<String> endedUnasked() {
        return run.supervisor().endedUnasked();
    }

    /** Why waiting is useless, if it is. */
    public Optional<String> trouble() {
        return endedUnasked().isEmpty() ? Optional.empty() : Optional.of("ended unasked: " + endedUnasked());
    }

    public CsiEndpoint controller(PluginProcess plugin) {
        return plugin.controller(layout);
    }

    public CsiEndpoint node(PluginProcess plugin, String node) {
        return plugin.node(layout, node);
    }

    /** The call log of a plugin that has one. */
    public Path callLog(PluginProcess plugin) {
        return plugin.callLog(layout);
    }

    /** What a running plugin tells about itself. */
    public PluginControl control(PluginProcess plugin) {
        return new PluginControl(plugin.process(), plugin.controlSocket(layout));
    }

    /** Stops everything and deletes the data folder with its logs, while no other process can take it. */
    public void closeAndDelete() {
        run.stop();
        run.delete();
        close();
    }

    /** Stops everything; the data folder stays for inspection. */
    @Override
    public void close() {
        run.close();
    }
}
