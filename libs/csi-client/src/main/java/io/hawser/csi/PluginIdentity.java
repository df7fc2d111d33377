package io.hawser.csi;

import java.util.Map;

/**
 * A plugin's identity and capabilities, read over one connection.
 *
 * @param name RFC 1035 domain notation, 1 to 63 characters
 * @param vendorVersion opaque; the same version has the same capabilities on every instance
 * @param servesController whether this process serves the controller. Its capabilities do not say so: a plugin that
 *     runs as several processes answers GetPluginCapabilities in each for the plugin as a whole
 */
public record PluginIdentity(
        String name,
        String vendorVersion,
        Map<String, String> manifest,
        CapabilitySet capabilities,
        boolean servesController) {

    /** A process that serves the controller if the plugin has one: it was not asked. */
    public PluginIdentity(String name, String vendorVersion, Map<String, String> manifest, CapabilitySet capabilities) {
        this(name, vendorVersion, manifest, capabilities, capabilities.hasController());
    }

    public PluginIdentity {
        manifest = Map.copyOf(manifest);
        if (servesController && !capabilities.hasController()) {
            throw new IllegalArgumentException("the controller of a plugin without controller service");
        }
    }

    PluginIdentity withoutController() {
        return new PluginIdentity(name, vendorVersion, manifest, capabilities, false);
    }
}
