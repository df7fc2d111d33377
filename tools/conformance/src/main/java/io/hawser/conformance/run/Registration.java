package io.hawser.conformance.run;

import io.hawser.bus.topic.HawserTopic;
import io.hawser.cli.look.Look;
import io.hawser.conformance.machine.ConformanceMachine;
import io.hawser.conformance.machine.RunPlugin;
import io.hawser.conformance.scenario.Plan;
import io.hawser.strict.StrictPlugin;
import io.hawser.v1.DeregisterPluginInstance;
import io.hawser.v1.Plugin;
import io.hawser.v1.RegisterPluginInstance;
import java.util.Set;
import java.util.stream.Collectors;

/** Registers the plugin of a run with Hawser. Agents find the nodes' sockets by themselves. */
record Registration(Plan plan, RunContext context, Inventory inventory) {
    private static final String INSTANCE = "controller";

    /** Returns when the controller and all of the plugin's nodes are known to be healthy. */
    void introduce(StrictPlugin plugin) {
        if (plan.plugin().hasOwnController()) {
            inventory.write(
                    HawserTopic.PLUGIN_COMMANDS,
                    plan.pluginName(),
                    RegisterPluginInstance.newBuilder()
                            .setPlugin(plan.pluginName())
                            .setInstance(INSTANCE)
                            .setEndpoint(RunPlugin.controllerEndpoint(plugin))
                            .build());
        }
        awaitKnown(plugin);
    }

    /** Returns when the plugin is known to be healthy everywhere, if it runs. */
    void awaitKnown(StrictPlugin plugin) {
        if (plugin.running().isPresent()) {
            context.await("plugin " + plan.pluginName() + " to be known", this::known);
        }
    }

    void leave(StrictPlugin plugin) {
        if (plan.plugin().hasOwnController()) {
            inventory.write(
                    HawserTopic.PLUGIN_COMMANDS,
                    plan.pluginName(),
                    DeregisterPluginInstance.newBuilder()
                            .setPlugin(plan.pluginName())
                            .setInstance(INSTANCE)
                            .build());
        }
    }

    private Look<Boolean> known() {
        String name = plan.pluginName();
        boolean controller = !plan.plugin().capabilities().hasController()
                || context.tap()
                        .last(HawserTopic.PLUGINS, name, Plugin.class)
                        .filter(plugin -> !plugin.getEndpoint().isEmpty())
                        .isPresent();
        if (!controller) {
            return new Look.NotYet<>("plugin-registry has no healthy controller");
        }
        Set<String> nodes = context.machine()
                .volumes()
                .nodes()
                .filter(node -> node.plugins().stream()
                        .anyMatch(print -> print.getPlugin().equals(name) && print.getHealthy()))
                .map(node -> node.node().getName())
                .collect(Collectors.toSet());
        return Look.of(nodes.containsAll(ConformanceMachine.NODES), () -> "volume-service knows it on " + nodes);
    }
}
