package io.hawser.plugin.registry;

import java.util.Objects;
import java.util.Set;

/**
 * What an instance said about itself.
 *
 * @param controller whether it offers CONTROLLER_SERVICE
 * @param pluginCapabilities numbers of {@code csi.v1.PluginCapability.Service.Type}, including unknown ones
 * @param controllerCapabilities numbers of {@code csi.v1.ControllerServiceCapability.RPC.Type}, including unknown ones
 */
public record Identity(
        String name,
        String vendorVersion,
        boolean controller,
        Set<Integer> pluginCapabilities,
        Set<Integer> controllerCapabilities) {
    public Identity {
        Objects.requireNonNull(name, "name");
        Objects.requireNonNull(vendorVersion, "vendorVersion");
        pluginCapabilities = Set.copyOf(pluginCapabilities);
        controllerCapabilities = Set.copyOf(controllerCapabilities);
    }
}
