package io.hawser.node.plugin;

import io.hawser.csi.CsiEndpoint;
import io.hawser.csi.RelayNames;
import io.hawser.v1.DeregisterPluginInstance;
import io.hawser.v1.Fingerprint;
import io.hawser.v1.RegisterPluginInstance;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;

/**
 * Publishes changes of the node's plugins: a fingerprint on every change, a registration when an instance that serves
 * the controller is found, a deregistration when its socket stays away, and much later a tombstone, if the node has
 * none of the plugin's volumes.
 */
public final class PluginAnnouncer {

    /** Where the changes are published. Its methods must not block. */
    public interface Voice {
        /** The fingerprint has no revision yet. */
        void fingerprint(Fingerprint fingerprint);

        /** The node does not have this plugin any more and does not expect it back. */
        void forget(String plugin);

        void register(RegisterPluginInstance desired);

        void deregister(DeregisterPluginInstance desired);
    }

    private final String node;
    private final PluginBook book;
    private final Voice voice;
    private final Clock clock;
    private final boolean relayed;
    private final Duration goneAfter;
    private final Duration forgottenAfter;
    private final Predicate<String> hasVolumes;
    private final KnownPlugins known;
    private final Map<String, Fingerprint> reported = new HashMap<>();
    private final Map<String, String> registered = new HashMap<>();
    private final Map<String, Instant> missingSince = new HashMap<>();
    /** By plugin that is here: since when no socket serves its controller, which was registered. */
    private final Map<String, Instant> withoutController = new HashMap<>();
    /** Forgotten by this process. */
    private final Set<String> forgottenNow = new HashSet<>();

    private boolean ended;

    /**
     * @param relayed whether this agent's relay leads to the plugins' controller sockets: then instances are registered
     *     at the relay, because their sockets are on this machine only
     * @param goneAfter how long a socket may be away until its instance is deregistered
     * @param forgottenAfter how long it is expected back after that
     * @param hasVolumes whether this node has, or may have, volumes of the plugin; if so, it waits for the plugin
     *     without limit
     * @throws IOException what was published before cannot be read
     */
    public PluginAnnouncer(
            String node,
            PluginBook book,
            Voice voice,
            Clock clock,
            boolean relayed,
            Duration goneAfter,
            Duration forgottenAfter,
            Predicate<String> hasVolumes,
            Path memory)
            throws IOException {
        this.node = node;
        this.book = book;
        this.voice = voice;
        this.clock = clock;
        this.relayed = relayed;
        this.goneAfter = goneAfter;
        this.forgottenAfter = forgottenAfter;
        this.hasVolumes = hasVolumes;
        this.known = KnownPlugins.load(memory);
    }

    /** Compares what was published with what is there. Called after every look, and from time to time. */
    public synchronized void tell() {
        if (ended) {
            return;
        }
        Set<String> here = book.names();
        Set<String> all = new TreeSet<>(known.names());
        all.addAll(here);
        for (String plugin : all) {
            try {
                Optional<PluginStatus> current = book.current(plugin);
                if (current.isPresent()) {
                    missingSince.remove(plugin);
                    forgottenNow.remove(plugin);
                    tell(plugin, current.get(), book.controller(plugin));
                } else {
                    away(plugin);
                }
            } catch (IOException e) {
                throw new UncheckedIOException("what was published of plugin " + plugin + " cannot be written down", e);
            }
        }
    }

    private void tell(String plugin, PluginStatus reading, Optional<PluginStatus> controller) throws IOException {
        Optional<Fingerprint> print = print(reading, known.of(plugin).fingerprint());
        Optional<String> endpoint = controller
                .map(serves -> endpoint(plugin, serves))
                .filter(found -> !found.equals(registered.get(plugin)));
        // Stored before it is published: without the entry, a new process could never take it back.
        known.put(
                plugin,
                new KnownPlugins.Known(
                        known.of(plugin).registered() || endpoint.isPresent(),
                        print.or(() -> known.of(plugin).fingerprint())));
        print.ifPresent(this::fingerprint);
        controllerAway(plugin, controller.isEmpty());
        endpoint.ifPresent(found -> {
            registered.put(plugin, found);
            voice.register(RegisterPluginInstance.newBuilder()
                    .setPlugin(plugin)
                    .setInstance(node)
                    .setEndpoint(found)
                    .setNode(node)
                    .build());
        });
    }

    /** The process for the controller may go while the one for the node stays. */
    private void controllerAway(String plugin, boolean away) throws IOException {
        KnownPlugins.Known last = known.of(plugin);
        if (!away || !last.registered()) {
            withoutController.remove(plugin);
        } else if (isPast(
                withoutController.computeIfAbsent(plugin, _ -> clock.instant()).plus(goneAfter))) {
            deregister(plugin, last);
        }
    }

    private boolean isPast(Instant time) {
        return !clock.instant().isBefore(time);
    }

    private void deregister(String plugin, KnownPlugins.Known last) throws IOException {
        registered.remove(plugin);
        voice.deregister(DeregisterPluginInstance.newBuilder()
                .setPlugin(plugin)
                .setInstance(node)
                .build());
        known.put(plugin, new KnownPlugins.Known(false, last.fingerprint()));
    }

    /** A name that TLS does not have as a server name cannot be asked for at a relay. */
    private String endpoint(String plugin, PluginStatus controller) {
        return relayed && RelayNames.canName(plugin)
                ? new CsiEndpoint.Relay(node, plugin).toString()
                : controller.endpoint().toString();
    }

    /** A plugin that does not answer everything keeps what the node's last fingerprint of it said. */
    private Optional<Fingerprint> print(PluginStatus reading, Optional<Fingerprint> last) {
        if (reading.hasNoNodeService()) {
            return last.map(print -> print.toBuilder()
                    .setHealthy(false)
                    .setMessage("it has no node service any more")
                    .build());
        }
        return reading.fingerprint(node).map(print -> last.filter(before ->
                        reading.nodeInfo().isEmpty() && print.getVendorVersion().equals(before.getVendorVersion()))
                .map(before -> print.toBuilder()
                        .setCsiNodeId(before.getCsiNodeId())
                        .setTopology(before.getTopology())
                        .setMaxVolumes(before.getMaxVolumes())
                        .build())
                .orElse(print));
    }

    /**
     * Publishes every plugin as not healthy, because nobody looks at it from now on. The memory keeps what the plugins
     * said: the next process publishes it as soon as they say it again.
     */
    public synchronized void end() {
        ended = true;
        List.copyOf(reported.values())
                .forEach(print -> fingerprint(print.toBuilder()
                        .setHealthy(false)
                        .setMessage("node-agent has ended; its mounts stay")
                        .build()));
    }

    private void away(String plugin) throws IOException {
        Instant since = missingSince.computeIfAbsent(plugin, _ -> clock.instant());
        KnownPlugins.Known last = known.of(plugin);
        boolean forGood = isPast(since.plus(goneAfter));
        // A fresh agent first gives each socket time to appear before it reports a plugin as away.
        if (reported.containsKey(plugin) || forGood) {
            last.fingerprint()
                    .ifPresent(print -> fingerprint(print.toBuilder()
                            .setHealthy(false)
                            .setMessage(book.whyGone(plugin).orElse("its socket is gone"))
                            .build()));
        }
        if (forGood && last.registered()) {
            deregister(plugin, last);
        }
        boolean forgotten = isPast(since.plus(goneAfter).plus(forgottenAfter));
        if (forgotten && !hasVolumes.test(plugin) && !forgottenNow.contains(plugin)) {
            // The name stays known: if the process ends before the broker has the tombstone, the next process writes
            // it.
            known.put(plugin, KnownPlugins.Known.NOTHING);
            forgottenNow.add(plugin);
            voice.forget(plugin);
            reported.remove(plugin);
        }
    }

    private void fingerprint(Fingerprint print) {
        if (!print.equals(reported.put(print.getPlugin(), print))) {
            voice.fingerprint(print);
        }
    }
}
