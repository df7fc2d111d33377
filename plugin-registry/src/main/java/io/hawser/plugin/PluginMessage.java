package io.hawser.plugin;

import io.hawser.plugin.registry.Health;
import io.hawser.plugin.registry.Identity;
import io.hawser.plugin.registry.Instance;
import io.hawser.plugin.registry.Summary;
import io.hawser.v1.Plugin;
import io.hawser.v1.PluginInstance;
import java.util.Optional;
import java.util.Set;

/** The wire form of a plugin. */
final class PluginMessage {
    private PluginMessage() {}

    /**
     * Without revision: equal messages say the same.
     *
     * @param before what was published last: what a plugin can do is not forgotten because none of its instances is registered just now
     */
    static Plugin of(Summary summary, Optional<Plugin> before) {
        Plugin.Builder message = Plugin.newBuilder()
                .setName(summary.plugin().name())
                .setControllersHealthy(summary.controllersHealthy())
                .setControllersExpected(summary.controllersExpected())
                .setNodesHealthy(summary.nodesHealthy())
                .setNodesExpected(summary.nodesExpected());
        summary.identity()
                .ifPresentOrElse(
                        identity -> message.setCapabilitiesKnown(true)
                                .setVendorVersion(identity.vendorVersion())
                                .addAllPluginCapabilities(sorted(identity.pluginCapabilities()))
                                .addAllControllerCapabilities(sorted(identity.controllerCapabilities())),
                        () -> before.filter(Plugin::getCapabilitiesKnown)
                                .ifPresentOrElse(
                                        said -> message.setCapabilitiesKnown(true)
                                                .setVendorVersion(said.getVendorVersion())
                                                .addAllPluginCapabilities(said.getPluginCapabilitiesList())
                                                .addAllControllerCapabilities(said.getControllerCapabilitiesList()),
                                        () -> message.setCapabilitiesKnown(summary.nodeOnly())));
        summary.plugin().current().flatMap(summary.plugin()::instance).ifPresent(current -> message.setCurrent(
                        current.name())
                .setEndpoint(current.endpoint()));
        summary.plugin().instances().forEach(instance -> message.addInstances(of(instance)));
        return message.build();
    }

    private static PluginInstance of(Instance instance) {
        return PluginInstance.newBuilder()
                .setName(instance.name())
                .setNode(instance.node())
                .setEndpoint(instance.endpoint())
                .setHealthy(instance.healthy())
                .setWhy(why(instance.health()))
                .setController(instance.controller())
                .setVendorVersion(instance.health()
                        .lastSaid()
                        .map(Identity::vendorVersion)
                        .orElse(""))
                .build();
    }

    private static String why(Health health) {
        return switch (health) {
            case Health.Unasked() -> "not asked yet";
            case Health.Healthy ignored -> "";
            case Health.Unhealthy unhealthy -> unhealthy.why();
        };
    }

    private static Iterable<Integer> sorted(Set<Integer> numbers) {
        return numbers.stream().sorted().toList();
    }
}
