package io.hawser.bench.machine;

import io.hawser.csi.CsiEndpoint;
import io.hawser.embedded.process.JavaCommand;
import io.hawser.embedded.process.Signal;
import io.hawser.local.layout.LocalLayout;
import io.hawser.local.process.Orphans;
import io.hawser.local.process.ProcessSpec;
import io.hawser.local.process.Readiness;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * The strict plugin as a process of its own. It keeps no history and touches no file, so every call takes the same
 * time.
 *
 * @param name CSI's name of the plugin
 * @param process its process's name
 * @param nodes number of nodes that it serves, {@code node-1} and so on
 * @param latency how long each call takes, in whole milliseconds
 * @param judging whether it judges its caller, which takes time
 * @param logging whether it logs each call with its time
 * @param capabilities in the strict plugin's text form
 */
public record PluginProcess(
        String name,
        String process,
        int nodes,
        Duration latency,
        boolean judging,
        boolean logging,
        String capabilities,
        int heapMiB) {
    private static final int HEAP_MIB = 256;
    private static final String ATTACHING = "basic";

    /** It attaches, and lists nothing. */
    public PluginProcess(String name, String process, int nodes, Duration latency, boolean judging, boolean logging) {
        this(name, process, nodes, latency, judging, logging, ATTACHING, HEAP_MIB);
    }

    /** One that also lists its volumes with their nodes, and has memory for very many. */
    public static PluginProcess listing(String name, String process, int nodes, int volumes) {
        return new PluginProcess(
                name,
                process,
                nodes,
                Duration.ZERO,
                false,
                false,
                ATTACHING + ",+controller:LIST_VOLUMES,+controller:LIST_VOLUMES_PUBLISHED_NODES",
                HEAP_MIB + volumes / 1_000);
    }

    ProcessSpec spec(LocalLayout layout) {
        List<String> arguments = new ArrayList<>(List.of(
                "--endpoint",
                "unix:" + controllerSocket(layout),
                "--name",
                name,
                "--nodes",
                Integer.toString(nodes),
                "--capabilities",
                capabilities,
                "--latency",
                Long.toString(latency.toMillis()),
                "--control",
                controlSocket(layout).toString(),
                "--no-history",
                "--no-files"));
        if (!judging) {
            arguments.add("--no-judge");
        }
        if (logging) {
            arguments.addAll(List.of("--log", callLog(layout).toString()));
        }
        List<String> command = JavaCommand.of(
                heapMiB,
                List.of(Orphans.mark(layout.home())),
                System.getProperty("java.class.path"),
                "io.hawser.strict.command.StrictPluginMain",
                arguments);
        return new ProcessSpec(
                process,
                command,
                Map.of(),
                Readiness.unixSocket(controllerSocket(layout)),
                layout.log(process),
                Signal.TERM);
    }

    CsiEndpoint controller(LocalLayout layout) {
        return new CsiEndpoint.Unix(controllerSocket(layout).toString());
    }

    CsiEndpoint node(LocalLayout layout, String node) {
        return new CsiEndpoint.Unix(
                layout.pluginSockets(process).resolve(node + ".sock").toString());
    }

    Path controlSocket(LocalLayout layout) {
        return layout.pluginSockets(process).resolve("control.sock");
    }

    Path callLog(LocalLayout layout) {
        return layout.home().resolve(process + "-calls.jsonl");
    }

    private Path controllerSocket(LocalLayout layout) {
        return layout.pluginSockets(process).resolve("csi.sock");
    }
}
