package io.hawser.node.plugin;

import io.hawser.csi.CsiEndpoint;
import io.hawser.csi.PluginIdentity;
import io.hawser.message.Truncated;
import io.hawser.node.mount.PluginView;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * What is known of every socket, and which socket serves a plugin: of the healthy ones, the one found last. A plugin
 * may have one socket for its controller and another one for the node.
 */
public final class PluginBook implements Plugins {

    /** @param since when the plugin became as healthy, or as unhealthy, as it is */
    private record Entry(PluginStatus reading, Function<String, NodePlugin> node, long found, Instant since) {}

    private record Gone(Path socket, String message, Instant since) {}

    private final Map<Path, Entry> entries = new LinkedHashMap<>();
    /** By plugin: when its last socket went, and why it does not count any more. */
    private final Map<String, Gone> gone = new HashMap<>();

    /** By plugin: where its controller was served last. */
    private final Map<String, CsiEndpoint> served = new HashMap<>();

    private long found;

    /**
     * A socket appeared, or took the place of another one.
     *
     * @param node the node service of the plugin of a name, at this socket
     */
    public synchronized void found(Path socket, PluginStatus reading, Function<String, NodePlugin> node, Instant now) {
        entries.put(socket, new Entry(reading, node, ++found, now));
        remember(reading);
    }

    /**
     * Records another look at a known socket.
     *
     * @return the result of the look before; empty: the socket is not known any more
     */
    public synchronized Optional<PluginStatus> read(Path socket, PluginStatus reading, Instant now) {
        Optional<Entry> before = Optional.ofNullable(entries.get(socket));
        before.ifPresent(entry -> entries.put(
                socket,
                new Entry(
                        reading,
                        entry.node(),
                        entry.found(),
                        entry.reading().healthy() == reading.healthy() ? entry.since() : now)));
        remember(reading);
        return before.map(Entry::reading);
    }

    /**
     * A socket does not count any more.
     *
     * @param message why
     * @return the result of the last look
     */
    public synchronized Optional<PluginStatus> gone(Path socket, String message, Instant now) {
        Optional<PluginStatus> last =
                Optional.ofNullable(entries.remove(socket)).map(Entry::reading);
        last.flatMap(PluginStatus::identity).ifPresent(known -> gone.put(known.name(), new Gone(socket, message, now)));
        last.ifPresent(this::remember);
        return last;
    }

    private void remember(PluginStatus look) {
        look.identity().map(PluginIdentity::name).ifPresent(plugin -> controller(plugin)
                .ifPresent(serves -> served.put(plugin, serves.endpoint())));
    }

    /** Why the plugin's last socket does not count any more; empty: this process has not seen one. */
    synchronized Optional<String> whyGone(String plugin) {
        return Optional.ofNullable(gone.get(plugin)).map(Gone::message);
    }

    /**
     * The sockets that have not said whose they are, and may be the plugin's, in a sentence; empty: there is none. A
     * plugin that hangs says no more than that to an agent that has just started. Where this process has seen the
     * plugin go, only that socket is expected to be its own again.
     */
    synchronized Optional<String> unnamed(String plugin) {
        Optional<Path> last = Optional.ofNullable(gone.get(plugin)).map(Gone::socket);
        String sockets = entries.entrySet().stream()
                .filter(each -> each.getValue().reading().identity().isEmpty())
                .filter(each -> last.isEmpty() || last.get().equals(each.getKey()))
                .map(each -> each.getKey() + " has not said whose it is: "
                        + each.getValue().reading().message())
                .collect(Collectors.joining("; "));
        return Optional.of(sockets)
                .filter(some -> !some.isEmpty())
                .map(some -> Truncated.of("no socket here has said that it is plugin " + plugin + "; " + some));
    }

    /** The names of all plugins that are known by now. */
    public synchronized SortedSet<String> names() {
        SortedSet<String> names = new TreeSet<>();
        entries.values().forEach(entry -> entry.reading().identity().ifPresent(known -> names.add(known.name())));
        return names;
    }

    /** Every socket, with the result of the last look. */
    public synchronized Map<Path, PluginStatus> readings() {
        Map<Path, PluginStatus> readings = new LinkedHashMap<>();
        entries.forEach((socket, entry) -> readings.put(socket, entry.reading()));
        return readings;
    }

    /** The socket that serves the plugin's controller now, healthy or not. */
    public synchronized Optional<PluginStatus> controller(String plugin) {
        return entries(plugin)
                .filter(entry -> entry.reading().offersController())
                .max(Comparator.<Entry, Boolean>comparing(
                                entry -> entry.reading().healthy())
                        // A process for the node says what the whole plugin can do.
                        .thenComparing(entry -> entry.reading().hasNoNodeService())
                        .thenComparing(Entry::found))
                .map(Entry::reading);
    }

    /**
     * The socket that serves the plugin's controller now; else the one that served it last, if the plugin answers there
     * and denies having one. A process elsewhere is not believed, because it may serve the node only.
     */
    public synchronized Optional<PluginStatus> controllerOrDenial(String plugin) {
        return controller(plugin).or(() -> entries(plugin)
                .map(Entry::reading)
                .filter(reading -> reading.endpoint().equals(served.get(plugin)))
                .findFirst());
    }

    /** The socket that serves the plugin on this node now, healthy or not. */
    public synchronized Optional<PluginStatus> current(String plugin) {
        return entry(plugin).map(Entry::reading);
    }

    @Override
    public synchronized PluginView view(String plugin) {
        return entry(plugin)
                .map(entry -> view(plugin, entry))
                .orElseGet(() -> new PluginView.Away(unnamed(plugin)
                        .map(sockets -> sockets + "; its volumes wait until one says so")
                        .orElseGet(() -> "plugin " + plugin + " is not on this node"
                                + Optional.ofNullable(gone.get(plugin))
                                        .map(left -> " since " + left.since().truncatedTo(ChronoUnit.SECONDS) + ": "
                                                + left.message())
                                        .orElse("")
                                + "; its volumes wait for its socket")));
    }

    private static PluginView view(String plugin, Entry entry) {
        PluginStatus reading = entry.reading();
        if (!reading.healthy()) {
            return new PluginView.Away("plugin " + plugin + " is not well since "
                    + entry.since().truncatedTo(ChronoUnit.SECONDS) + ": "
                    + reading.message() + "; its volumes wait until it is");
        }
        return reading.nodeInfo().isEmpty()
                ? new PluginView.Away(
                        "plugin " + plugin + " has no node service on this node; its volumes wait for one")
                : new PluginView.Here(reading.identity()
                        .filter(known -> known.capabilities().stages())
                        .isPresent());
    }

    @Override
    public synchronized Optional<NodePlugin> node(String plugin) {
        return entry(plugin).map(entry -> entry.node().apply(plugin));
    }

    private Optional<Entry> entry(String plugin) {
        return entries(plugin)
                .max(Comparator.<Entry, Boolean>comparing(
                                entry -> !entry.reading().hasNoNodeService())
                        .thenComparing(entry -> entry.reading().healthy())
                        .thenComparing(Entry::found));
    }

    private Stream<Entry> entries(String plugin) {
        return entries.values().stream().filter(entry -> entry.reading()
                .identity()
                .filter(known -> known.name().equals(plugin))
                .isPresent());
    }
}
