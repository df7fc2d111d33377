package io.hawser.testkit.strict;

import io.hawser.testkit.strict.backend.NodeFiles;
import io.hawser.testkit.strict.fault.FaultScript;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** The strict plugin as a process. It stays until it is told to stop by a signal. */
@Command(name = "strict-plugin", mixinStandardHelpOptions = true, description = "A CSI plugin that judges its caller.")
public final class StrictPluginMain implements Callable<Integer> {

    @Option(
            names = "--endpoint",
            required = true,
            description = "Socket of Identity, Controller and GroupController: unix:PATH.")
    String endpoint = "";

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

    @Option(names = "--fault-script", description = "A file of faults, one a line.")
    Optional<Path> faultScript = Optional.empty();

    @Option(names = "--seed", description = "Draw a random fault script from this number.")
    Optional<Long> seed = Optional.empty();

    @Option(names = "--max-volumes-per-node", description = "0 = no limit (default).")
    long maxVolumesPerNode;

    @Option(names = "--files", description = "What is done on a node: directories (default) or none.")
    String files = "directories";

    @Option(names = "--log", description = "Append calls and violations to this file, as lines of JSON.")
    Optional<Path> log = Optional.empty();

    @Option(names = "--no-history", description = "Keep no calls in memory; for benches.")
    boolean noHistory;

    public static void main(String[] args) {
        System.exit(new CommandLine(new StrictPluginMain()).execute(args));
    }

    @Override
    public Integer call() throws Exception {
        CountDownLatch stop = new CountDownLatch(1);
        StrictPluginOptions options = options();
        StrictPlugin plugin = StrictPlugin.start(options);
        Runtime.getRuntime().addShutdownHook(new Thread(() -> {
            plugin.close();
            stop.countDown();
        }));
        System.out.println("controller " + plugin.controllerEndpoint());
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
                .withFiles(files());
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
        return noHistory ? options.withoutHistory() : options;
    }

    private FaultScript script() throws IOException {
        if (faultScript.isPresent()) {
            return FaultScript.parse(Files.readString(faultScript.get()));
        }
        return seed.map(FaultScript::random).orElseGet(FaultScript::calm);
    }

    private NodeFiles files() {
        return switch (files.toLowerCase(Locale.ROOT)) {
            case "directories" -> NodeFiles.directories();
            case "none" -> NodeFiles.none();
            default -> throw new IllegalArgumentException("--files: \"" + files + "\" is neither directories nor none");
        };
    }

    private static Path socket(String endpoint) {
        if (!endpoint.startsWith("unix:")) {
            throw new IllegalArgumentException("endpoint: \"" + endpoint + "\" is not unix:PATH");
        }
        String path = endpoint.substring("unix:".length());
        return Path.of(path.startsWith("//") ? path.substring(2) : path);
    }
}
