package io.hawser.hostpath.csi;

import io.hawser.hostpath.volume.NodeId;
import java.nio.file.Path;
import java.util.regex.Pattern;

/**
 * The settings of one instance.
 *
 * @param driverName the plugin's name (RFC 1035 domain notation, lower case); {@code topology.NAME/node} is its
 *     topology key
 * @param stateFolder shared by all instances of one driver
 * @param maxVolumeBytes the largest size that CreateVolume accepts
 */
public record PluginSettings(String driverName, NodeId node, Path stateFolder, long maxVolumeBytes) {
    public static final String DEFAULT_NAME = "hostpath.hawser";
    public static final long DEFAULT_MAX_BYTES = 1L << 40;

    private static final Pattern LABELS =
            Pattern.compile("[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*");
    private static final int MAX_NAME = 63 - "topology.".length();

    public PluginSettings {
        if (driverName.length() > MAX_NAME || !LABELS.matcher(driverName).matches())
            throw new IllegalArgumentException(
                    "driver name: lower-case domain notation of at most " + MAX_NAME + " characters");
        if (maxVolumeBytes <= 0) throw new IllegalArgumentException("max volume size: must be above 0");
    }

    public String topologyKey() {
        return "topology." + driverName + "/node";
    }

    /** The same for every build of one version, as CSI requires: callers cache capabilities by it. */
    public static String version() {
        String version = PluginSettings.class.getPackage().getImplementationVersion();
        return version == null ? "development" : version;
    }
}
