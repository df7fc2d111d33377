package io.hawser.plugin.registry;

import java.util.Set;

/**
 * What an instance said about itself, under the name that it is registered by.
 *
 * @param controller whether it serves the controller; a process for nodes does not, though the plugin may have one
 * @param pluginCapabilities numbers of {@code csi.v1.PluginCapability.Service.Type}, including unknown ones
 * @param controllerCapabilities numbers of {@code csi.v1.ControllerServiceCapability.RPC.Type}, including unknown ones
 */
public record Identity(
        String vendorVersion,
        boolean controller,
        Set<Integer> pluginCapabilities,
        Set<Integer> controllerCapabilities) {
    /** The number of the capability of a plugin that has a controller. */
    public static final int CONTROLLER_SERVICE = 1;

    public Identity {
        pluginCapabilities = Set.copyOf(pluginCapabilities);
        controllerCapabilities = Set.copyOf(controllerCapabilities);
    }

    /** A process for nodes that has CONTROLLER_SERVICE says that the plugin has a controller elsewhere. */
    public boolean deniesController() {
        return !controller && !pluginCapabilities.contains(CONTROLLER_SERVICE);
    }
}
