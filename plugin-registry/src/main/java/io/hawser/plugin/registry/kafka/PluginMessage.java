package io.hawser.plugin.registry.kafka;

import io.hawser.message.Events;
import io.hawser.message.Truncated;
import io.hawser.plugin.registry.Identity;
import io.hawser.plugin.registry.Instance;
import io.hawser.plugin.registry.Plugin;
import io.hawser.plugin.registry.Role;
import io.hawser.plugin.registry.Summary;
import io.hawser.plugin.registry.TopologyKeys;
import io.hawser.v1.PluginInstance;
import io.hawser.v1.PluginRole;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** The wire form of a plugin. */
public final class PluginMessage {
    private static final int SHOWN = 16;

    private PluginMessage() {}

    /**
     * The message without revision: two states with the same content have equal messages.
     *
     * @param before the message that was published last: the plugin's capabilities stay while no instance is current,
     *     whatever one says that does not serve. That it has no controller does not stay: an instance that is
     *     registered by now may be one
     */
    public static io.hawser.v1.Plugin of(Summary summary, Optional<io.hawser.v1.Plugin> before) {
        Optional<Identity> believed = believed(summary, before);
        io.hawser.v1.Plugin.Builder message = io.hawser.v1.Plugin.newBuilder()
                .setName(summary.plugin().name())
                .setControllersHealthy(summary.controllersHealthy())
                .setControllersExpected(summary.controllersExpected())
                .setNodesHealthy(summary.nodesHealthy())
                .setNodesExpected(summary.nodesExpected())
                .addAllTopologyKeys(TopologyKeys.taken(summary.topologyKeys()));
        believed.ifPresentOrElse(
                identity -> message.setCapabilitiesKnown(true)
                        .setVendorVersion(identity.vendorVersion())
                        .addAllPluginCapabilities(sorted(identity.pluginCapabilities()))
                        .addAllControllerCapabilities(sorted(identity.controllerCapabilities())),
                () -> before.filter(said -> stands(said, summary))
                        .ifPresentOrElse(
                                said -> message.setCapabilitiesKnown(true)
                                        .setVendorVersion(said.getVendorVersion())
                                        .addAllPluginCapabilities(said.getPluginCapabilitiesList())
                                        .addAllControllerCapabilities(said.getControllerCapabilitiesList()),
                                () -> message.setCapabilitiesKnown(summary.nodeOnly())));
        summary.plugin().current().flatMap(summary.plugin()::instance).ifPresent(current -> message.setCurrent(
                        current.name())
                .setEndpoint(current.endpoint()));
        Set<String> controllers = controllers(summary.plugin(), before, believed.isPresent());
        shown(summary.plugin(), controllers)
                .forEach(instance -> message.addInstances(of(instance, controllers.contains(instance.name()))));
        return message.setInstancesHealthy((int) summary.plugin().instances().stream()
                        .filter(Instance::healthy)
                        .count())
                .setInstancesExpected(summary.plugin().instances().size())
                .build();
    }

    /**
     * The identity that replaces what was published: the current instance's; a denial; or any, if nothing was published
     * that stands. Otherwise another version, which does not serve, would end attaches and detaches without a call.
     */
    private static Optional<Identity> believed(Summary summary, Optional<io.hawser.v1.Plugin> before) {
        return summary.identity()
                .filter(said -> said.deniesController()
                        ? deniedByItself(summary, before)
                        : summary.plugin().current().isPresent()
                                || before.filter(known -> stands(known, summary))
                                        .isEmpty());
    }

    /**
     * That a plugin with a controller has none any more is believed of that controller only: while it is away, a
     * process for nodes would otherwise end detaches and deletions without a call.
     */
    private static boolean deniedByItself(Summary summary, Optional<io.hawser.v1.Plugin> before) {
        return before.filter(PluginMessage::hasController).isEmpty()
                || controllers(before).stream()
                        .anyMatch(name -> summary.plugin().instance(name).isPresent());
    }

    /** Names of the instances that the published record says to be controllers. */
    private static Set<String> controllers(Optional<io.hawser.v1.Plugin> published) {
        return published.stream()
                .flatMap(said -> said.getInstancesList().stream())
                .filter(PluginInstance::getController)
                .map(PluginInstance::getName)
                .collect(Collectors.toSet());
    }

    /**
     * Names of the controllers, and of those instances whose answer is needed to believe that there is none any more.
     * An instance that was never ready does not become one: its denial would be believed. An instance that served the
     * controller stays one until it has answered, and while its denial is not believed yet and no other instance is a
     * controller.
     *
     * @param believed whether an identity is believed
     */
    private static Set<String> controllers(Plugin plugin, Optional<io.hawser.v1.Plugin> before, boolean believed) {
        Set<String> served = controllers(before);
        boolean undecided = !believed && plugin.instances().stream().noneMatch(Instance::controller);
        return plugin.instances().stream()
                .filter(instance -> served.contains(instance.name())
                        ? instance.controller()
                                || instance.health()
                                        .lastSaid()
                                        .map(said -> undecided && said.deniesController())
                                        .orElse(true)
                        : instance.controller() && instance.health().wasHealthy())
                .map(Instance::name)
                .collect(Collectors.toSet());
    }

    public static boolean hasController(io.hawser.v1.Plugin said) {
        return said.getPluginCapabilitiesList().contains(Identity.CONTROLLER_SERVICE);
    }

    /** Whether the answer contradicts the controller of this record. */
    public static boolean contradicts(Identity said, io.hawser.v1.Plugin known) {
        return said.deniesController()
                || said.controller()
                        && !(said.vendorVersion().equals(known.getVendorVersion())
                                && said.pluginCapabilities().equals(Set.copyOf(known.getPluginCapabilitiesList()))
                                && said.controllerCapabilities()
                                        .equals(Set.copyOf(known.getControllerCapabilitiesList())));
    }

    /** That it has no controller stands only until a node or an instance may say otherwise. */
    private static boolean stands(io.hawser.v1.Plugin said, Summary summary) {
        Plugin plugin = summary.plugin();
        return said.getCapabilitiesKnown()
                && (hasController(said) || plugin.instances().isEmpty() && !aNodeFindsAController(plugin));
    }

    private static boolean aNodeFindsAController(Plugin plugin) {
        return plugin.fingerprints().values().stream()
                .anyMatch(fingerprint -> fingerprint.healthy() && !fingerprint.noController());
    }

    /**
     * Limits the record's size, however many nodes there are. Shown first is the current instance, then controllers,
     * then unhealthy ones, then the newest.
     */
    private static List<Instance> shown(Plugin plugin, Set<String> controllers) {
        Set<String> names = plugin.instances().stream()
                .sorted(Comparator.comparing(
                                (Instance instance) -> !plugin.current().equals(Optional.of(instance.name())))
                        .thenComparing(instance -> !controllers.contains(instance.name()))
                        .thenComparing(Instance::healthy))
                .limit(SHOWN)
                .map(Instance::name)
                .collect(Collectors.toSet());
        return plugin.instances().stream()
                .filter(instance -> names.contains(instance.name()))
                .toList();
    }

    private static PluginInstance of(Instance instance, boolean controller) {
        PluginInstance.Builder message = PluginInstance.newBuilder();
        instance.health().unhealthySince().map(Events::timestamp).ifPresent(message::setUnhealthySince);
        return message.setName(instance.name())
                .setNode(instance.node())
                .setEndpoint(instance.endpoint())
                .setHealthy(instance.healthy())
                .setMessage(Truncated.of(instance.health().message()))
                .setController(controller)
                .setRole(role(instance.declared().role()))
                .setVersion(instance.declared().version())
                .putAllOptions(instance.declared().options())
                .setVendorVersion(Truncated.of(instance.health()
                        .lastSaid()
                        .map(Identity::vendorVersion)
                        .orElse("")))
                .build();
    }

    private static PluginRole role(Role role) {
        return switch (role) {
            case UNSPECIFIED -> PluginRole.PLUGIN_ROLE_UNSPECIFIED;
            case CONTROLLER -> PluginRole.PLUGIN_ROLE_CONTROLLER;
            case NODE -> PluginRole.PLUGIN_ROLE_NODE;
            case BOTH -> PluginRole.PLUGIN_ROLE_BOTH;
        };
    }

    private static Iterable<Integer> sorted(Set<Integer> numbers) {
        return numbers.stream().sorted().toList();
    }
}
