package io.hawser.node.plugin;

import static io.hawser.node.plugin.Readings.reading;

import io.hawser.node.plugin.files.KnownPluginsFile;
import io.hawser.node.work.ScriptedNodeCalls;
import io.hawser.v1.DeregisterPluginInstance;
import io.hawser.v1.Fingerprint;
import io.hawser.v1.RegisterPluginInstance;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.io.TempDir;

/** An announcer of one node, and what it says. */
abstract class Announcements implements PluginAnnouncer.Voice {
    @TempDir
    Path folder;

    final PluginBook book = new PluginBook();
    final List<Fingerprint> prints = new ArrayList<>();
    final List<RegisterPluginInstance> registered = new ArrayList<>();
    final List<DeregisterPluginInstance> deregistered = new ArrayList<>();
    final List<String> forgotten = new ArrayList<>();
    final Set<String> withVolumes = new HashSet<>();
    boolean relayed;
    boolean counts = true;
    int withdrawals;
    /** What people call now: it may be set. */
    Instant now = Instant.EPOCH;

    private long nanos;

    PluginAnnouncer announcer() throws IOException {
        return announcer(book);
    }

    /** @param found what its process finds */
    PluginAnnouncer announcer(PluginBook found) throws IOException {
        return new PluginAnnouncer(
                "n1",
                found,
                this,
                () -> nanos,
                relayed,
                Duration.ofSeconds(30),
                Duration.ofHours(1),
                withVolumes::contains,
                () -> counts,
                KnownPluginsFile.load(folder.resolve("known")));
    }

    /** It has published a.sock. */
    PluginAnnouncer announcerOfA() throws IOException {
        PluginAnnouncer announcer = announcer();
        found("a.sock", "");
        announcer.tell();
        return announcer;
    }

    void gone(String socket, PluginAnnouncer announcer) {
        book.gone(Path.of("/p", socket), "its socket is gone", now);
        announcer.tell();
    }

    void tellAfter(long seconds, PluginAnnouncer announcer) {
        now = now.plusSeconds(seconds);
        nanos += TimeUnit.SECONDS.toNanos(seconds);
        announcer.tell();
    }

    void found(String socket, String message) {
        book.found(Path.of("/p", socket), reading(socket, message), _ -> new ScriptedNodeCalls(), now);
    }

    void read(String socket, String message) {
        book.read(Path.of("/p", socket), reading(socket, message), now);
    }

    @Override
    public void fingerprint(Fingerprint fingerprint) {
        prints.add(fingerprint);
    }

    @Override
    public void forget(String plugin) {
        forgotten.add(plugin);
    }

    @Override
    public void register(RegisterPluginInstance desired) {
        registered.add(desired);
    }

    @Override
    public void deregister(DeregisterPluginInstance desired) {
        deregistered.add(desired);
    }

    @Override
    public void withdrawCommands() {
        withdrawals++;
    }
}
