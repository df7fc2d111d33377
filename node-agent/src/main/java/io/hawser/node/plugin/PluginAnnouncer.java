package io.hawser.node.plugin;

import io.hawser.csi.CsiEndpoint;
import io.hawser.csi.RelayNames;
import io.hawser.v1.DeregisterPluginInstance;
import io.hawser.v1.Fingerprint;
import io.hawser.v1.RegisterPluginInstance;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;
import java.util.function.Predicate;

/**
 * Publishes changes of the node's plugins: a fingerprint on every change, a registration when an instance that serves
 * the controller is found and each hour again, a deregistration when its socket stays away, and much later a tombstone,
 * if the node has none of the plugin's volumes.
 */
public final class PluginAnnouncer {
    /** plugin-registry may have refused it, or have lost it: the topic keeps no command for ever. */
    private static final Duration REGISTER_AGAIN = Duration.ofHours(1);

    /** Where the changes are published. Its methods must not block. */
    public interface Voice {
        /** The fingerprint has no revision yet. */
        void fingerprint(Fingerprint fingerprint);

        /** The node does not have this plugin any more and does not expect it back. */
        void forget(String plugin);

        void register(RegisterPluginInstance desired);

        void deregister(DeregisterPluginInstance desired);

        /** A registration or deregistration that has not left yet is not sent any more. */
        void withdrawCommands();
    }

    private final String node;
    private final PluginBook book;
    private final Voice voice;
    private final LongSupplier nanos;
    private final boolean relayed;
    private final Duration goneAfter;
    private final Duration forgottenAfter;
    private final Predicate<String> hasVolumes;
    private final BooleanSupplier counts;
    private final KnownPlugins known;
    private final Map<String, Fingerprint> reported = new HashMap<>();
    private final Map<String, String> registered = new HashMap<>();
    /** When {@link #registered} was emptied last, by {@link #nanos}. */
    private long registeredSince;

    /** Deregistered by this process, and not registered since. */
    private final Set<String> deregisteredNow = new HashSet<>();

    private final Absences missing;
    /** Of plugins that are here, and whose controller no socket serves. */
    private final Absences withoutController;
    /** Forgotten by this process. */
    private final Set<String> forgottenNow = new HashSet<>();

    private boolean ended;

    /**
     * @param nanos as {@link System#nanoTime()}: a clock that is set back would delay everything by as much
     * @param relayed whether this agent's relay leads to the plugins' controller sockets: then instances are registered
     *     at the relay, because their sockets are on this machine only
     * @param goneAfter how long a socket may be away until its instance is deregistered
     * @param forgottenAfter how long it is expected back after that; also how long a socket that says nothing may be
     *     its own
     * @param hasVolumes whether this node has, or may have, volumes of the plugin; if so, it waits for the plugin
     *     without limit
     * @param counts whether this agent counts as the node's, and readers hear it; while not, it neither registers nor
     *     deregisters instances, which have the node's name, and forgets no plugin
     */
    public PluginAnnouncer(
            String node,
            PluginBook book,
            Voice voice,
            LongSupplier nanos,
            boolean relayed,
            Duration goneAfter,
            Duration forgottenAfter,
            Predicate<String> hasVolumes,
            BooleanSupplier counts,
            KnownPlugins known) {
        this.node = node;
        this.book = book;
        this.voice = voice;
        this.nanos = nanos;
        this.relayed = relayed;
        this.goneAfter = goneAfter;
        this.forgottenAfter = forgottenAfter;
        this.hasVolumes = hasVolumes;
        this.counts = counts;
        this.known = known;
        this.missing = new Absences(nanos, forgottenAfter);
        this.withoutController = new Absences(nanos, forgottenAfter);
        this.registeredSince = nanos.getAsLong();
    }

    /**
     * Compares what was published with what is there. Called after every look, and from time to time.
     *
     * @throws UncheckedIOException something of a plugin cannot be written down; the others are published
     */
    public synchronized void tell() {
        if (ended) {
            return;
        }
        if (!counts.getAsBoolean()) {
            // Another agent of this name may register its own meanwhile, and instances of a removed node end.
            registered.clear();
            deregisteredNow.clear();
            voice.withdrawCommands();
        }
        if (nanos.getAsLong() - registeredSince >= REGISTER_AGAIN.toNanos()) {
            registered.clear();
            registeredSince = nanos.getAsLong();
        }
        Set<String> here = book.names();
        Set<String> all = new TreeSet<>(known.names());
        all.addAll(here);
        Optional<UncheckedIOException> failed = Optional.empty();
        for (String plugin : all) {
            try {
                Optional<PluginStatus> current = book.current(plugin);
                if (current.isPresent()) {
                    missing.ended(plugin);
                    forgottenNow.remove(plugin);
                    tell(plugin, current.get(), book.controller(plugin));
                } else {
                    away(plugin);
                }
            } catch (IOException e) {
                failed = Optional.of(new UncheckedIOException(
                        "what was published of plugin " + plugin + " cannot be written down", e));
            }
        }
        failed.ifPresent(disk -> {
            throw disk;
        });
    }

    private void tell(String plugin, PluginStatus reading, Optional<PluginStatus> controller) throws IOException {
        Optional<Fingerprint> print = print(reading, last(plugin));
        Optional<String> endpoint = controller
                .map(serves -> endpoint(plugin, serves))
                .filter(found -> counts.getAsBoolean() && !found.equals(registered.get(plugin)));
        try {
            known.put(
                    plugin,
                    new KnownPlugins.Known(
                            known.of(plugin).registered() || endpoint.isPresent(),
                            print.or(() -> known.of(plugin).fingerprint())));
        } finally {
            // Stored before it is published: without the entry, a new process could never take it back.
            if (known.names().contains(plugin)) {
                print.ifPresent(this::fingerprint);
            }
            controllerAway(plugin, controller.isEmpty());
            endpoint.filter(ignored -> known.of(plugin).registered()).ifPresent(found -> register(plugin, found));
        }
    }

    private void register(String plugin, String endpoint) {
        registered.put(plugin, endpoint);
        deregisteredNow.remove(plugin);
        voice.register(RegisterPluginInstance.newBuilder()
                .setPlugin(plugin)
                .setInstance(node)
                .setEndpoint(endpoint)
                .setNode(node)
                .build());
    }

    /** The process for the controller may go while the one for the node stays. */
    private void controllerAway(String plugin, boolean away) {
        if (!away) {
            withoutController.ended(plugin);
            return;
        }
        Duration waited =
                withoutController.of(plugin, book.unnamed(plugin).isPresent()).waited();
        if (waited.compareTo(deregisteredAfter(plugin)) >= 0) {
            deregister(plugin);
        }
    }

    /** A socket that does not say whose it is may be the plugin's, which hangs; but it may be another's for ever. */
    private Duration deregisteredAfter(String plugin) {
        return book.unnamed(plugin).isEmpty() ? goneAfter : forgottenAfter;
    }

    /**
     * Once in each absence. The plugin stays known as registered: if the process ends before the broker has the
     * command, the next process sends it.
     */
    private void deregister(String plugin) {
        if (counts.getAsBoolean() && known.of(plugin).registered() && deregisteredNow.add(plugin)) {
            registered.remove(plugin);
            voice.deregister(DeregisterPluginInstance.newBuilder()
                    .setPlugin(plugin)
                    .setInstance(node)
                    .build());
        }
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
     * Publishes every plugin as not healthy, because no look follows. The memory keeps what the plugins
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
        Optional<String> unnamed = book.unnamed(plugin);
        Absences.Away away = missing.of(plugin, unnamed.isPresent());
        boolean forGood = away.whole().compareTo(goneAfter) >= 0;
        // A fresh agent first gives each socket time to appear before it reports a plugin as away.
        if (reported.containsKey(plugin) || forGood) {
            last(plugin)
                    .ifPresent(print -> fingerprint(print.toBuilder()
                            .setHealthy(false)
                            .setMessage(unnamed.or(() -> book.whyGone(plugin)).orElse("its socket is gone"))
                            .build()));
        }
        Duration deregisteredAfter = deregisteredAfter(plugin);
        if (away.waited().compareTo(deregisteredAfter) >= 0) {
            deregister(plugin);
        }
        boolean forgotten = away.waited().compareTo(deregisteredAfter.plus(forgottenAfter)) >= 0;
        if (forgotten && counts.getAsBoolean() && !hasVolumes.test(plugin) && !forgottenNow.contains(plugin)) {
            // The name stays known: if the process ends before the broker has the tombstone, the next process writes
            // it.
            known.put(plugin, new KnownPlugins.Known(known.of(plugin).registered(), Optional.empty()));
            forgottenNow.add(plugin);
            voice.forget(plugin);
            reported.remove(plugin);
        }
    }

    /** What this process published may not be on the disk. */
    private Optional<Fingerprint> last(String plugin) {
        return Optional.ofNullable(reported.get(plugin))
                .or(() -> known.of(plugin).fingerprint());
    }

    private void fingerprint(Fingerprint print) {
        if (!print.equals(reported.put(print.getPlugin(), print))) {
            voice.fingerprint(print);
        }
    }
}
