package io.hawser.conformance.machine;

import io.hawser.conformance.scenario.PluginShape;
import io.hawser.strict.StrictPlugin;
import io.hawser.strict.StrictPluginOptions;
import io.hawser.strict.backend.BindMounts;
import java.nio.file.Path;

/**
 * The strict plugin of one run, in this JVM: a socket for the controller, and one in the folder of each node's agent.
 */
public final class RunPlugin {
    private RunPlugin() {}

    /** @param log file to which lines of JSON are appended */
    public static StrictPlugin start(ConformanceMachine machine, String name, PluginShape shape, Path log) {
        machine.writeSecret(name);
        StrictPluginOptions options = StrictPluginOptions.at(machine.controllerSocket(name))
                .withName(name)
                .withCapabilities(shape.capabilities())
                .withFaults(shape.faults())
                .withLimits(MachineTimes.limits())
                .withFiles(new BindMounts(machine.contents(name)))
                .withAdopted(shape.adopted())
                .withLog(log);
        for (String node : ConformanceMachine.NODES) {
            options = options.withNode(node, machine.nodeSocket(name, node));
        }
        if (shape.relayed()) {
            options = options.withEverythingOnNodeSockets();
        }
        return StrictPlugin.start(options);
    }

    /** The endpoint in the form that plugin-registry reads. */
    public static String controllerEndpoint(StrictPlugin plugin) {
        return plugin.controllerEndpoint().replaceFirst("^unix:", "unix://");
    }
}
