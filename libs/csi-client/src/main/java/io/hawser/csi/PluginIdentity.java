package io.hawser.csi;

import java.util.Map;
import java.util.Objects;

/**
 * A plugin's identity and capabilities, read over one connection.
 *
 * @param name RFC 1035 domain notation, 1 to 63 characters
 * @param vendorVersion opaque; the same version has the same capabilities on every instance
 */
public record PluginIdentity(
        String name, String vendorVersion, Map<String, String> manifest, CapabilitySet capabilities) {
    public PluginIdentity {
        Objects.requireNonNull(name, "name");
        Objects.requireNonNull(vendorVersion, "vendorVersion");
        manifest = Map.copyOf(manifest);
        Objects.requireNonNull(capabilities, "capabilities");
    }
}
