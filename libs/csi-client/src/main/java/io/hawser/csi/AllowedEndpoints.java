package io.hawser.csi;

import java.io.IOException;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * The endpoints that plugins may have. A plugin receives secrets, so the operator decides where plugins may run, not
 * everybody who can write a registration.
 *
 * <p>An entry is {@code unix:///FOLDER}, for every socket below the folder; {@code tcp://HOST:PORT}; or
 * {@code relay:NODE}, for the plugin's own sockets on that node. The host may be {@code *} or begin with {@code *.};
 * the port and the node may be {@code *}. An entry with the prefix {@code PLUGIN=} is for that plugin only, and a
 * plugin with such entries may have no other endpoints.
 */
public final class AllowedEndpoints {
    private static final Pattern ENTRY = Pattern.compile("(?:([A-Za-z0-9][A-Za-z0-9.-]{0,62})=)?(.+)");
    private static final Pattern TCP =
            Pattern.compile("tcp://(\\[[0-9A-Fa-f:.]+]|(?:\\*\\.)?[A-Za-z0-9._-]+|\\*):(\\*|[0-9]{1,5})");

    private static final Pattern RELAY = Pattern.compile("relay:([a-z0-9][a-z0-9.-]{0,62}|\\*)");

    private sealed interface Place {
        /** @param path without a slash at its end; empty for the root */
        record Folder(String path) implements Place {}

        record Address(String host, String port) implements Place {}

        record Node(String name) implements Place {}
    }

    private record Entry(Optional<String> plugin, Place place) {}

    private final String setting;
    private final List<Entry> entries;

    private AllowedEndpoints(String setting, List<Entry> entries) {
        this.setting = setting;
        this.entries = List.copyOf(entries);
    }

    /**
     * @param setting name of the operator's setting, for messages
     * @throws IllegalArgumentException with a sentence for the operator
     */
    public static AllowedEndpoints parse(String setting, List<String> entries) {
        return new AllowedEndpoints(
                setting,
                entries.stream().map(entry -> entry(setting, entry.strip())).toList());
    }

    private static Entry entry(String setting, String text) {
        var entry = ENTRY.matcher(text);
        if (entry.matches()) {
            Optional<String> plugin = Optional.ofNullable(entry.group(1));
            String place = entry.group(2);
            var tcp = TCP.matcher(place);
            if (tcp.matches()) {
                String host = tcp.group(1).replaceAll("[\\[\\]]", "").toLowerCase(Locale.ROOT);
                return new Entry(plugin, new Place.Address(host, tcp.group(2)));
            }
            var relay = RELAY.matcher(place);
            if (relay.matches()) {
                return new Entry(plugin, new Place.Node(relay.group(1)));
            }
            if (place.startsWith("unix:///")) {
                String folder = place.substring("unix://".length()).replaceFirst("/+$", "");
                if (folder.isEmpty() || CsiEndpoint.isPlain(folder)) {
                    return new Entry(plugin, new Place.Folder(folder));
                }
            }
        }
        throw new IllegalArgumentException(setting + ": '" + text
                + "' is none of unix:///FOLDER, tcp://HOST:PORT, relay:NODE, either with PLUGIN= in front of it or"
                + " without");
    }

    /** Why this plugin may not have that endpoint; empty: it may. Checks names only. */
    public Optional<String> refusal(String plugin, CsiEndpoint endpoint) {
        if (endpoint instanceof CsiEndpoint.Relay(String node, String other) && !other.equals(plugin)) {
            return Optional.of(
                    "'" + endpoint + "' leads to plugin " + other + " on node " + node + ", not to plugin " + plugin);
        }
        return places(plugin).stream().anyMatch(place -> holds(place, endpoint))
                ? Optional.empty()
                : Optional.of("'" + endpoint + "' is no endpoint that " + setting + " allows for plugin " + plugin);
    }

    /**
     * The same check directly before a call, with links followed: a socket below a folder may be a link that leads out
     * of it. Blocks for the file system. A missing socket is not refused: no call can reach it.
     */
    public Optional<String> refusalNow(String plugin, CsiEndpoint endpoint) {
        Optional<String> refusal = refusal(plugin, endpoint);
        if (refusal.isPresent() || !(endpoint instanceof CsiEndpoint.Unix(String path))) {
            return refusal;
        }
        try {
            Path socket = Path.of(path).toRealPath();
            return places(plugin).stream().anyMatch(place -> holds(place, socket))
                    ? Optional.empty()
                    : Optional.of("'" + endpoint + "' is a link to " + socket + ", which " + setting
                            + " does not allow for plugin " + plugin);
        } catch (IOException unreachable) {
            return Optional.empty();
        } catch (InvalidPathException unnameable) {
            return Optional.of("'" + endpoint + "' is no path on this machine");
        }
    }

    /** An example endpoint with that name for a plugin without entries of its own; empty if no entry allows one. */
    public Optional<String> example(String name) {
        return entries.stream()
                .filter(entry -> entry.plugin().isEmpty())
                .findFirst()
                .map(entry -> switch (entry.place()) {
                    case Place.Folder(String path) -> "unix://" + path + "/" + name + ".sock";
                    case Place.Address(String host, String port) ->
                        "tcp://" + (host.contains(":") ? "[" + host + "]" : host.replace("*", name)) + ":"
                                + port.replace("*", "1");
                    case Place.Node(String node) -> "relay:" + node.replace("*", "node-1") + "/" + name;
                });
    }

    /** Whether some plugin may be reached through a relay. */
    public boolean allowsRelays() {
        return entries.stream().anyMatch(entry -> entry.place() instanceof Place.Node);
    }

    private List<Place> places(String plugin) {
        List<Place> own = entries.stream()
                .filter(entry -> entry.plugin().filter(plugin::equals).isPresent())
                .map(Entry::place)
                .toList();
        return own.isEmpty()
                ? entries.stream()
                        .filter(entry -> entry.plugin().isEmpty())
                        .map(Entry::place)
                        .toList()
                : own;
    }

    private static boolean holds(Place place, CsiEndpoint endpoint) {
        return switch (endpoint) {
            case CsiEndpoint.Unix(String path) ->
                place instanceof Place.Folder(String folder) && path.startsWith(folder + "/");
            case CsiEndpoint.Tcp(String host, int port) ->
                place instanceof Place.Address(String hosts, String ports)
                        && host(hosts, host.toLowerCase(Locale.ROOT))
                        && (ports.equals("*") || ports.equals(Integer.toString(port)));
            case CsiEndpoint.Relay(String node, var plugin) ->
                place instanceof Place.Node(String nodes) && (nodes.equals("*") || nodes.equals(node));
        };
    }

    private static boolean host(String pattern, String host) {
        return pattern.startsWith("*") ? host.endsWith(pattern.substring(1)) : host.equals(pattern);
    }

    private static boolean holds(Place place, Path socket) {
        try {
            return place instanceof Place.Folder(String folder)
                    && socket.startsWith(Path.of(folder + "/").toRealPath());
        } catch (IOException gone) {
            return false;
        }
    }
}
