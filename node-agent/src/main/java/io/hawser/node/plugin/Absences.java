package io.hawser.node.plugin;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.function.LongSupplier;

/** Since when plugins are away. */
final class Absences {
    private final LongSupplier nanos;
    private final Duration putOffAtMost;
    private final Map<String, Since> byPlugin = new HashMap<>();

    /**
     * @param nanos as {@link System#nanoTime()}
     * @param putOffAtMost how long sockets that come and go may put off the end of a plugin
     */
    Absences(LongSupplier nanos, Duration putOffAtMost) {
        this.nanos = nanos;
        this.putOffAtMost = putOffAtMost;
    }

    /**
     * How long a plugin is away.
     *
     * @param whole since it went
     * @param waited how long it has been waited for: that begins again when a socket comes or goes that may be its own
     */
    record Away(Duration whole, Duration waited) {}

    /**
     * @param unnamed whether a socket that says nothing may be its own
     * @param changed when that changed last
     */
    private record Since(long began, long changed, boolean unnamed) {
        Since next(long now, boolean unnamed) {
            return unnamed == this.unnamed ? this : new Since(began, now, unnamed);
        }
    }

    Away of(String plugin, boolean unnamed) {
        long now = nanos.getAsLong();
        Since since = byPlugin.merge(plugin, new Since(now, now, unnamed), (before, _) -> before.next(now, unnamed));
        Duration whole = Duration.ofNanos(now - since.began());
        Duration unchanged = Duration.ofNanos(now - since.changed());
        // Another plugin may end again and again.
        Duration least = whole.minus(putOffAtMost);
        return new Away(whole, least.compareTo(unchanged) > 0 ? least : unchanged);
    }

    void ended(String plugin) {
        byPlugin.remove(plugin);
    }
}
