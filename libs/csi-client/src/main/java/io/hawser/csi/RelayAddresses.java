package io.hawser.csi;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Where the relays of node-agents are. An entry is {@code NODE=HOST:PORT} for one node, or {@code HOST:PORT} for all
 * others, in which {@code *} stands for the node's name. Who answers there must have the node's certificate.
 */
public final class RelayAddresses {
    /** No relay is known. */
    public static final RelayAddresses NONE = new RelayAddresses("hawser.relay.addresses", Map.of());

    private static final Pattern ENTRY =
            Pattern.compile("(?:([a-z0-9][a-z0-9.-]*)=)?(\\[[0-9A-Fa-f:.]+]|[A-Za-z0-9.*_-]+):([0-9]{1,5})");

    /** @param host without brackets */
    public record Address(String host, int port) {}

    private final String setting;
    /** By node; the empty name stands for all others. */
    private final Map<String, Address> entries;

    private RelayAddresses(String setting, Map<String, Address> entries) {
        this.setting = setting;
        this.entries = Map.copyOf(entries);
    }

    /**
     * @param setting name of the operator's setting, for messages
     * @throws IllegalArgumentException with a sentence for the operator
     */
    public static RelayAddresses parse(String setting, List<String> entries) {
        Map<String, Address> addresses = new HashMap<>();
        for (String text : entries) {
            Matcher entry = ENTRY.matcher(text.strip());
            if (!entry.matches() || port(entry.group(3)).isEmpty()) {
                throw new IllegalArgumentException(setting + ": '" + text
                        + "' is neither NODE=HOST:PORT nor HOST:PORT with * for the node's name");
            }
            String node = Optional.ofNullable(entry.group(1)).orElse("");
            String host = entry.group(2).replaceAll("[\\[\\]]", "");
            if (addresses.put(node, new Address(host, port(entry.group(3)).orElseThrow())) != null) {
                throw new IllegalArgumentException(setting + ": '" + text + "' is the second entry for "
                        + (node.isEmpty() ? "all nodes" : "node " + node));
            }
        }
        return new RelayAddresses(setting, addresses);
    }

    private static Optional<Integer> port(String text) {
        return Optional.of(Integer.parseInt(text)).filter(port -> port >= 1 && port <= 65_535);
    }

    /** @throws UnreachableEndpointException no entry says where the node's relay is */
    Address of(String node) {
        return Optional.ofNullable(entries.get(node))
                .or(() -> Optional.ofNullable(entries.get(""))
                        .map(all -> new Address(all.host().replace("*", node), all.port())))
                .orElseThrow(() -> new UnreachableEndpointException(
                        setting + " does not say where the relay of node " + node + " is"));
    }
}
