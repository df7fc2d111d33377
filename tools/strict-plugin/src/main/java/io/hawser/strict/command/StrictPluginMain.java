package io.hawser.strict.command;

import io.hawser.strict.StrictPlugin;
import io.hawser.strict.StrictPluginOptions;
import io.hawser.strict.backend.BindMounts;
import io.hawser.strict.backend.NodeFiles;
import io.hawser.strict.call.CapabilityProfiles;
import io.hawser.strict.control.ControlServer;
import io.hawser.strict.fault.FaultScript;
import io.hawser.strict.fault.NamedScripts;
import io.hawser.strict.knowledge.Limits;
import io.hawser.strict.rule.RuleCatalogue;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.logging.Level;
import java.util.logging.Logger;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** The strict plugin as a process. It runs until a signal ends it. */
@Command(
        name = "./hawser strict-plugin",
        mixinStandardHelpOptions = true,
        description = "A CSI plugin that judges its caller.")
public final class StrictPluginMain implements Callable<Integer> {

    @Option(
            names = "--endpoint",
            required = true,
            description = "Socket of Identity, Controller and GroupController: unix:PATH.")
    String endpoint = "";

    @Option(
            names = "--tcp",
            description =
                    "Serve what the endpoint does on TCP too: PORT of the loopback interface (0 = any), or HOST:PORT.")
    Optional<String> tcp = Optional.empty();

    @Option(names = "--name", description = "The plugin's name (default: ${DEFAULT-VALUE}).")
    String name = StrictPluginOptions.DEFAULT_NAME;

    @Option(names = "--node-id", description = "Serve this node too, on the same socket.")
    Optional<String> nodeId = Optional.empty();

    @Option(
            names = "--nodes",
            description = "Serve this many nodes, node-1 to node-N, at NODE.sock beside the endpoint.")
    int nodes;

    @Option(names = "--node", description = "Serve a node on a socket of its own: NAME=unix:PATH. May be repeated.")
    List<String> node = new ArrayList<>();

    @Option(names = "--all-on-node-sockets", description = "Serve the controller on the nodes' sockets too.")
    boolean allOnNodeSockets;

    @Option(names = "--latency", description = "Milliseconds that each call takes (default: ${DEFAULT-VALUE}).")
    long latency;

    @Option(
            names = "--capabilities",
            description = "A profile, then +KIND:NAME or -KIND:NAME, by commas (default: ${DEFAULT-VALUE}).")
    String capabilities = "full";

    @Option(names = "--fault-script", description = "A file of faults, one a line, or the name of a named script.")
    Optional<String> faultScript = Optional.empty();

    @Option(names = "--seed", description = "Draw a random fault script from this number.")
    Optional<Long> seed = Optional.empty();

    @Option(names = "--max-volumes-per-node", description = "0 = no limit (default).")
    long maxVolumesPerNode;

    @Option(names = "--real-mounts", description = "Bind-mount volumes whose contents live under this folder.")
    Optional<Path> realMounts = Optional.empty();

    @Option(names = "--no-files", description = "Touch no file on a node.")
    boolean noFiles;

    @Option(names = "--volume", description = "An id of a volume that exists already. May be repeated.")
    List<String> volumes = new ArrayList<>();

    @Option(names = "--state", description = "Keep what the plugin holds in this file, over the death of the process.")
    Optional<Path> state = Optional.empty();

    @Option(names = "--control", description = "Listen for commands on this Unix socket.")
    Optional<Path> control = Optional.empty();

    @Option(names = "--min-gap", description = "Milliseconds before an open call may be repeated (default: 20).")
    Optional<Long> minGap = Optional.empty();

    @Option(names = "--max-gap", description = "Milliseconds until an open call must be repeated (default: 120000).")
    Optional<Long> maxGap = Optional.empty();

    @Option(
            names = "--final-gap",
            description = "Milliseconds before a rejected call may be repeated (default: 30000).")
    Optional<Long> finalGap = Optional.empty();

    @Option(names = "--waive", split = ",", description = "Rules that are not judged.")
    Set<String> waived = new HashSet<>();

    @Option(names = "--no-reread", description = "Capabilities need not be read again when the plugin came back.")
    boolean noReread;

    @Option(names = "--log", description = "Append calls and violations to this file, as lines of JSON.")
    Optional<Path> log = Optional.empty();

    @Option(names = "--no-judge", description = "Carry out calls without judging them; for benches.")
    boolean noJudge;

    @Option(names = "--no-history", description = "Keep no calls in memory; for benches.")
    boolean noHistory;

    public static void main(String[] args) {
        // Quarkus' log manager is on the class path; it logs an error if another log manager was there before it.
        System.setProperty("java.util.logging.manager", "org.jboss.logmanager.LogManager");
        // That log manager starts with all levels enabled, and gRPC then logs a line for each frame.
        Logger.getLogger("").setLevel(Level.WARNING);
        System.exit(commandLine().execute(args));
    }

    public static CommandLine commandLine() {
        return new CommandLine(new StrictPluginMain()).setExecutionExceptionHandler((problem, command, parsed) -> {
            command.getErr().println("strict-plugin: " + problem.getMessage());
            return CommandLine.ExitCode.SOFTWARE;
        });
    }

    @Override
    public Integer call() throws Exception {
        CountDownLatch stop = new CountDownLatch(1);
        StrictPluginOptions options = options();
        StrictPlugin plugin = StrictPlugin.start(options);
        // Registered first: a later failure then leaves no socket behind.
        Runtime.getRuntime().addShutdownHook(new Thread(() -> {
            plugin.close();
            stop.countDown();
        }));
        if (control.isPresent()) {
            ControlServer unused = ControlServer.listen(control.get(), plugin);
        }
        System.out.println("controller " + plugin.controllerEndpoint());
        plugin.tcpEndpoint().ifPresent(onTcp -> System.out.println("controller " + onTcp));
        options.nodeSockets()
                .keySet()
                .forEach(nodeName -> System.out.println("node " + nodeName + " " + plugin.nodeEndpoint(nodeName)));
        System.out.println("ready");
        stop.await();
        return 0;
    }

    private StrictPluginOptions options() throws IOException {
        Path controller = socket(endpoint);
        StrictPluginOptions options = StrictPluginOptions.at(controller)
                .withName(name)
                .withCapabilities(CapabilityProfiles.parse(capabilities))
                .withLatency(Duration.ofMillis(latency))
                .withMaxVolumesPerNode(maxVolumesPerNode)
                .withFaults(script())
                .withFiles(files())
                .withLimits(limits())
                .withAdopted(volumes);
        if (tcp.isPresent()) {
            options = options.withTcp(address(tcp.get()));
        }
        if (nodeId.isPresent()) {
            options = options.withNode(nodeId.get(), controller);
        }
        for (int i = 1; i <= nodes; i++) {
            options = options.withNodes("node-" + i);
        }
        for (String pair : node) {
            int equals = pair.indexOf('=');
            if (equals < 1) {
                throw new IllegalArgumentException("--node: \"" + pair + "\" is not NAME=unix:PATH");
            }
            options = options.withNode(pair.substring(0, equals), socket(pair.substring(equals + 1)));
        }
        if (allOnNodeSockets) {
            options = options.withEverythingOnNodeSockets();
        }
        if (log.isPresent()) {
            options = options.withLog(log.get());
        }
        if (state.isPresent()) {
            options = options.withState(state.get());
        }
        if (noJudge) {
            options = options.withoutJudge();
        }
        return noHistory ? options.withoutHistory() : options;
    }

    private FaultScript script() throws IOException {
        if (faultScript.isPresent() && seed.isPresent()) {
            throw new IllegalArgumentException("--seed and --fault-script: a script is either drawn or given");
        }
        if (faultScript.isEmpty()) {
            return seed.map(FaultScript::random).orElseGet(FaultScript::calm);
        }
        return NamedScripts.all().containsKey(faultScript.get())
                ? NamedScripts.named(faultScript.get())
                : FaultScript.parse(Files.readString(Path.of(faultScript.get())));
    }

    private NodeFiles files() {
        if (noFiles) {
            return NodeFiles.none();
        }
        return realMounts.<NodeFiles>map(BindMounts::new).orElseGet(NodeFiles::directories);
    }

    private Limits limits() {
        Set<String> unknown = new HashSet<>(waived);
        RuleCatalogue.all().forEach(rule -> unknown.remove(rule.id()));
        if (!unknown.isEmpty()) {
            throw new IllegalArgumentException("--waive: no rule is called " + unknown);
        }
        Limits standard = Limits.standard();
        Limits limits = standard.withGaps(
                        minGap.map(Duration::ofMillis).orElse(standard.minGap()),
                        maxGap.map(Duration::ofMillis).orElse(standard.maxGap()),
                        finalGap.map(Duration::ofMillis).orElse(standard.finalGap()))
                .withWaived(waived);
        return noReread ? limits.withoutRereadAfterRestart() : limits;
    }

    private static InetSocketAddress address(String text) {
        int colon = text.lastIndexOf(':');
        InetAddress loopback = InetAddress.getLoopbackAddress();
        try {
            int port = Integer.parseInt(text.substring(colon + 1));
            return colon < 0
                    ? new InetSocketAddress(loopback, port)
                    : new InetSocketAddress(InetAddress.getByName(text.substring(0, colon)), port);
        } catch (IllegalArgumentException | UnknownHostException e) {
            throw new IllegalArgumentException("--tcp: \"" + text + "\" is not PORT or HOST:PORT", e);
        }
    }

    private static Path socket(String endpoint) {
        if (!endpoint.startsWith("unix:")) {
            throw new IllegalArgumentException("endpoint: \"" + endpoint + "\" is not unix:PATH");
        }
        String path = endpoint.substring("unix:".length());
        return Path.of(path.startsWith("//") ? path.substring(2) : path);
    }
}
