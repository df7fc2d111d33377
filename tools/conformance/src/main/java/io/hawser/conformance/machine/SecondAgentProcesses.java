package io.hawser.conformance.machine;

import io.hawser.bus.service.HawserService;
import io.hawser.local.command.LocalRun;
import io.hawser.local.layout.LocalLayout;
import io.hawser.local.process.ProcessSpec;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Agents of other machines, each of which claims to be one of the machine's nodes, with a root of its own and no
 * plugin.
 */
public final class SecondAgentProcesses {
    private static final String SECOND = "-second";

    private final LocalLayout layout;
    private final LocalRun run;
    private final Set<String> known = new HashSet<>();

    SecondAgentProcesses(LocalLayout layout, LocalRun run) {
        this.layout = layout;
        this.run = run;
    }

    public static String name(String node) {
        return ConformanceMachine.agent(node + SECOND);
    }

    /**
     * Starts the agent; returns when it acts on what it reads.
     *
     * @return the id of its root
     */
    public String start(String node) {
        Path root = layout.home().resolve("second").resolve(node);
        if (known.add(node)) {
            run.supervisor().start(List.of(spec(node, root)));
        } else {
            run.supervisor().restart(name(node));
        }
        try {
            return Files.readString(root.resolve("identity")).split("\\s+")[0];
        } catch (IOException e) {
            throw new UncheckedIOException("the second agent of " + node + " has no root", e);
        }
    }

    /**
     * This agent has another name for the broker: within the same installation, it would refuse to start beside the
     * mounts of the first agent.
     */
    private ProcessSpec spec(String node, Path root) {
        Path noPlugins = layout.home().resolve("no-plugins");
        try {
            Files.createDirectories(root);
            Files.createDirectories(noPlugins);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot make the folders of a second agent", e);
        }
        return run.services()
                .agent(node + SECOND)
                .with(MachineTimes.of(HawserService.NODE_AGENT))
                .with(Map.of(
                        "HAWSER_NODE", node,
                        "HAWSER_ANNOUNCE", "false",
                        "HAWSER_ROOT", root.toString(),
                        "HAWSER_PLUGIN_DIR", noPlugins.toString(),
                        "KAFKA_BOOTSTRAP_SERVERS", run.data().bootstrapServers().replace("127.0.0.1", "localhost")));
    }
}
