package io.hawser.cli.text;

import io.hawser.csi.v1.ControllerServiceCapability;
import io.hawser.csi.v1.PluginCapability;
import io.hawser.v1.Plugin;
import io.hawser.v1.PluginInstance;
import io.hawser.v1.PluginRole;
import java.util.List;
import java.util.Map;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Plugins as text for people. */
public final class PluginText {
    private PluginText() {}

    /** A table with one line for each plugin. */
    public static Table table() {
        return new Table("PLUGIN", "VERSION", "CONTROLLERS", "NODES", "CURRENT", "ENDPOINT");
    }

    /** A plugin's line. */
    public static void row(Table table, Plugin plugin) {
        table.row(
                plugin.getName(),
                plugin.getVendorVersion(),
                controllers(plugin),
                nodes(plugin),
                plugin.getCurrent(),
                plugin.getEndpoint());
    }

    /** Everything about one plugin. */
    public static String status(Plugin plugin) {
        Table table = new Table("PLUGIN", plugin.getName());
        table.row("version", plugin.getVendorVersion());
        table.row("controllers healthy", controllers(plugin));
        table.row("nodes healthy", nodes(plugin));
        table.row("current", plugin.getCurrent());
        table.row("endpoint", plugin.getEndpoint());
        table.row("plugin can", capabilities(plugin, plugin.getPluginCapabilitiesList(), PluginText::service));
        table.row("topology keys", String.join(", ", plugin.getTopologyKeysList()));
        table.row("controller can", capabilities(plugin, plugin.getControllerCapabilitiesList(), PluginText::rpc));
        plugin.getInstancesList().forEach(instance -> table.row("instance " + instance.getName(), one(instance)));
        int more = plugin.getInstancesExpected() - plugin.getInstancesCount();
        if (more > 0) {
            table.row("…", "and " + more + " more instances");
        }
        return table.text();
    }

    private static String controllers(Plugin plugin) {
        return plugin.getControllersHealthy() + " of " + plugin.getControllersExpected();
    }

    private static String nodes(Plugin plugin) {
        return plugin.getNodesHealthy() + " of " + plugin.getNodesExpected();
    }

    private static String one(PluginInstance instance) {
        return (instance.getHealthy() ? "healthy" : "not healthy")
                + (instance.getNode().isEmpty() ? "" : ", on " + instance.getNode())
                + (instance.getController() ? ", controller" : "")
                + role(instance.getRole())
                + (instance.getVersion().isEmpty() ? "" : ", registered as version " + instance.getVersion())
                + (instance.getVendorVersion().isEmpty() ? "" : ", says version " + instance.getVendorVersion())
                + options(instance)
                + ", " + instance.getEndpoint()
                + (instance.getMessage().isEmpty() ? "" : ": " + instance.getMessage());
    }

    private static String role(PluginRole role) {
        return switch (role) {
            case PLUGIN_ROLE_CONTROLLER -> ", registered for the controller";
            case PLUGIN_ROLE_NODE -> ", registered for nodes";
            case PLUGIN_ROLE_BOTH -> ", registered for controller and nodes";
            case PLUGIN_ROLE_UNSPECIFIED, UNRECOGNIZED -> "";
        };
    }

    private static String options(PluginInstance instance) {
        return instance.getOptionsMap().entrySet().stream()
                .sorted(Map.Entry.comparingByKey())
                .map(option -> ", " + option.getKey() + "=" + option.getValue())
                .collect(Collectors.joining());
    }

    private static String capabilities(Plugin plugin, List<Integer> numbers, IntFunction<@Nullable Enum<?>> name) {
        return plugin.getCapabilitiesKnown()
                ? numbers.stream()
                        .map(number -> {
                            Enum<?> known = name.apply(number);
                            return known == null ? "unknown capability " + number : known.name();
                        })
                        .collect(Collectors.joining(", "))
                : "not known: no instance has answered yet";
    }

    private static @Nullable Enum<?> service(int number) {
        return PluginCapability.Service.Type.forNumber(number);
    }

    private static @Nullable Enum<?> rpc(int number) {
        return ControllerServiceCapability.RPC.Type.forNumber(number);
    }
}
