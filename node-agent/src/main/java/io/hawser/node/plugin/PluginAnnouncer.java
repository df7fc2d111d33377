package io.hawser.node.plugin;

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
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * Tells what becomes of the node's plugins: a fingerprint on every change, a registration when an instance that serves the
 * controller is found, a deregistration when its socket stays away.
 */
public final class PluginAnnouncer {

    /** Where it is told to; must not block. */
    public interface Voice {
        /** The revision is not set. */
        void fingerprint(Fingerprint fingerprint);

        void register(RegisterPluginInstance wish);

        void deregister(DeregisterPluginInstance wish);
    }

    private final String node;
    private final PluginBook book;
    private final Voice voice;
    private final Clock clock;
    private final Duration goneAfter;
    private final KnownPlugins known;
    private final Map<String, Fingerprint> told = new HashMap<>();
    private final Map<String, String> registered = new HashMap<>();
    private final Map<String, Instant> missingSince = new HashMap<>();

    /**
     * @param goneAfter how long a socket may be away until its instance is deregistered
     * @throws IOException what was told before cannot be read
     */
    public PluginAnnouncer(String node, PluginBook book, Voice voice, Clock clock, Duration goneAfter, Path memory)
            throws IOException {
        this.node = node;
        this.book = book;
        this.voice = voice;
        this.clock = clock;
        this.goneAfter = goneAfter;
        this.known = KnownPlugins.load(memory);
    }

    /** Compares what was told with what is; to be called after every look and now and then. */
    public synchronized void tell() {
        Set<String> here = book.names();
        Set<String> all = new TreeSet<>(known.names());
        all.addAll(here);
        for (String plugin : all) {
            try {
                Optional<Reading> current = book.current(plugin);
                if (current.isPresent()) {
                    missingSince.remove(plugin);
                    tell(plugin, current.get());
                } else {
                    away(plugin);
                }
            } catch (IOException e) {
                throw new UncheckedIOException("what was told of plugin " + plugin + " cannot be written down", e);
            }
        }
    }

    private void tell(String plugin, Reading reading) throws IOException {
        Optional<Fingerprint> print = reading.fingerprint(node);
        boolean register =
                reading.offersController() && !reading.endpoint().toString().equals(registered.get(plugin));
        // Written down first: what was told and forgotten could never be taken back.
        known.put(plugin, new KnownPlugins.Known(known.of(plugin).registered() || register, print.or(() -> known.of(
                        plugin)
                .fingerprint())));
        print.ifPresent(this::fingerprint);
        if (register) {
            registered.put(plugin, reading.endpoint().toString());
            voice.register(RegisterPluginInstance.newBuilder()
                    .setPlugin(plugin)
                    .setInstance(node)
                    .setEndpoint(reading.endpoint().toString())
                    .setNode(node)
                    .build());
        }
    }

    private void away(String plugin) throws IOException {
        Instant since = missingSince.computeIfAbsent(plugin, _ -> clock.instant());
        KnownPlugins.Known last = known.of(plugin);
        boolean forGood = !clock.instant().isBefore(since.plus(goneAfter));
        // A fresh agent gives the sockets time to be looked at before it says that one is away.
        if (told.containsKey(plugin) || forGood) {
            last.fingerprint()
                    .ifPresent(print -> fingerprint(print.toBuilder()
                            .setHealthy(false)
                            .setWhy("its socket is gone")
                            .build()));
        }
        if (forGood && last.registered()) {
            registered.remove(plugin);
            voice.deregister(DeregisterPluginInstance.newBuilder()
                    .setPlugin(plugin)
                    .setInstance(node)
                    .build());
            known.put(plugin, new KnownPlugins.Known(false, last.fingerprint()));
        }
    }

    private void fingerprint(Fingerprint print) {
        if (!print.equals(told.put(print.getPlugin(), print))) {
            voice.fingerprint(print);
        }
    }

    /** Plugins whose socket was there once and is not now. */
    public synchronized Set<String> missing() {
        return new HashSet<>(missingSince.keySet());
    }
}
