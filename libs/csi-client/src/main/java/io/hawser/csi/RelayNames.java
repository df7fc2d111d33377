package io.hawser.csi;

import java.util.Collection;
import java.util.Locale;
import java.util.Optional;
import javax.net.ssl.SNIHostName;

/**
 * The names of relays in TLS. A certificate's DNS names say whose it is; the server name that a caller asks for
 * says which plugin it wants, so that nothing of the gRPC stream is read or changed.
 */
public final class RelayNames {
    private static final String NODE = ".node.hawser";
    private static final String PLUGIN = ".plugin.hawser";

    /** Who may call through a relay. */
    public enum Role {
        VOLUME_SERVICE,
        PLUGIN_REGISTRY;

        /** The DNS name in the certificate. */
        public String dnsName() {
            return name().toLowerCase(Locale.ROOT).replace('_', '-') + ".hawser";
        }
    }

    private RelayNames() {}

    /** The DNS name in the certificate of a node's agent. */
    public static String ofNode(String node) {
        return node + NODE;
    }

    /**
     * The server name that a caller asks for.
     *
     * @throws IllegalArgumentException the plugin's name cannot be part of a server name
     */
    public static SNIHostName ofPlugin(String plugin) {
        return new SNIHostName(plugin + PLUGIN);
    }

    /** Whether a plugin of this name can be reached through a relay. */
    public static boolean canName(String plugin) {
        try {
            ofPlugin(plugin);
            return true;
        } catch (IllegalArgumentException unnameable) {
            return false;
        }
    }

    /** The plugin that the server name asks for. */
    public static Optional<String> pluginIn(String serverName) {
        return Optional.of(serverName)
                .filter(name -> name.endsWith(PLUGIN))
                .map(name -> name.substring(0, name.length() - PLUGIN.length()))
                .filter(plugin -> !plugin.isEmpty());
    }

    /** @param dnsNames of a certificate */
    public static Optional<Role> role(Collection<String> dnsNames) {
        for (Role role : Role.values()) {
            if (dnsNames.stream().anyMatch(role.dnsName()::equalsIgnoreCase)) {
                return Optional.of(role);
            }
        }
        return Optional.empty();
    }
}
