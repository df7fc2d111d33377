package io.hawser.cli.text;

import io.hawser.csi.v1.ControllerServiceCapability;
import io.hawser.csi.v1.NodeServiceCapability;
import io.hawser.csi.v1.PluginCapability;
import io.hawser.v1.Fingerprint;
import io.hawser.v1.Plugin;
import io.hawser.v1.PluginInstance;
import io.hawser.v1.PluginRole;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

public final class PluginText {
    private PluginText() {}

    public static Table table() {
        return new Table("PLUGIN", "VERSION", "CONTROLLERS", "NODES", "CURRENT", "ENDPOINT", "UNHEALTHY SINCE");
    }

    public static void row(Table table, Plugin plugin) {
        table.row(
                plugin.getName(),
                plugin.getVendorVersion(),
                controllers(plugin),
                nodes(plugin),
                plugin.getCurrent(),
                plugin.getEndpoint(),
                plugin.getInstancesList().stream()
                        .filter(PluginInstance::hasUnhealthySince)
                        .map(instance -> Since.instant(instance.getUnhealthySince()))
                        .min(Instant::compareTo)
                        .map(since -> since.truncatedTo(ChronoUnit.SECONDS).toString())
                        .orElse(""));
    }

    public static String status(Plugin plugin, PluginUse use, Instant now) {
        Table table = new Table("PLUGIN", plugin.getName());
        table.row("version", plugin.getVendorVersion());
        table.row("controllers healthy", controllers(plugin));
        table.row("nodes healthy", nodes(plugin));
        table.row("used by", use.usedBy());
        table.row("current", plugin.getCurrent());
        table.row("endpoint", plugin.getEndpoint());
        table.row("plugin can", capabilities(plugin, plugin.getPluginCapabilitiesList(), PluginText::service));
        table.row("topology keys", String.join(", ", plugin.getTopologyKeysList()));
        table.row("controller can", capabilities(plugin, plugin.getControllerCapabilitiesList(), PluginText::rpc));
        plugin.getInstancesList()
                .forEach(instance -> table.row("instance " + instance.getName(), one(instance, use, now)));
        int more = plugin.getInstancesExpected() - plugin.getInstancesCount();
        if (more > 0) {
            table.row("…", "and " + more + " more instances");
        }
        use.fingerprints()
                .forEach((node, print) -> table.row(
                        "node " + node,
                        node(print, Optional.ofNullable(use.unhealthyNodes().get(node)))));
        return table.text();
    }

    private static String node(Fingerprint print, Optional<Instant> since) {
        return (print.getHealthy()
                        ? "healthy"
                        : "not healthy" + since.map(at -> " " + Since.of(at)).orElse("") + ": " + print.getMessage())
                + (print.getVendorVersion().isEmpty() ? "" : ", says version " + print.getVendorVersion())
                + (print.getCsiNodeId().isEmpty() ? "" : ", calls this node " + print.getCsiNodeId())
                + (print.getMaxVolumes() > 0 ? ", at most " + print.getMaxVolumes() + " volumes" : "")
                + print.getTopology().getSegmentsMap().entrySet().stream()
                        .sorted(Map.Entry.comparingByKey())
                        .map(segment -> ", " + segment.getKey() + "=" + segment.getValue())
                        .collect(Collectors.joining())
                + (print.getNodeCapabilitiesCount() == 0
                        ? ""
                        : ", can " + names(print.getNodeCapabilitiesList(), PluginText::nodeRpc));
    }

    private static String controllers(Plugin plugin) {
        return plugin.getControllersHealthy() + " of " + plugin.getControllersExpected();
    }

    private static String nodes(Plugin plugin) {
        return plugin.getNodesHealthy() + " of " + plugin.getNodesExpected();
    }

    private static String one(PluginInstance instance, PluginUse use, Instant now) {
        return (instance.getHealthy() ? "healthy" : "not healthy")
                + (instance.hasUnhealthySince() ? " " + Since.of(instance.getUnhealthySince()) : "")
                + Optional.ofNullable(use.lastProbes().get(instance.getName()))
                        .map(asked -> ", asked " + Since.ago(asked, now) + " ago")
                        .orElse("")
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
        return plugin.getCapabilitiesKnown() ? names(numbers, name) : "not known: no instance has answered yet";
    }

    private static String names(List<Integer> numbers, IntFunction<@Nullable Enum<?>> name) {
        return numbers.stream()
                .map(number -> {
                    Enum<?> known = name.apply(number);
                    return known == null ? "unknown capability " + number : known.name();
                })
                .collect(Collectors.joining(", "));
    }

    private static @Nullable Enum<?> nodeRpc(int number) {
        return NodeServiceCapability.RPC.Type.forNumber(number);
    }

    private static @Nullable Enum<?> service(int number) {
        return PluginCapability.Service.Type.forNumber(number);
    }

    private static @Nullable Enum<?> rpc(int number) {
        return ControllerServiceCapability.RPC.Type.forNumber(number);
    }
}
